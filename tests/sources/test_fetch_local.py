"""Fetching what is already here: files and folders beside a card, the mirror, local dataset folders."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from pipeline.sources.fetch import fetch
from pipeline.sources.origins import Edges, File, Hub
from pipeline.sources.origins.digest import folder_digest, rows_digest
from pipeline.sources.readers import read_rows
from schemas.errors import ChecksumError, FetchError
from schemas.origin import Format

TEXT = b"id,text\n1,a\n"
SHA = hashlib.sha256(TEXT).hexdigest()


@pytest.fixture
def card(tmp_path: Path) -> Path:
    folder = tmp_path / "card"
    folder.mkdir()
    (folder / "t.csv").write_bytes(TEXT)
    return folder


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("sha256", [SHA, None])
def test_a_file_beside_the_card_is_copied(card: Path, tmp_path: Path, sha256: str | None) -> None:
    fetched = fetch(File("t.csv", card, sha256), tmp_path / "raw")
    assert fetched.path.read_bytes() == TEXT
    assert fetched.sha256 == SHA
    assert fetched.path.is_relative_to(tmp_path / "raw")


def test_a_pinned_file_that_changed_is_refused_until_it_is_pinned_again(card: Path, tmp_path: Path) -> None:
    (card / "t.csv").write_bytes(TEXT + b"2,b\n")
    with pytest.raises(ChecksumError):
        fetch(File("t.csv", card, SHA), tmp_path / "raw")
    assert files_in(tmp_path / "raw") == []


def test_an_unpinned_file_is_read_as_it_is_now(card: Path, tmp_path: Path) -> None:
    fetch(File("t.csv", card), tmp_path / "raw")
    (card / "t.csv").write_bytes(b"new")
    assert fetch(File("t.csv", card), tmp_path / "raw").path.read_bytes() == b"new"


def test_the_mirror_is_the_second_place(card: Path, tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    (mirror / "far.csv").write_bytes(b"far")
    (mirror / "t.csv").write_bytes(b"not this one")
    assert fetch(File("far.csv", card), tmp_path / "raw", mirror=mirror).path.read_bytes() == b"far"
    assert fetch(File("t.csv", card), tmp_path / "raw", mirror=mirror).path.read_bytes() == TEXT
    with pytest.raises(FetchError, match="missing") as caught:
        fetch(File("none.csv", card), tmp_path / "raw")
    assert "ISNAD_MIRROR" in caught.value.remedy


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.csv", "a/../../x", "a\\b", ""])
def test_a_path_stays_in_its_folder(card: Path, path: str) -> None:
    with pytest.raises(FetchError, match="leads out"):
        File(path, card)


def test_a_link_that_leads_out_is_refused(card: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (card / "link.csv").symlink_to(tmp_path / "secret")
    with pytest.raises(FetchError, match="symbolic link"):
        fetch(File("link.csv", card), tmp_path / "raw")


def test_a_folder_is_pinned_by_its_listing(card: Path, tmp_path: Path) -> None:
    for name in ("b/2.md", "1.md", ".hidden"):
        (card / "texts" / name).parent.mkdir(parents=True, exist_ok=True)
        (card / "texts" / name).write_text("---\nn: 1\n---\n")
    digest = folder_digest(card / "texts")
    (card / "texts" / ".hidden").write_text("does not count")
    raw = tmp_path / "raw"
    fetched = fetch(File("texts", card, digest), raw)
    assert [row.where for row in read_rows(fetched.path, Format(type="markdown"))] == ["1.md", "b/2.md"]
    assert fetch(File("texts", card, digest), raw).from_cache
    (fetched.path / "1.md").write_text("changed in the raw folder")
    assert not fetch(File("texts", card, digest), raw).from_cache
    (card / "texts" / "1.md").rename(card / "texts" / "3.md")
    assert folder_digest(card / "texts") != digest


def dataset_folder(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "data.jsonl").write_text('{"id": 1, "text": "نص"}\n{"id": 2, "text": null}\n', "utf-8")


def digest_of(origin: Hub, raw: Path) -> str:
    with pytest.raises(ChecksumError) as caught:
        fetch(origin, raw)
    assert files_in(raw) == []
    return caught.value.found.split()[1].rstrip(",")


def test_a_local_dataset_folder_becomes_parquet_pinned_by_its_rows(card: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    dataset_folder(card / "set")
    unpinned = Hub("set", "0" * 64, folder=card)
    digest = digest_of(unpinned, tmp_path / "raw")
    origin = Hub("set", digest, folder=card)
    fetched = fetch(origin, tmp_path / "raw")
    assert [dict(row.fields) for row in read_rows(fetched.path, Format(type="parquet"))] == [
        {"id": 1, "text": "نص"},
        {"id": 2, "text": None},
    ]
    again = fetch(origin, tmp_path / "raw2")
    assert again.path.read_bytes() == fetched.path.read_bytes()
    assert fetch(origin, tmp_path / "raw").from_cache


def test_a_saved_dataset_gives_the_same_rows(card: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    rows = [{"id": 1, "text": "نص"}, {"id": 2, "text": None}]
    datasets.Dataset.from_list(rows).save_to_disk(str(card / "saved"))
    datasets.DatasetDict({"train": datasets.Dataset.from_list(rows)}).save_to_disk(str(card / "splits"))
    dataset_folder(card / "plain")
    digests = {
        digest_of(Hub(name, "0" * 64, folder=card), tmp_path / name) for name in ("saved", "splits", "plain")
    }
    assert len(digests) == 1


def test_a_dataset_is_pinned_to_a_commit(card: Path, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="not pinned"):
        fetch(Hub("owner/set", "0" * 64, folder=card), tmp_path / "raw")
    with pytest.raises(FetchError, match="not stated exactly"):
        Hub("owner/set", "0" * 64, revision="main")
    with pytest.raises(FetchError, match="leads out"):
        fetch(Hub("../set", "0" * 64, folder=card), tmp_path / "raw")


def test_a_failing_hub_is_explained_without_its_words(tmp_path: Path) -> None:
    class Library:
        def load_dataset(self, *_: object, **__: object) -> None:
            raise ConnectionError("https://hub.example?token=secret")

    origin = Hub("owner/set", "0" * 64, revision="a" * 40)
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
