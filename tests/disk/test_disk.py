"""What is written is whole, lasts, and is told of where it cannot be; and of two at once one waits."""

from __future__ import annotations

import errno
import fcntl
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Timer

import pytest
from short_files import short_files

from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import AREA, LOOK_S, lock_of, locked, remove_remains, staging_folder
from pipeline.disk.writing import (
    PART,
    is_unfinished,
    link,
    make_directory,
    put_whole,
    whole_file,
    whole_files,
    write_whole,
)
from schemas.errors import BuildError, FetchError

OLD, NEW = b"what was there", b"what is there now" * 1000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that is there already."""
    (tmp_path / "file").write_bytes(OLD)
    return tmp_path / "file"


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


@contextmanager
def in_a_process(code: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A process that has come to where it says so, and is killed at the end if it still runs."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "there\n"
            yield child
        finally:
            child.kill()


class TestWriting:
    def test_a_file_takes_the_place_of_another_and_leaves_nothing_beside_it(self, path: Path) -> None:
        write_whole(path, NEW)
        assert path.read_bytes() == NEW
        assert names(path.parent) == ["file"]

    def test_nothing_is_seen_of_it_before_its_end(self, path: Path) -> None:
        with whole_file(path) as file:
            file.write(NEW)
            file.flush()
            assert path.read_bytes() == OLD
            assert all(is_unfinished(one) for one in path.parent.iterdir() if one != path)

    def test_it_may_be_written_elsewhere_and_have_other_permissions(self, path: Path) -> None:
        staging = path.parent / "staging"
        staging.mkdir()
        with whole_file(path, staging=staging, mode=0o440) as file:
            assert [PART in name for name in names(staging)] == [True]
            file.write(NEW)
        assert path.stat().st_mode & 0o777 == 0o440
        assert names(staging) == []

    def test_its_folder_is_made(self, tmp_path: Path) -> None:
        write_whole(tmp_path / "a" / "b" / "file", NEW)
        assert (tmp_path / "a/b/file").read_bytes() == NEW

    @pytest.mark.parametrize("lasting", [True, False])
    def test_bytes_and_name_are_flushed_unless_they_need_not_last(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, lasting: bool
    ) -> None:
        flushed: list[Path] = []
        monkeypatch.setattr(
            os, "fsync", lambda handle: flushed.append(Path(f"/proc/self/fd/{handle}").readlink())
        )
        with whole_file(path, lasting=lasting) as file:
            file.write(NEW)
        assert path.read_bytes() == NEW
        assert [one == path.parent or is_unfinished(one) for one in flushed] == [True] * (2 if lasting else 0)

    @pytest.mark.parametrize("at", ["fsync", "fchmod", "replace"])
    def test_a_full_disk_leaves_what_was_there(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, at: str
    ) -> None:
        monkeypatch.setattr(Path if at == "replace" else os, at, no_space)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, NEW, mode=0o644)
        assert path.read_bytes() == OLD
        assert names(path.parent) == ["file"]

    @pytest.mark.parametrize("size", [100, 100_000])  # refused when it is flushed, refused when it is written
    def test_a_write_that_is_cut_short_leaves_what_was_there(self, path: Path, size: int) -> None:
        with short_files(50), pytest.raises(OSError, match="too large"):
            write_whole(path, b"x" * size)
        assert path.read_bytes() == OLD
        assert names(path.parent) == ["file"]

    def test_a_folder_that_cannot_be_flushed_is_told_though_the_file_is_there(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pipeline.disk.writing.sync", no_space)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, NEW)
        assert path.read_bytes() == NEW
        assert names(path.parent) == ["file"]

    def test_the_first_error_is_told_and_not_that_the_rest_finds_no_room(self, path: Path) -> None:
        with short_files(5), pytest.raises(ZeroDivisionError), whole_file(path) as file:
            raise ZeroDivisionError(file.write(NEW[:100]))  # held in memory until the file is closed
        assert path.read_bytes() == OLD
        assert names(path.parent) == ["file"]

    @pytest.mark.parametrize("fails", range(3))
    def test_of_several_none_takes_its_name_before_all_are_on_the_disk(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, fails: int
    ) -> None:
        real, calls = os.fsync, iter(range(3))
        monkeypatch.setattr(os, "fsync", lambda handle: no_space() if next(calls) == fails else real(handle))
        with pytest.raises(OSError, match="No space left"), whole_files(*_three(path)) as files:
            files[0].write(NEW)
        assert path.read_bytes() == OLD
        assert names(path.parent) == ["file"]

    def test_several_take_their_names_in_their_order(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        taken, real = [], Path.replace
        monkeypatch.setattr(Path, "replace", lambda part, to: (taken.append(to), real(part, to))[1])
        with whole_files(*_three(path)) as files:
            for number, file in enumerate(files):
                file.write(bytes([number]))
        assert taken == _three(path)
        assert [one.read_bytes() for one in taken] == [b"\0", b"\1", b"\2"]

    def test_one_that_cannot_be_begun_leaves_none(self, path: Path) -> None:
        with pytest.raises(NotADirectoryError), whole_files(path.parent / "a", path / "b"):
            pass
        assert names(path.parent) == ["file"]

    @pytest.mark.parametrize("at", ["os.fsync", "pathlib.Path.replace"])
    def test_killed_in_between_what_was_there_is_whole_and_the_next_writer_succeeds(
        self, path: Path, at: str
    ) -> None:
        code = (
            "import os, pathlib, sys, time\n"
            "from pipeline.disk.writing import write_whole\n"
            f"{at} = lambda *_: (print('there', flush=True), time.sleep(60))\n"
            "write_whole(pathlib.Path(sys.argv[1]), b'half')\n"
        )
        with in_a_process(code, path) as writer:
            os.kill(writer.pid, signal.SIGKILL)
        assert path.read_bytes() == OLD
        left = [one for one in path.parent.iterdir() if one != path]
        assert [is_unfinished(one) for one in left] == [True]
        write_whole(path, NEW)
        assert path.read_bytes() == NEW

    def test_a_finished_file_is_put_in_its_place(self, path: Path) -> None:
        part = path.with_name("part")
        part.write_bytes(NEW)
        put_whole(part, path.parent / "a" / "b", mode=0o444)
        assert (path.parent / "a/b").read_bytes() == NEW
        assert (path.parent / "a/b").stat().st_mode & 0o777 == 0o444
        assert names(path.parent) == ["a", "file"]

    def test_a_folder_that_another_makes_meanwhile_is_as_good(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a").mkdir()
        monkeypatch.setattr(Path, "is_dir", lambda path: path == tmp_path)
        make_directory(tmp_path / "a")
        assert names(tmp_path) == ["a"]


def _three(path: Path) -> list[Path]:
    return [path.with_name("a"), path.with_name("b"), path]


class TestLinks:
    def test_a_second_name(self, path: Path) -> None:
        link(path, path.with_name("other"))
        assert path.with_name("other").samefile(path)

    def test_a_copy_where_nothing_can_be_linked(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "link", _refusing(errno.EXDEV))
        link(path, path.with_name("other"))
        assert path.with_name("other").read_bytes() == OLD
        assert not path.with_name("other").samefile(path)

    def test_a_copy_that_finds_no_room_leaves_nothing(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "link", _refusing(errno.EPERM))
        with short_files(5), pytest.raises(OSError, match="too large"):
            link(path, path.with_name("other"))
        assert names(path.parent) == ["file"]

    def test_another_fault_of_the_disk_is_not_hidden(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "link", no_space)
        with pytest.raises(OSError, match="No space"):
            link(path, path.with_name("other"))


def _refusing(code: int) -> Callable[..., None]:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    return refuse


class TestFaults:
    @pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
    def test_of_a_full_disk_it_is_told_that_room_is_needed(self, code: int) -> None:
        with pytest.raises(FetchError) as told, disk_errors(FetchError, "writing a table", "here"):
            raise OSError(code, os.strerror(code))
        assert told.value.problem == "the disk is full: writing a table was not possible"
        assert (told.value.found, told.value.where) == (os.strerror(code), "here")
        assert "free some space" in told.value.remedy
        assert isinstance(told.value.__cause__, OSError)

    @pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.EIO, errno.EFBIG])
    def test_of_another_fault_what_the_system_says_with_its_place(self, code: int) -> None:
        with pytest.raises(BuildError) as told, disk_errors(BuildError, "writing a table", "here"):
            raise OSError(code, os.strerror(code), "/there")
        assert told.value.problem == "writing a table was not possible"
        assert (told.value.found, told.value.where) == (os.strerror(code), "/there")
        assert "free space and permissions" in told.value.remedy

    def test_what_a_library_says_without_a_number_is_told(self) -> None:
        with pytest.raises(BuildError, match="database or disk is full"), disk_errors(BuildError, "x"):
            raise OSError("database or disk is full")

    def test_other_errors_pass(self) -> None:
        with pytest.raises(FetchError, match="ours"), disk_errors(BuildError, "x"):
            raise FetchError("ours", remedy="x")


HOLDING = (
    "import pathlib, sys, time\n"
    "from pipeline.disk.locks import locked\n"
    "with locked(pathlib.Path(sys.argv[1])) as own:\n"
    "    assert own\n"
    "    print('there', flush=True)\n"
    "    time.sleep(60)\n"
)


class TestLocks:
    def test_one_has_it_until_it_ends_however_it_ends(self, path: Path) -> None:
        with in_a_process(HOLDING, path) as holder:
            with locked(path) as own:
                assert not own
            with locked(path, wait_s=3 * LOOK_S) as own:
                assert not own
            Timer(3 * LOOK_S, holder.kill).start()
            with locked(path, wait_s=math.inf) as own:
                assert own
        assert path.read_bytes() == OLD

    def test_it_is_given_back_at_the_end_of_the_block(self, path: Path) -> None:
        with pytest.raises(ZeroDivisionError), locked(path):
            raise ZeroDivisionError
        with locked(path) as own:
            assert own

    def test_a_file_is_made_where_none_is_unless_it_is_not_to_be(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError), locked(tmp_path / "none", make=False):
            pass
        assert names(tmp_path) == []
        with locked(tmp_path / "none") as own:
            assert own
        assert names(tmp_path) == ["none"]

    @pytest.mark.parametrize("wait_s", [0.0, 3 * LOOK_S])
    def test_one_that_its_owner_removed_meanwhile_is_none(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, wait_s: float
    ) -> None:
        """Between the opening of the file and its lock another removed it, and a third has one of the same name."""
        real = fcntl.flock
        with ExitStack() as third:

            def late(handle: int, how: int) -> None:
                monkeypatch.setattr(fcntl, "flock", real)
                path.unlink()
                assert third.enter_context(locked(path))
                real(handle, how)

            monkeypatch.setattr(fcntl, "flock", late)
            with locked(path, wait_s=wait_s) as own:
                assert not own

    def test_one_that_another_replaced_is_taken_anew(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = fcntl.flock

        def late(handle: int, how: int) -> None:
            monkeypatch.setattr(fcntl, "flock", real)
            write_whole(path, NEW)
            real(handle, how)

        monkeypatch.setattr(fcntl, "flock", late)
        with locked(path) as own, locked(path) as other:
            assert own
            assert not other

    def test_a_file_that_cannot_be_locked_is_told_and_closed(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = len(list(Path("/proc/self/fd").iterdir()))
        monkeypatch.setattr(fcntl, "flock", _refusing(errno.ENOLCK))
        with pytest.raises(OSError, match="No locks"), locked(path):
            pass
        assert len(list(Path("/proc/self/fd").iterdir())) == before


STAGING = (
    "import pathlib, sys, time\n"
    "from pipeline.disk.locks import staging_folder\n"
    "with staging_folder(pathlib.Path(sys.argv[1])) as folder:\n"
    "    (folder / 'half').write_text('x')\n"
    "    print('there', flush=True)\n"
    "    time.sleep(60)\n"
)


class TestStagingFolders:
    def test_one_is_gone_with_its_lock_when_its_work_ends(self, tmp_path: Path) -> None:
        with pytest.raises(ZeroDivisionError), staging_folder(tmp_path) as folder:
            raise ZeroDivisionError((folder / "half").write_text("x"))
        assert names(tmp_path / AREA) == []

    def test_one_stays_while_its_owner_lives_and_goes_when_it_was_killed(self, tmp_path: Path) -> None:
        with in_a_process(STAGING, tmp_path) as owner:
            with staging_folder(tmp_path):
                pass
            assert len(list((tmp_path / AREA).glob("*/half"))) == 1
            owner.kill()
            owner.wait()
            with staging_folder(tmp_path) as folder:
                assert names(tmp_path / AREA) == sorted([folder.name, lock_of(folder).name])
        assert names(tmp_path / AREA) == []

    def test_one_that_is_made_while_another_cleans_is_its_owners(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its lock file is removed by whoever cleans, between its making and its lock."""
        real = fcntl.flock

        def late(handle: int, how: int) -> None:
            monkeypatch.setattr(fcntl, "flock", real)
            remove_remains(tmp_path / AREA)
            real(handle, how)

        monkeypatch.setattr(fcntl, "flock", late)
        with staging_folder(tmp_path) as folder:
            assert lock_of(folder).is_file()
            remove_remains(tmp_path / AREA)
            assert folder.is_dir()
