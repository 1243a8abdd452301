"""Finished files of a build become the store's own under a second name: as sound as copies, and checked as they are."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from snapshot_builds import Build

from pipeline.snapshot.files import hash_all, hash_file
from pipeline.snapshot.publish import publish
from pipeline.snapshot.store import Store
from schemas.errors import IntegrityError

FILE = "dense/vectors.bin"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "build"


def test_a_finished_file_has_a_second_name_and_cannot_be_written(store, folder):
    done = publish(store, folder, Build().write(folder), finished=True)
    blob = store.blob(done.manifest.file(FILE).sha256)
    assert blob.samefile(folder / FILE)
    assert blob.stat().st_mode & 0o222 == 0
    store.verify(done.snapshot)


def test_a_snapshot_is_the_same_linked_or_copied(tmp_path):
    names = set()
    for place, finished in (("a", True), ("b", False)):
        meta = Build().write(tmp_path / place / "build")
        store = Store(tmp_path / place / "store")
        names.add(publish(store, tmp_path / place / "build", meta, finished=finished).snapshot)
    assert len(names) == 1


def test_a_store_outlives_the_build_folder(store, folder):
    done = publish(store, folder, Build().write(folder), finished=True)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    store.verify(done.snapshot)


@pytest.mark.parametrize("how", ["written to", "replaced"])
def test_a_finished_file_that_changes_during_the_publish_is_noticed(tmp_path, folder, how):
    meta = Build().write(folder)
    place = folder / "lexical/postings.bin"
    size = place.stat().st_size

    def meddle(step: str) -> None:
        if step == "blob lexical/postings.bin":
            if how == "replaced":
                place.unlink()
            place.write_bytes(b"x" * size)

    store = Store(tmp_path / "store", on_step=meddle)
    with pytest.raises(IntegrityError, match="changed while"):
        publish(store, folder, meta, finished=True)
    assert store.ids() == ()
    assert list(store.staging.iterdir()) == []


def test_where_nothing_can_be_linked_files_are_copied(store, folder, monkeypatch):
    def refused(self: Path, target: Path) -> None:
        raise OSError(errno.EXDEV, "another file system")

    meta = Build().write(folder)
    monkeypatch.setattr(Path, "hardlink_to", refused)
    done = publish(store, folder, meta, finished=True)
    assert not store.blob(done.manifest.file(FILE).sha256).samefile(folder / FILE)
    store.verify(done.snapshot)


@pytest.mark.parametrize("damage", ["truncated", "flipped"])
def test_a_damaged_blob_is_noticed_and_replaced(store, tmp_path, damage):
    done = publish(store, tmp_path / "one", Build().write(tmp_path / "one"), finished=True)
    blob = store.blob(done.manifest.file(FILE).sha256)
    content = bytearray(blob.read_bytes())
    content[7] ^= 1
    blob.chmod(0o644)
    blob.write_bytes(content[:-1] if damage == "truncated" else content)
    with pytest.raises(IntegrityError, match=r"dense/vectors\.bin"):
        store.verify(done.snapshot)
    publish(store, tmp_path / "two", Build().but(code="2").write(tmp_path / "two"), finished=True)
    store.verify(done.snapshot)


def test_files_hashed_together_are_hashed_as_alone(tmp_path):
    paths = [tmp_path / str(number) for number in range(9)]
    for number, path in enumerate(paths):
        path.write_bytes(bytes([number]) * number * 1000)
    assert hash_all(paths) == [hash_file(path) for path in paths]
