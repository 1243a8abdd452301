"""Files that appear whole or not at all.

Rules: bytes go to a staging name in the destination's folder, are flushed to the disk, and renamed. Whatever
goes wrong, the staging file is removed and the destination is as it was. A full or read-only disk raises
`FetchError`.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from schemas.errors import FetchError

PREFIX = ".part-"


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
            "the disk is full" if full else f"a file could not be written ({error.strerror or error})",
            where=name,
            found="no space left; nothing half-written was kept" if full else "",
            remedy="free some space and run the same command again"
            if full
            else "check the folder and its permissions",
        ) from error
