"""Staging folders inside the raw folder: each belongs to one running fetch, and no run's remains stay for
ever.

Rules: a staging folder has a lock file that its owner holds open and locked while it lives. The system
releases the lock when the owner ends, however it ends; so whoever can take the lock of another knows that
its folder is a remain, and removes it. Every fetch begins by doing so.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

AREA = ".staging"


@contextmanager
def staging_folder(raw_dir: Path) -> Iterator[Path]:
    """An empty folder on the same disk as `raw_dir`, gone when the block ends."""
    area = raw_dir / AREA
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
        with suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(lock).st_ino:
                return lock, path.with_suffix("")
        os.close(lock)
