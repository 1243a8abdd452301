"""A publish that is stopped anywhere leaves the old state or the new one, and the next one succeeds."""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import signal
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from snapshot_builds import Build, state, visible

from pipeline.snapshot import files, gc
from pipeline.snapshot.publish import publish
from pipeline.snapshot.store import Store
from schemas.errors import SnapshotError

OLD = Build()
NEW = Build().but(
    texts={**Build().texts, "fatwa:one:101": "new"},
    files={"lexical/postings.bin": b"q" * 70_000, "dense/vectors.bin": b"w" * 3_000_000},
)


def steps_of_a_publish(tmp_path: Path) -> list[str]:
    names: list[str] = []
    publish(Store(tmp_path / "count"), tmp_path / "first", OLD.write(tmp_path / "first"))
    store = Store(tmp_path / "count", on_step=names.append)
    publish(store, tmp_path / "second", NEW.write(tmp_path / "second"))
    return names


def test_the_steps_go_from_files_to_the_pointer(tmp_path):
    names = steps_of_a_publish(tmp_path)
    assert names[-3:] == ["manifest", "pointer", "done"]
    assert all(name.startswith("blob ") for name in names[:-3])
    assert len(names) == 4 + 3


def _publish_and_die(root: Path, folder: Path, meta, at: int) -> None:
    seen = iter(range(10_000))

    def die(name: str) -> None:
        if next(seen) == at:
            os.kill(os.getpid(), signal.SIGKILL)

    publish(Store(root, on_step=die), folder, meta)


def _killed(target, *arguments) -> int:
    process = multiprocessing.get_context("fork").Process(target=target, args=arguments)
    process.start()
    process.join(60)
    return process.exitcode


@pytest.mark.parametrize("at", range(7))
def test_killed_at_any_step_the_store_is_readable_and_goes_on(store, put, tmp_path, at):
    old = put(OLD)
    before = visible(store)
    meta = NEW.write(tmp_path / "new")
    assert _killed(_publish_and_die, store.root, tmp_path / "new", meta, at) == -signal.SIGKILL
    served = store.served("production")
    if at < 6:  # before the pointer was replaced
        assert served.snapshot == old.snapshot
        assert before[1] == visible(store)[1]
    else:
        assert served.release == 2
    for snapshot in store.ids():
        store.verify(snapshot)
    store.current("production")
    done = publish(store, tmp_path / "new", meta)
    assert done.outcome == ("published" if at < 6 else "unchanged")
    assert store.served("production").snapshot == done.snapshot
    assert sorted(path.name for path in store.staging.iterdir()) == []


def _die_in_a_write(root: Path, folder: Path, meta, at: int) -> None:
    """Killed with bytes in flight: at the n-th fsync, which every write ends in."""
    seen, real = iter(range(10_000)), os.fsync

    def die(handle: int) -> None:
        if next(seen) == at:
            os.kill(os.getpid(), signal.SIGKILL)
        real(handle)

    files.os.fsync = die
    publish(Store(root), folder, meta)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 40))
def test_killed_within_a_write_the_store_has_one_state(tmp_path_factory, at):
    tmp_path = tmp_path_factory.mktemp("kill")
    store = Store(tmp_path / "store")
    old = publish(store, tmp_path / "old", OLD.write(tmp_path / "old"))
    meta = NEW.write(tmp_path / "new")
    _killed(_die_in_a_write, store.root, tmp_path / "new", meta, at)
    served = store.served("production")
    assert served.snapshot == old.snapshot or served.release == 2
    assert store.verify(served.snapshot).release == served.release
    publish(store, tmp_path / "new", meta)
    assert store.served("production").release == 2
    assert gc.collect(store).blobs == 0


@pytest.mark.parametrize("at", range(6))
def test_a_full_disk_at_any_step_changes_nothing(store, put, tmp_path, at):
    put(OLD)
    before = visible(store)
    seen = iter(range(100))

    def fill(name: str) -> None:
        if next(seen) == at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "somewhere")

    meta = NEW.write(tmp_path / "new")
    with pytest.raises(SnapshotError, match="No space left"):
        publish(Store(store.root, on_step=fill), tmp_path / "new", meta)
    assert visible(store)[1] == before[1]
    assert list(store.staging.iterdir()) == []
    assert publish(store, tmp_path / "new", meta).outcome == "published"


def _publish_with_small_files(root: Path, folder: Path, meta) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
    try:
        publish(Store(root), folder, meta)
    except SnapshotError:
        os._exit(42)


def test_a_write_that_the_system_cuts_short_leaves_no_half_file(store, put, tmp_path):
    put(OLD)
    before = visible(store)
    meta = NEW.write(tmp_path / "new")
    assert _killed(_publish_with_small_files, store.root, tmp_path / "new", meta) == 42
    assert visible(store) == before
    assert list(store.staging.iterdir()) == []


