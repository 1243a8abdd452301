"""How the kernels are compiled: the one decorator, and where compiled code is kept between processes.

Rules
* No fast mathematics: additions happen in the order written, so a score has the same bits everywhere.
* Kernels are compiled at their first call with given types. `LexicalIndex.warm` makes these calls, so that no
  request waits for a compiler.
* Compiled code is kept in the first folder that can be used: NUMBA_CACHE_DIR if the operator names one, the
  user's cache folder, a private folder of the user under the temporary one. It is code that will be executed:
  a folder which another user owns, or may write to, is passed over. If none is left, code is compiled anew in
  each process, and nothing fails.
* numba knows that a kernel's own file changed, but not that one it calls did. The folder's name therefore
  holds a digest of all files of the index, where every kernel is.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
import numba.core.config


def candidate_folders() -> Iterator[tuple[Path, bool]]:
    """Folders for compiled code, best first, each with whether it must be private to this user."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        yield Path(named), False
    home = os.environ.get("XDG_CACHE_HOME")
    if home:
        yield Path(home) / "isnad" / "kernels", True
    with suppress(RuntimeError):  # no home is known
        yield Path.home() / ".cache" / "isnad" / "kernels", True
    user = os.getuid() if hasattr(os, "getuid") else "user"
    with suppress(OSError):  # no temporary folder can be written to
        yield Path(tempfile.gettempdir()) / f"isnad-kernels-{user}", True


def usable(folder: Path, private: bool) -> bool:
    """Whether compiled code may be kept in a folder, which is made if it does not exist."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
        if private and hasattr(os, "getuid"):
            others_write = state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            if state.st_uid != os.getuid() or others_write:
                return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def choose_folder() -> Path | None:
    """The folder for the compiled code of these very kernels, or None where nothing can be written."""
    try:
        sources = [path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py"))]
    except OSError:
        return None
    digest = hashlib.sha256(b"\0".join(sources)).hexdigest()[:16]
    for folder, private in candidate_folders():
        if usable(folder, private) and usable(folder / digest, private):
            return folder / digest
    return None


_FOLDER = choose_folder()


def kernel(function: Callable[..., object]) -> Callable[..., Any]:
    """Compile a function with numba, releasing the GIL, keeping the code between processes if possible."""
    return _compiled(function, {})


def inlined(function: Callable[..., object]) -> Callable[..., Any]:
    """The same for a part of a kernel's inner loop: a call that hands on arrays costs more than what it does."""
    return _compiled(function, {"forceinline": True})


def _compiled(function: Callable[..., object], more: dict[str, Any]) -> Callable[..., Any]:
    options: dict[str, Any] = {"nogil": True, "fastmath": False, "error_model": "numpy"} | more
    config: Any = numba.core.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_FOLDER or "")
    try:
        return numba.njit(cache=_FOLDER is not None, **options)(function)
    except RuntimeError:  # the folder went away since it was chosen
        return numba.njit(**options)(function)
    finally:
        config.CACHE_DIR = before
