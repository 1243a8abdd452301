"""The folder of a service that runs, for what lasts as long: keys of `--dev`, and metrics of several processes.

    with own_folder() as folder:    in the process that was started; the folder is gone behind it
    hold(folder)                    in each other process that uses it

Rules: who uses a folder holds its lock, which the system lets go of however a process ends. A service that is killed
outright leaves its folder, and the next one removes it: folders of this name that belong to the same user, and whose
lock nobody holds. Where the lock is not there yet, the folder is somebody's who begins.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PREFIX, LOCK = "isnad-serve-", "isnad-serve.lock"
_held: list[IO[bytes]] = []


@contextmanager
def own_folder() -> Iterator[Path]:
    """A new folder, which this process holds; what killed services left is removed before."""
    _remove_left(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        with (folder / f"{LOCK}.new").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            (folder / f"{LOCK}.new").rename(folder / LOCK)  # who finds it finds it held
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def hold(folder: Path) -> None:
    """Hold a folder until this process ends; one without a lock is no service's."""
    with suppress(OSError):
        lock = (folder / LOCK).open("rb")
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        _held.append(lock)


def _remove_left(temporary: Path) -> None:
    """Remove the folders that nobody holds any more."""
    for folder in sorted(temporary.glob(f"{PREFIX}*")):
        with suppress(OSError):  # another user's, held, or gone by now: it is left
            found = folder.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                continue
            with os.fdopen(os.open(folder / LOCK, os.O_RDONLY | os.O_NOFOLLOW)) as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
