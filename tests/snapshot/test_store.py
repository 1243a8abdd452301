"""Reading a store: names, opening, verifying, comparing, and collecting what nothing names."""

from __future__ import annotations

import os
import shutil

import pytest
from snapshot_builds import Build, sha, state

from pipeline.snapshot import gc
from pipeline.snapshot.diff import diff
from pipeline.snapshot.publish import use
from pipeline.snapshot.store import Store
from pipeline.snapshot.verify import verify_directory
from schemas.errors import ConfigurationError, IntegrityError, SnapshotError

NEWER = Build().but(
    texts={**{n: t for n, t in Build().texts.items() if n != "fatwa:one:1"}, "fatwa:one:101": "new"},
    figures={"map_at_10": 0.41, "mrr": 0.5},
)


# Names


def test_a_snapshot_is_found_by_id_beginning_digest_and_channel(store, put):
    done = put(Build())
    for name in (done.snapshot, done.snapshot[:8], done.manifest.sha256, "production"):
        assert store.find(name) == done.snapshot


def test_a_digest_that_could_name_a_channel_is_a_digest(store, put):
    while not (done := put(Build(code=str(len(store.ids()))))).manifest.sha256[0].isalpha():
        pass
    assert store.find(done.manifest.sha256) == done.snapshot


def test_a_channel_with_the_name_of_a_snapshot_does_not_stand_for_it(store, put):
    first = put(Build())
    second = put(NEWER, channel=first.snapshot)
    assert store.find(first.snapshot) == first.snapshot != second.snapshot


@pytest.mark.parametrize("name", ["s-", "s-0000", "preview", "", "../..", "s-" + "0" * 20])
def test_a_name_that_means_nothing_is_an_error(store, put, name):
    put(Build())
    with pytest.raises(SnapshotError, match="no snapshot"):
        store.find(name)


def test_an_empty_store_says_so(store):
    assert (store.ids(), store.channels(), store.pointer("production")) == ((), (), None)
    with pytest.raises(SnapshotError, match=r"(?s)nothing is published.*`isnad run`"):
        store.current("production")


@pytest.mark.parametrize("channel", ["", "../x", "Production", "a/b", "a--b", ".x", "a" * 61])
def test_a_channel_has_a_plain_name(store, channel):
    with pytest.raises(ConfigurationError, match="name of a channel"):
        store.pointer(channel)


# Opening and verifying


def test_an_open_snapshot_shares_its_bytes_with_the_store_and_cannot_be_written(store, put):
    done = put(Build())
    path = store.materialise(done.snapshot)
    file = path / "dense/vectors.bin"
    assert file.samefile(store.blob(done.manifest.file("dense/vectors.bin").sha256))
    assert file.stat().st_mode & 0o222 == 0
    assert verify_directory(path) == done.manifest


