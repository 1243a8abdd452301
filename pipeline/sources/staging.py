"""Files and folders that appear whole or not at all.

Rules: bytes go to a staging name on the destination's disk, are flushed, and renamed. Whatever goes wrong, what was
staged is removed and the destination is as it was. A full or read-only disk raises `FetchError`.

A staging folder has a lock file that its owner holds open and locked while it lives. The system releases the lock when
the owner ends, however it ends; so whoever can take the lock of another knows that its folder is a remain, and removes
it. Whoever needs a staging folder begins by doing so.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from schemas.errors import FetchError
from schemas.sentence import said

PREFIX = ".part-"  # of a staged file
AREA = ".staging"  # of staging folders


@contextmanager
def staged_file(destination: Path) -> Iterator[BinaryIO]:
    """A file to write to; it takes its name when the block ends without an error."""
    staging = destination.with_name(f"{PREFIX}{secrets.token_hex(8)}")
    try:
        with disk_errors(destination.name):
            destination.parent.mkdir(parents=True, exist_ok=True)
            with staging.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            staging.replace(destination)
            sync(destination.parent)
    finally:
        staging.unlink(missing_ok=True)


@contextmanager
def staging_folder(place: Path) -> Iterator[Path]:
    """An empty folder of one piece of work, inside a place so that it is on the same disk; gone when the block ends."""
    area = place / AREA
    area.mkdir(parents=True, exist_ok=True)
    clean_remains(area)
    lock, folder = _claim(area)
    try:
        folder.mkdir()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_suffix(".lock").unlink(missing_ok=True)
        os.close(lock)


def clean_remains(area: Path) -> None:
    """Remove the staging folders whose owner is gone."""
    for path in sorted(area.glob("*.lock")):
        with suppress(OSError):
            lock = os.open(path, os.O_RDWR)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path.with_suffix(""), ignore_errors=True)
                path.unlink(missing_ok=True)
            finally:
                os.close(lock)


def _claim(area: Path) -> tuple[int, Path]:
    """A locked lock file that is still in its place, and the folder that it stands for."""
    while True:
        path = area / f"{secrets.token_hex(8)}.lock"
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)
        fcntl.flock(lock, fcntl.LOCK_EX)
        # another's cleaning may have removed the file between its creation and its lock
        if in_place(path, lock):
            return lock, path.with_suffix("")
        os.close(lock)


def in_place(path: Path, lock: int) -> bool:
    """Whether an open lock file is still the one of its name; who locks one that was removed has locked nothing."""
    with suppress(FileNotFoundError):
        return path.stat().st_ino == os.fstat(lock).st_ino
    return False


def sync(path: Path) -> None:
    """Make the bytes of a file, or the names in a folder, last."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def disk_errors(name: str) -> Iterator[None]:
    """Turn the disk's errors into a sentence."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise FetchError(
            "the disk is full"
            if full
            else said("a file could not be read or written ({why})", why=error.strerror or error),
            where=name,
            found="no space left; nothing half-written was kept" if full else "",
            remedy="free some space and run the same command again"
            if full
            else "check the folder and its permissions",
        ) from error
