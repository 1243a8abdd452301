"""The folder of a service: gone when it ends, and removed by the next one where it was killed; others are left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service import folder as module
from service.folder import LOCK, PREFIX, hold, own_folder

ROOT = Path(__file__).parents[2]
OWNER = """
import sys
from pathlib import Path
from service.folder import hold, own_folder
if sys.argv[1:]:
    hold(Path(sys.argv[1]))
    print(sys.argv[1], flush=True)
    sys.stdin.read()
with own_folder() as folder:
    (folder / "metrics").mkdir()
    (folder / "keys.sqlite").write_text("keys")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@contextmanager
def owner(temporary: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process with a folder of its own, or with that of another."""
    environment = {**os.environ, "TMPDIR": str(temporary)}
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, *words],
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process, Path(process.stdout.readline().strip())
    finally:
        process.kill()
        process.communicate()


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(30)


def folders(temporary: Path) -> list[Path]:
    return sorted(temporary.glob(f"{PREFIX}*"))


@pytest.mark.parametrize("error", [None, RuntimeError, SystemExit, KeyboardInterrupt])
def test_it_is_gone_however_the_service_ends(temporary: Path, error: type[BaseException] | None) -> None:
    try:
        with own_folder() as folder:
            assert folders(temporary) == [folder]
            if error is not None:
                raise error
    except (RuntimeError, SystemExit, KeyboardInterrupt):
        pass
    assert folders(temporary) == []


def test_what_a_killed_service_left_is_removed_by_the_next_and_what_one_holds_is_kept(
    temporary: Path,
) -> None:
    with owner(temporary) as (dead, left), owner(temporary) as (_, held):
        kill(dead)
        assert left.is_dir()
        with own_folder() as mine:
            assert folders(temporary) == sorted([held, mine])
        assert (held / "keys.sqlite").read_text() == "keys"


def test_a_process_that_outlives_the_one_that_began_keeps_the_folder(temporary: Path) -> None:
    with owner(temporary) as (parent, left), owner(temporary, str(left)) as (child, _):
        kill(parent)
        with own_folder():
            assert left.is_dir()
        kill(child)
        with own_folder():
            assert not left.exists()


def test_what_is_no_service_s_is_left(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, other = temporary / f"{PREFIX}begun", temporary / "other"
    for folder in (begun, other):
        folder.mkdir()
    (other / LOCK).touch()
    (temporary / f"{PREFIX}link").symlink_to(other)
    (temporary / f"{PREFIX}file").touch()
    linked = temporary / f"{PREFIX}linked"
    linked.mkdir()
    (linked / LOCK).symlink_to(other / LOCK)
    before = folders(temporary)
    with own_folder():
        pass
    assert folders(temporary) == before
    assert (other / LOCK).exists()
    monkeypatch.setattr(module.os, "geteuid", lambda: os.getuid() + 1)
    foreign = temporary / f"{PREFIX}foreign"
    foreign.mkdir()
    (foreign / LOCK).touch()
    with own_folder():
        assert foreign.exists()


def test_a_folder_without_a_lock_is_nothing_to_hold(temporary: Path) -> None:
    hold(temporary)
    assert list(temporary.iterdir()) == []