def test_where_links_are_not_possible_files_are_copied(store, put, monkeypatch):
    done = put(Build())

    def refuse(*args: object, **kwargs: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = store.materialise(done.snapshot)
    assert not (path / "dense/vectors.bin").samefile(
        store.blob(done.manifest.file("dense/vectors.bin").sha256)
    )
    assert verify_directory(path) == done.manifest


def test_a_store_of_links_is_opened_once(store, put, tmp_path):
    done = put(Build())
    for entry in done.manifest.files:
        blob = store.blob(entry.sha256)
        blob.rename(tmp_path / entry.sha256)
        blob.symlink_to(tmp_path / entry.sha256)
    path = store.materialise(done.snapshot)
    place = path.stat().st_ino
    assert store.materialise(done.snapshot).stat().st_ino == place
    assert verify_directory(path) == done.manifest


SPOILT = {
    "missing": (lambda p: (p / "dense/vectors.bin").unlink(), "missing"),
    "unlisted": (lambda p: (p / "extra").write_text("x"), "does not list"),
    "empty folder": (lambda p: (p / "extra").mkdir(), "empty folder"),
    "link": (lambda p: (p / "extra").symlink_to("documents.arrow"), "symbolic link"),
    "replaced by a link": (
        lambda p: ((p / "dense/vectors.bin").unlink(), (p / "dense/vectors.bin").symlink_to("/dev/zero")),
        "symbolic link",
    ),
    "longer": (lambda p: rewrite(p / "dense/vectors.bin", b"v" * 300_001), "another size"),
    "shorter": (lambda p: rewrite(p / "dense/vectors.bin", b"v"), "another size"),
    "flipped": (lambda p: rewrite(p / "dense/vectors.bin", b"v" * 299_999 + b"w"), "other bytes"),
    "no manifest": (lambda p: (p / "manifest.json").unlink(), "missing"),
    "other manifest": (lambda p: rewrite(p / "manifest.json", b"{}"), "states no format"),
}


def rewrite(path, data: bytes) -> None:
    path.unlink()
    path.write_bytes(data)


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_directory_is_told_by_its_file_and_made_again(store, put, tmp_path, name):
    done = put(Build())
    spoil, told = SPOILT[name]
    path = store.materialise(done.snapshot)
    spoil(path)
    with pytest.raises(IntegrityError, match=told):
        verify_directory(path)
    if name != "flipped":  # which opening, that reads no bytes, cannot see
        store.materialise(done.snapshot)
        assert verify_directory(path) == done.manifest


def test_a_damaged_blob_is_not_opened(store, put):
    done = put(Build())
    rewrite(store.blob(done.manifest.file("dense/vectors.bin").sha256), b"v" * 299_999 + b"w")
    with pytest.raises(IntegrityError, match=r"dense/vectors\.bin"):
        store.current("production")
    assert not (store.root / "open").exists() or list((store.root / "open").iterdir()) == []
    with pytest.raises(IntegrityError):
        store.verify(done.snapshot)
    with pytest.raises(IntegrityError, match="damaged in this store"):
        use(store, done.snapshot)


def test_a_changed_manifest_is_not_read(store, put):
    done = put(Build())
    path = store.manifest_path(done.snapshot)
    rewrite(path, path.read_bytes().replace(b'"quarantined":2', b'"quarantined":0'))
    with pytest.raises(IntegrityError, match="not that of this snapshot"):
        store.manifest(done.snapshot)


def test_a_copied_directory_verifies_anywhere(store, put, tmp_path):
    done = put(Build())
    shutil.copytree(store.materialise(done.snapshot), tmp_path / "copy")
    assert verify_directory(tmp_path / "copy").id == done.snapshot


# Comparing


def test_a_diff_says_what_came_went_and_changed(store, put):
    first = put(Build())
    texts = {**NEWER.texts, "fatwa:one:7": "corrected"}
    second = put(NEWER.but(texts=texts, config={"k1": 2}), allow=("changed-text",))
    found = diff(store, first.snapshot, second.snapshot)
    told = {(c.change, c.source, c.kind): (c.count, c.examples) for c in found.documents}
    assert told == {
        ("added", "one", "fatwa"): (1, ("fatwa:one:101",)),
        ("changed", "one", "fatwa"): (1, ("fatwa:one:7",)),
        ("removed", "one", "fatwa"): (1, ("fatwa:one:1",)),
    }
    assert [(f.name, f.before, f.after) for f in found.figures] == [
        ("map_at_10", 0.4, 0.41),
        ("mrr", None, 0.5),
    ]
    assert [change.name for change in found.config] == ["configuration"]
    assert [change.name for change in found.sources] == ["one"]
    assert {change.name for change in found.files} == {
        "documents.arrow",
        "evaluation.json",
        "references.parquet",
    }
    assert found.counts == ()


def test_a_snapshot_does_not_differ_from_itself(store, put):
    done = put(Build())
    assert diff(store, done.snapshot, done.snapshot).empty


def test_a_store_that_cannot_be_written_opens_nothing_and_says_how(store, put, monkeypatch):
    done = put(Build())
    monkeypatch.setattr("pipeline.snapshot.store.os.access", lambda *_: False)
    with pytest.raises(SnapshotError, match="not opened in this store yet") as told:
        store.materialise(done.snapshot)
    assert done.snapshot in told.value.remedy
    monkeypatch.undo()
    opened = store.materialise(done.snapshot)
    monkeypatch.setattr("pipeline.snapshot.store.os.access", lambda *_: False)
    assert store.materialise(done.snapshot) == opened


# Collecting


def test_collecting_in_a_tidy_store_removes_nothing(store, put):
    put(Build())
    put(NEWER)
    before = state(store.root)
    done = gc.collect(store)
    assert (done.snapshots, done.blobs, done.bytes) == ((), 0, 0)
    assert state(store.root) == before


def test_keeping_the_last_spares_what_is_served_and_the_newest(store, put):
    ids = [put(Build(config={"k1": n}, files={"f": str(n).encode()})).snapshot for n in range(5)]
    use(store, ids[1])
    would = gc.collect(store, keep=1, dry_run=True)
    assert len(store.ids()) == 5
    done = gc.collect(store, keep=1)
    assert done.snapshots == would.snapshots == tuple(sorted([ids[0], ids[2], ids[3]]))
    assert set(store.ids()) == {ids[1], ids[4]}
    for snapshot in store.ids():
        store.verify(snapshot)
    assert put(Build(config={"k1": 9}, files={"f": b"9"})).manifest.release == 6


def test_the_remains_of_a_pull_and_of_a_gone_snapshot_are_collected(store, put):
    first, second = put(Build()), put(NEWER)
    store.materialise(first.snapshot)
    (store.staging / "pull").mkdir()
    (store.staging / "pull" / f"{sha('x')}.part").write_bytes(b"x")
    gc.collect(store, keep=1)
    assert store.ids() == (second.snapshot,)
    assert list((store.root / "open").iterdir()) == list(store.staging.iterdir()) == []


def test_collecting_where_no_store_is_does_not_make_one(tmp_path):
    with pytest.raises(SnapshotError, match="not a store"):
        gc.collect(Store(tmp_path / "nowhere"))
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_folder_that_is_no_store_keeps_what_it_has(tmp_path, dry_run):
    for name in ("open", "staging", "snapshots"):  # as other folders are called, too
        (tmp_path / name).mkdir()
        (tmp_path / name / "work").write_text("of somebody else", "utf-8")
    with pytest.raises(SnapshotError, match="not a store"):
        gc.collect(Store(tmp_path), dry_run=dry_run)
    assert len(list(tmp_path.rglob("work"))) == 3
