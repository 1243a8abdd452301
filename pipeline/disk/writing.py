"""Files that appear whole, or not at all: written under another name, flushed to the disk, renamed.

    with whole_file(path) as file:
        file.write(...)

Rules: a reader sees what was there before or what is there now, wherever the writer is stopped. After the rename the
folder is flushed too, since a rename that only memory knows is no rename after a power cut. Whatever goes wrong, what
was written so far is removed, and the first error is the one that is told; only a process that is killed leaves it,
under a name that begins with `PART`.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PART = ".part-"  # what the name of an unfinished file begins with
# What a system says that has no second names for files, not between these places or not so many.
CANNOT_LINK = (errno.EPERM, errno.EXDEV, errno.EMLINK, errno.ENOTSUP, errno.ENOSYS)


@contextmanager
def whole_files(
    *paths: Path, staging: Path | None = None, mode: int | None = None, lasting: bool = True
) -> Iterator[list[BinaryIO]]:
    """Files to write to. When the block ends without an error and all of them are on the disk, they take their names,
    in this order: the last may say that the others are there.

    Args:
        staging: the folder on the same disk in which they are written; by default each where it will be.
        mode: their permissions; by default those of any new file.
        lasting: whether they must outlive a power cut, which costs milliseconds for each.
    """
    parts = [unfinished(staging or path.parent) for path in paths]
    files: list[BinaryIO] = []
    try:
        for path, part in zip(paths, parts, strict=True):
            make_directory(path.parent)
            files.append(part.open("xb"))
        yield files
        for file in files:
            _finish(file, mode, lasting)
        for path, part in zip(paths, parts, strict=True):
            part.replace(path)
        for folder in {path.parent: None for path in paths} if lasting else ():
            sync(folder)
    finally:
        for file in files:
            with suppress(OSError):
                file.close()
        for part in parts:
            with suppress(OSError):
                part.unlink()


@contextmanager
def whole_file(
    path: Path, *, staging: Path | None = None, mode: int | None = None, lasting: bool = True
) -> Iterator[BinaryIO]:
    """A file to write to; it takes its name when the block ends without an error (`whole_files`)."""
    with whole_files(path, staging=staging, mode=mode, lasting=lasting) as (file,):
        yield file


def write_whole(
    path: Path, content: bytes | memoryview, *, staging: Path | None = None, mode: int | None = None
) -> None:
    """Write a file whole or not at all, in the place of what was there."""
    with whole_file(path, staging=staging, mode=mode) as file:
        file.write(content)


def put_whole(part: Path, path: Path, *, mode: int | None = None) -> None:
    """Give a file that is finished its name, in the place of what was there."""
    if mode is not None:
        part.chmod(mode)
    sync(part)
    make_directory(path.parent)
    part.replace(path)
    sync(path.parent)


def link(source: Path, target: Path) -> None:
    """Give a finished file a second name; a copy of it where the file system cannot."""
    try:
        target.hardlink_to(source)
    except OSError as refused:
        if refused.errno not in CANNOT_LINK:
            raise
        with source.open("rb") as file, whole_file(target) as copy:
            shutil.copyfileobj(file, copy)


def unfinished(folder: Path) -> Path:
    """A name in a folder for a file that is being written."""
    return folder / f"{PART}{secrets.token_hex(8)}"


def is_unfinished(path: Path) -> bool:
    """Whether a file is being written, or was when its writer was killed."""
    return path.name.startswith(PART)


def make_directory(path: Path) -> None:
    """Create a folder and its parents, each flushed to the disk."""
    if path.is_dir():
        return
    make_directory(path.parent)
    with suppress(FileExistsError):
        path.mkdir()
        sync(path.parent)


def sync(path: Path) -> None:
    """Make the bytes of a file, or the names in a folder, last."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _finish(file: BinaryIO, mode: int | None, lasting: bool) -> None:
    """Close a file whose bytes are all written; an error here is one of writing."""
    file.flush()
    if mode is not None:
        os.fchmod(file.fileno(), mode)
    if lasting:
        os.fsync(file.fileno())
    file.close()
