"""Bytes of a store: hashing, copies and second names that were verified, listings.

Files are put into a store whole (`pipeline.disk.writing`). A caller gives `on_step`, which is called with a name before
each change that could be seen later: a display counts the steps, and the tests stop there. Nothing here knows what a
snapshot is.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

from pipeline.disk.writing import put_whole, unfinished, whole_file
from schemas.errors import IntegrityError

CHUNK = 1 << 20
HASHED_TOGETHER = 4  # files
READ_ONLY = 0o444  # what is in a store is never written to again
FOR_ALL = 0o644  # of what is replaced: who serves a store need not be who publishes

Stamp = tuple[int, int, int]  # inode, size and time of the last change of a file

OnStep = Callable[[str], None]


def no_step(name: str) -> None:
    """The `on_step` that does nothing."""


def hash_file(path: Path) -> tuple[int, str]:
    """Size and sha256 of a regular file, read in pieces."""
    with path.open("rb") as file:
        size, digest = hash_stream(file)
    return size, digest


def hash_all(paths: Sequence[Path]) -> list[tuple[int, str]]:
    """`hash_file` of each, several at a time: hashing runs outside of the interpreter's lock."""
    with ThreadPoolExecutor(HASHED_TOGETHER) as pool:
        return list(pool.map(hash_file, paths))


def hash_stream(file: BinaryIO, out: BinaryIO | None = None) -> tuple[int, str]:
    """Size and sha256 of what remains of an open file, copied to `out` on the way when that is given."""
    digest, size = hashlib.sha256(), 0
    while piece := file.read(CHUNK):
        digest.update(piece)
        size += len(piece)
        if out is not None:
            out.write(piece)
    return size, digest.hexdigest()


def copy_verified(source: Path, final: Path, size: int, sha256: str, staging: Path) -> None:
    """Copy a file to `final`; raises `IntegrityError`, leaving no copy, when its bytes are others."""
    with source.open("rb") as file, whole_file(final, staging=staging, mode=READ_ONLY) as out:
        found = hash_stream(file, out)
        if found != (size, sha256):
            raise _changed(source, f"{size} bytes, sha256 {sha256}", f"{found[0]} bytes, sha256 {found[1]}")


def stamp_of(path: Path) -> Stamp:
    """What shows that a file was written to, or is another."""
    state = path.stat()
    return state.st_ino, state.st_size, state.st_mtime_ns


def link_verified(source: Path, final: Path, stamp: Stamp, staging: Path) -> None:
    """Give a file that was hashed a second name at `final`, read-only from now on.

    Raises `IntegrityError`, leaving no name, when its stamp is no longer that of before it was hashed.
    """
    part = unfinished(staging)
    try:
        part.hardlink_to(source)
        if stamp_of(part) != stamp:
            raise _changed(source, "the file that was hashed", "another, or one that was written to since")
        put_whole(part, final, mode=READ_ONLY)
    finally:
        part.unlink(missing_ok=True)


def _changed(source: Path, expected: str, found: str) -> IntegrityError:
    return IntegrityError(
        "a file changed while it was being stored",
        expected=expected,
        found=found,
        where=str(source),
        remedy="nothing may write to the build folder during a publish: build again",
    )


def list_tree(root: Path) -> list[str]:
    """The relative paths of all files below a directory, sorted.

    Links, devices and empty directories are refused: a snapshot is made of files, and a manifest could
    not say that an empty directory is missing.
    """
    found: list[str] = []
    _walk(root, "", found)
    return sorted(found)


def _walk(directory: Path, prefix: str, found: list[str]) -> None:
    entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
    if not entries and prefix:
        raise _unfit(directory, "an empty folder")
    for entry in entries:
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            _walk(Path(entry.path), f"{prefix}{entry.name}/", found)
        elif stat.S_ISREG(mode):
            found.append(prefix + entry.name)
        else:
            raise _unfit(Path(entry.path), "a symbolic link" if stat.S_ISLNK(mode) else "not a regular file")


def _unfit(path: Path, what: str) -> IntegrityError:
    return IntegrityError(
        "a snapshot holds regular files only", found=what, where=str(path), remedy="remove it"
    )


def remove_tree(path: Path) -> None:
    """Remove a directory or file of this store, links as links, sparing nothing below."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    for entry in os.scandir(path):
        remove_tree(Path(entry.path))
    path.rmdir()
