"""One process at a time: locks, and folders of one piece of work that are gone when it ends.

A lock is held on an open file, so the system gives it back when its owner ends, however it ends. Whoever can take the
lock of another's folder thus knows that it is a remain, and removes it; whoever needs such a folder begins by doing so.
"""

from __future__ import annotations

import fcntl
import math
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

AREA = ".staging"  # of staging folders
LOOK_S = 0.02  # between two looks whether a lock is free


@contextmanager
def locked(path: Path, *, wait_s: float = 0.0, make: bool = True) -> Iterator[bool]:
    """Whether this process has the lock of a file, which it gives back at the end of the block.

    Args:
        wait_s: how long another is waited for, in seconds.
        make: whether the file is made where none is; it is empty then, and stays.
    """
    with ExitStack() as held:
        yield _take(path, wait_s, make, held)


def _take(path: Path, wait_s: float, make: bool, held: ExitStack) -> bool:
    end = time.monotonic() + wait_s
    while True:
        with ExitStack() as opened:
            handle = os.open(path, os.O_RDWR | (os.O_CREAT if make else 0), 0o644)
            opened.callback(os.close, handle)
            free = _is_free(handle)
            if free and _in_place(path, handle):
                held.push(opened.pop_all())
                return True
        if not free:  # else whoever had it removed or replaced it meanwhile, and the new one is looked at now
            if time.monotonic() >= end:
                return False
            time.sleep(LOOK_S)


def _is_free(handle: int) -> bool:
    """Whether the lock of an open file was free; now it is ours."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _in_place(path: Path, handle: int) -> bool:
    """Whether an open file is still the one of its name; who locks one that was removed has locked nothing."""
    with suppress(FileNotFoundError):
        return path.stat().st_ino == os.fstat(handle).st_ino
    return False


@contextmanager
def staging_folder(place: Path) -> Iterator[Path]:
    """An empty folder of one piece of work, inside a place so that it is on the same disk; gone when the block ends."""
    area = place / AREA
    area.mkdir(parents=True, exist_ok=True)
    remove_remains(area)
    folder = area / secrets.token_hex(8)
    with locked(
        lock_of(folder), wait_s=math.inf
    ):  # nobody else holds it for longer than a look at what remains
        try:
            folder.mkdir()
            yield folder
        finally:
            remove_with_lock(folder)


def lock_of(folder: Path) -> Path:
    """The lock file of a folder of work."""
    return folder.with_name(f"{folder.name}.lock")


def remove_remains(area: Path) -> None:
    """Remove the folders of work in an area whose owner is gone."""
    for path in sorted(area.glob("*.lock")):
        with suppress(OSError), locked(path) as free:
            if free:
                remove_with_lock(path.with_suffix(""))


def remove_with_lock(folder: Path) -> None:
    """Remove a folder of work, and its lock file last. Needs the lock."""
    shutil.rmtree(folder, ignore_errors=True)
    lock_of(folder).unlink(missing_ok=True)
