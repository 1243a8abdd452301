"""Fetching what is already here: files and folders beside a card, the mirror, local dataset folders."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet
from pydantic import ValidationError

from pipeline.sources.fetch import fetch
from pipeline.sources.origins import Edges
from pipeline.sources.origins.digest import digest_of, rows_digest
from pipeline.sources.origins.local import find_inside
from pipeline.sources.readers import read_rows
from schemas.errors import ChecksumError, FetchError
from schemas.origin import FileOrigin, Format, HubOrigin

TEXT = b"id,text\n1,a\n"
SHA = hashlib.sha256(TEXT).hexdigest()


@pytest.fixture
def card(tmp_path: Path) -> Path:
    folder = tmp_path / "card"
    folder.mkdir()
    (folder / "t.csv").write_bytes(TEXT)
    return folder


def file(path: str, sha256: str | None = None) -> FileOrigin:
    return FileOrigin(type="file", path=path, sha256=sha256)


def dataset(name: str, sha256: str = "0" * 64) -> HubOrigin:
    return HubOrigin(type="hf", name=name, revision="a" * 40, sha256=sha256)


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("sha256", [SHA, None])
def test_a_file_beside_the_card_is_copied(card: Path, tmp_path: Path, sha256: str | None) -> None:
    fetched = fetch(file("t.csv", sha256), tmp_path / "raw", beside=card)
    assert fetched.path.read_bytes() == TEXT
    assert fetched.sha256 == SHA
    assert fetched.path.is_relative_to(tmp_path / "raw")


def test_a_pinned_file_that_changed_is_refused_until_it_is_pinned_again(card: Path, tmp_path: Path) -> None:
    (card / "t.csv").write_bytes(TEXT + b"2,b\n")
    with pytest.raises(ChecksumError):
        fetch(file("t.csv", SHA), tmp_path / "raw", beside=card)
    assert files_in(tmp_path / "raw") == []


def test_a_pinned_file_that_changed_is_refused_though_the_pinned_one_is_at_hand(
    card: Path, tmp_path: Path
) -> None:
    fetch(file("t.csv", SHA), tmp_path / "raw", beside=card)
    (card / "t.csv").write_bytes(TEXT + b"2,b\n")
    with pytest.raises(ChecksumError, match="it was changed since"):
        fetch(file("t.csv", SHA), tmp_path / "raw", beside=card)
    (card / "t.csv").unlink()
    assert fetch(file("t.csv", SHA), tmp_path / "raw", beside=card).from_cache


def test_an_unpinned_file_is_read_as_it_is_now(card: Path, tmp_path: Path) -> None:
    fetch(file("t.csv"), tmp_path / "raw", beside=card)
    (card / "t.csv").write_bytes(b"new")
    assert fetch(file("t.csv"), tmp_path / "raw", beside=card).path.read_bytes() == b"new"


def test_the_mirror_is_the_second_place(card: Path, tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    (mirror / "far.csv").write_bytes(b"far")
    (mirror / "t.csv").write_bytes(b"not this one")
    assert fetch(file("far.csv"), tmp_path / "raw", mirror=mirror, beside=card).path.read_bytes() == b"far"
    assert fetch(file("t.csv"), tmp_path / "raw", mirror=mirror, beside=card).path.read_bytes() == TEXT
    with pytest.raises(FetchError, match="missing") as caught:
        fetch(file("none.csv"), tmp_path / "raw", beside=card)
    assert "ISNAD_MIRROR" in caught.value.remedy


@pytest.mark.parametrize("listed", [list, reversed])
def test_of_two_names_composed_otherwise_the_same_is_read_however_a_folder_lists_them(
    card: Path, monkeypatch: pytest.MonkeyPatch, listed: Callable[[Iterable[Path]], Iterable[Path]]
) -> None:
    names = [unicodedata.normalize(form, "آآ.csv") for form in ("NFC", "NFD")]
    for name in names:
        (card / name).write_bytes(TEXT)
    order = [card / name for name in names]
    monkeypatch.setattr(Path, "iterdir", lambda _: iter(listed(order)))
    half = names[0][0] + names[1][2:]  # the first letter composed, the second not
    assert find_inside(card, half) == min(order)


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.csv", "a/../../x", "a\\b", ""])
def test_a_path_stays_in_its_folder(path: str) -> None:
    with pytest.raises(ValidationError, match=r"leads out|parted by|at least 1 character"):
        file(path)


def test_a_link_that_leads_out_is_refused(card: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (card / "link.csv").symlink_to(tmp_path / "secret")
    with pytest.raises(FetchError, match="symbolic link"):
        fetch(file("link.csv"), tmp_path / "raw", beside=card)


def test_a_folder_is_pinned_by_its_listing(card: Path, tmp_path: Path) -> None:
    for name in ("b/2.md", "1.md", ".hidden"):
        (card / "texts" / name).parent.mkdir(parents=True, exist_ok=True)
        (card / "texts" / name).write_text("---\nn: 1\n---\n")
    digest = digest_of(card / "texts")
    (card / "texts" / ".hidden").write_text("does not count")
    raw = tmp_path / "raw"
    fetched = fetch(file("texts", digest), raw, beside=card)
    assert [row.where for row in read_rows(fetched.path, Format(type="markdown"))] == ["1.md", "b/2.md"]
    assert fetch(file("texts", digest), raw, beside=card).from_cache
    (fetched.path / "1.md").write_text("changed in the raw folder")
    assert not fetch(file("texts", digest), raw, beside=card).from_cache
    (card / "texts" / "1.md").rename(card / "texts" / "3.md")
    assert digest_of(card / "texts") != digest


def test_only_the_texts_of_a_folder_count_and_a_name_however_it_is_composed(tmp_path: Path) -> None:
    for form in ("NFC", "NFD"):
        (folder := tmp_path / form).mkdir()
        (folder / f"{unicodedata.normalize(form, 'آداب')}.md").write_text("---\nn: 1\n---\n")
    (tmp_path / "NFD/Thumbs.db").write_bytes(b"left by a system")
    stray = bytes(tmp_path / "NFD") + "/صورة.jpg".encode("cp1256")
    Path(os.fsdecode(stray)).write_bytes(b"no UTF-8 in its name")
    assert digest_of(tmp_path / "NFC") == digest_of(tmp_path / "NFD")


def test_a_folder_that_is_being_read_stays_when_it_is_fetched_again(card: Path, tmp_path: Path) -> None:
    (card / "texts").mkdir()
    for name in "12":
        (card / "texts" / f"{name}.md").write_text(f"---\nn: {name}\n---\n")
    raw = tmp_path / "raw"
    fetched = fetch(file("texts"), raw, beside=card)
    opened = (fetched.path / "1.md").stat().st_ino
    assert fetch(file("texts"), raw, beside=card).path == fetched.path
    assert (fetched.path / "1.md").stat().st_ino == opened, "the folder was taken from under its reader"


def dataset_folder(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "data.jsonl").write_text('{"id": 1, "text": "نص"}\n{"id": 2, "text": null}\n', "utf-8")


def digest_told(origin: HubOrigin, raw: Path, card: Path) -> str:
    with pytest.raises(ChecksumError) as caught:
        fetch(origin, raw, beside=card)
    assert files_in(raw) == []
    return caught.value.found.split()[1].rstrip(",")


def test_a_local_dataset_folder_becomes_parquet_pinned_by_its_rows(card: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    dataset_folder(card / "owner/set")
    digest = digest_told(dataset("owner/set"), tmp_path / "raw", card)
    origin = dataset("owner/set", digest)
    fetched = fetch(origin, tmp_path / "raw", beside=card)
    assert [dict(row.fields) for row in read_rows(fetched.path, Format(type="parquet"))] == [
        {"id": 1, "text": "نص"},
        {"id": 2, "text": None},
    ]
    again = fetch(origin, tmp_path / "raw2", beside=card)
    assert again.path.read_bytes() == fetched.path.read_bytes()
    assert fetch(origin, tmp_path / "raw", beside=card).from_cache


def test_a_saved_dataset_gives_the_same_rows(card: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    rows = [{"id": 1, "text": "نص"}, {"id": 2, "text": None}]
    datasets.Dataset.from_list(rows).save_to_disk(str(card / "owner/saved"))
    datasets.DatasetDict({"train": datasets.Dataset.from_list(rows)}).save_to_disk(str(card / "owner/splits"))
    dataset_folder(card / "owner/plain")
    digests = {
        digest_told(dataset(f"owner/{name}"), tmp_path / name, card) for name in ("saved", "splits", "plain")
    }
    assert len(digests) == 1


@pytest.mark.parametrize(
    "wrong", [{"revision": "main"}, {"revision": None}, {"name": "../set"}, {"name": "set"}]
)
def test_a_dataset_is_named_with_its_owner_and_pinned_to_a_commit(wrong: dict[str, str | None]) -> None:
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        HubOrigin.model_validate({**dataset("owner/set").model_dump(), **wrong})


def test_a_failing_hub_is_explained_without_its_words(tmp_path: Path) -> None:
    class Library:
        def load_dataset(self, *_: object, **__: object) -> None:
            raise ConnectionError("https://hub.example?token=secret")

    origin = dataset("owner/set")
    with pytest.raises(FetchError) as caught:
        fetch(origin, tmp_path, edges=Edges(datasets=Library))
    assert "secret" not in caught.value.render()
    assert "hub.example" not in caught.value.render()
    assert files_in(tmp_path) == []


def test_the_digest_of_rows_does_not_depend_on_the_packing(tmp_path: Path) -> None:
    table = pa.table({"id": list(range(3000)), "n": [{"a": [b"x", None]}] * 3000})
    parquet.write_table(table, tmp_path / "a", compression="none", row_group_size=100)
    parquet.write_table(table, tmp_path / "b", compression="zstd")
    parquet.write_table(table.slice(1), tmp_path / "c")
    assert rows_digest(tmp_path / "a") == rows_digest(tmp_path / "b") != rows_digest(tmp_path / "c")
