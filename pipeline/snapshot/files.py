"""Bytes on a disk: hashing, write-once files, and directories that appear whole.

A file is written under a temporary name, fsynced, and renamed; then its directory is fsynced, since a
rename that only memory knows is no rename after a power cut. A caller gives `on_step`, which is called
with a name before each change that could be seen later: a display counts the steps, and the tests stop
there. Nothing here knows what a snapshot is.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

from schemas.errors import IntegrityError, SnapshotError
from schemas.sentence import said

CHUNK = 1 << 20
HASHED_TOGETHER = 4  # files
CANNOT_LINK = (errno.EPERM, errno.EXDEV, errno.EMLINK, errno.ENOTSUP, errno.ENOSYS)

Stamp = tuple[int, int, int]  # inode, size and time of the last change of a file

OnStep = Callable[[str], None]


def no_step(name: str) -> None:
    """The `on_step` that does nothing."""


@contextlib.contextmanager
def disk_errors(doing: str) -> Iterator[None]:
    """Turn an `OSError` into a `SnapshotError` that says what was being done."""
    try:
        yield
    except OSError as error:
        raise SnapshotError(
            said("{doing} was not possible", doing=doing),
            found=error.strerror or str(error),
            where=str(error.filename or ""),
            remedy="look at free space and permissions; what was there before is unharmed, "
            "so the same command can be given again",
        ) from error


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


def fsync_directory(path: Path) -> None:
    """Make the names in a directory durable."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_directory(path: Path) -> None:
    """Create a directory and its parents, each durable."""
    if path.is_dir():
        return
    make_directory(path.parent)
    with contextlib.suppress(FileExistsError):
        path.mkdir()
        fsync_directory(path.parent)


def write_atomically(path: Path, data: bytes, staging: Path) -> None:
    """Put `data` at `path`, replacing what was there: a reader sees the old bytes or the new ones."""
    handle, name = tempfile.mkstemp(dir=staging, prefix="write-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    fsync_directory(path.parent)


def settle(temporary: Path, final: Path) -> None:
    """Give a finished temporary file its final name, read-only and durable."""
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.chmod(0o444)
    make_directory(final.parent)
    temporary.replace(final)
    fsync_directory(final.parent)


def copy_verified(source: Path, final: Path, size: int, sha256: str, staging: Path) -> None:
    """Copy a file to `final`; raises `IntegrityError`, leaving no copy, when its bytes are others."""
    handle, name = tempfile.mkstemp(dir=staging, prefix="blob-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as out, source.open("rb") as file:
            found = hash_stream(file, out)
        if found != (size, sha256):
            raise _changed(source, f"{size} bytes, sha256 {sha256}", f"{found[0]} bytes, sha256 {found[1]}")
        settle(temporary, final)
    finally:
        temporary.unlink(missing_ok=True)


def stamp_of(path: Path) -> Stamp:
    """What shows that a file was written to, or is another."""
    state = path.stat()
    return state.st_ino, state.st_size, state.st_mtime_ns


def link_verified(source: Path, final: Path, stamp: Stamp, staging: Path) -> None:
    """Give a file that was hashed a second name at `final`, read-only from now on.

    Raises `IntegrityError`, leaving no name, when its stamp is no longer that of before it was hashed.
    """
    temporary = staging / f"blob-{final.name}"
    temporary.unlink(missing_ok=True)
    try:
        temporary.hardlink_to(source)
        if stamp_of(temporary) != stamp:
            raise _changed(source, "the file that was hashed", "another, or one that was written to since")
        settle(temporary, final)
    finally:
        temporary.unlink(missing_ok=True)


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


@contextlib.contextmanager
def exclusive(path: Path, wait_s: float, what: str) -> Iterator[None]:
    """Hold the lock file at `path`; raises `SnapshotError` after `wait_s` seconds in vain.

    The lock belongs to the process, so a killed one leaves nothing that would have to be cleaned up.
    """
    with disk_errors("locking the store"):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    deadline = time.monotonic() + wait_s
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise SnapshotError(
                        f"another process is {what} this store",
                        found=f"still at it after {wait_s:g} seconds",
                        where=str(path.parent),
                        remedy="wait for it to end, then give the command again",
                    ) from None
                time.sleep(0.02)
        yield
    finally:
        os.close(handle)