@pytest.mark.parametrize("folder", ["staging", "snapshots", "channels"])
def test_a_place_that_cannot_be_written_is_an_error_in_plain_words(store, put, tmp_path, monkeypatch, folder):
    put(OLD)
    before = visible(store)
    blocked, real = store.root / folder, Path.replace

    def refuse(self: Path, target: Path) -> Path:
        if blocked in Path(target).parents or (blocked == self.parent and folder == "staging"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
        return real(self, target)

    meta = NEW.write(tmp_path / "new")
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(SnapshotError, match="Permission denied"):
        publish(store, tmp_path / "new", meta)
    monkeypatch.undo()
    assert visible(store)[1] == before[1]
    assert publish(store, tmp_path / "new", meta).outcome == "published"


def test_an_open_snapshot_can_be_served_while_nothing_can_be_written(store, put, monkeypatch):
    put(OLD)
    expected = store.current("production")

    def refuse(*args: object, **kwargs: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    for name in ("open", "mkdir", "replace", "rename"):
        monkeypatch.setattr(os, name, refuse)
    assert Store(store.root).current("production") == expected


def _publish_with_others(root: Path, folder: Path, meta, together) -> str:
    together.wait(60)
    return publish(Store(root), folder, meta).outcome


def test_publishers_at_the_same_time_go_one_after_the_other(store, put, tmp_path):
    put(OLD)
    folders = [tmp_path / f"c{n}" for n in range(4)]
    metas = [
        OLD.but(config={"k1": n}, files={**OLD.files, "own.bin": str(n).encode()}).write(folder)
        for n, folder in enumerate(folders)
    ]
    # fresh processes: a forked one runs the exit hooks of every library that another test had at work here
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, ProcessPoolExecutor(4, mp_context=context) as pool:
        together = manager.Barrier(4)
        outcomes = list(pool.map(_publish_with_others, [store.root] * 4, folders, metas, [together] * 4))
    assert outcomes == ["published"] * 4
    history = store.pointer("production").signed.history
    assert [past.release for past in history] == [1, 2, 3, 4, 5]
    parents = [store.manifest(past.snapshot).parent for past in history]
    assert parents == [None, *(past.snapshot for past in history[:-1])]


def test_a_writer_that_does_not_end_is_named_after_the_wait(store, put, tmp_path):
    put(OLD)
    meta = NEW.write(tmp_path / "new")
    with store.writing(), pytest.raises(SnapshotError, match="another process"):
        publish(Store(store.root, lock_wait_s=0.05), tmp_path / "new", meta)


def test_what_a_stopped_publish_left_is_collected_and_nothing_else(store, put, tmp_path):
    put(OLD)
    before = state(store.root)
    meta = NEW.write(tmp_path / "new")
    _killed(_publish_and_die, store.root, tmp_path / "new", meta, 4)
    assert state(store.root) != before
    half_done = state(store.root)
    with store.pulling(), store.writing():  # a dry run waits for nobody
        would = gc.collect(Store(store.root, lock_wait_s=0), dry_run=True)
    assert gc.collect(store, dry_run=True) == would
    assert state(store.root) == half_done
    done = gc.collect(store)
    assert (done.snapshots, done.blobs, done.bytes) == ((), would.blobs, would.bytes)
    assert done.blobs == 4
    assert state(store.root) == before


def _collect_and_die(root: Path, at: int) -> None:
    seen = iter(range(10_000))

    def die(name: str) -> None:
        if next(seen) == at:
            os.kill(os.getpid(), signal.SIGKILL)

    gc.collect(Store(root, on_step=die), keep=1)


@pytest.mark.parametrize("at", range(0, 12, 2))
def test_collecting_that_is_killed_leaves_whole_snapshots_only(store, put, at):
    for n in range(4):
        put(OLD.but(config={"k1": n}, files={"own.bin": str(n).encode()}))
    served = store.current("production")
    _killed(_collect_and_die, store.root, at)
    for snapshot in store.ids():
        store.verify(snapshot)
    assert store.current("production") == served
    gc.collect(store, keep=1)
    assert store.ids() == (served[0],)
    assert gc.collect(store).other == 0


def test_a_damaged_ledger_is_noticed_before_it_is_built_on(store, put):
    done = put(OLD)
    blob = store.blob(done.manifest.file("references.parquet").sha256)
    data = bytearray(blob.read_bytes())
    data[60] ^= 1
    blob.chmod(0o644)
    blob.write_bytes(data)
    with pytest.raises(SnapshotError, match=r"references\.parquet"):
        put(NEW)
    assert store.ids() == (done.snapshot,)
