"""How the kernels are compiled: the one decorator, and where compiled code is kept between processes.

Rules
* No fast mathematics: additions happen in the order written, so a score has the same bits everywhere.
* Kernels are compiled at their first call with given types. `LexicalIndex.warm` makes these calls, so that no
  request waits for a compiler.
* Compiled code is kept in the first folder that can be used: NUMBA_CACHE_DIR if the operator names one, the
  user's cache folder, a private folder of the user under the temporary one. Where it was filled before, as in
  an image, it need not be written to. If none is left, code is compiled anew in each process.
* What is kept will be executed: code is taken only from a folder that this user or root owns, and that nobody
  else may write to.
* Keeping never fails a search. What cannot be read, or has lost its bytes, is compiled anew, and what cannot be
  written, as on a full disk, is not kept.
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
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator


def candidate_folders() -> Iterator[tuple[Path, bool]]:
    """Folders for compiled code, best first, each with whether it is the user's own; any may hold a private one."""
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


def usable(folder: Path, private: bool = True) -> bool:
    """Whether a folder, which is made if it does not exist, can be read, and, if private, none but this user writes."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.access(folder, os.R_OK | os.X_OK) and not (private and _of_others(folder.stat()))
    except OSError:
        return False


def _of_others(state: os.stat_result) -> bool:
    """Whether another user than root may have put files there."""
    if not hasattr(os, "getuid"):
        return False
    return state.st_uid not in (os.getuid(), 0) or bool(state.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def choose_folder() -> Path | None:
    """The folder for the compiled code of these very kernels, or None where there is none and none can be made."""
    try:
        sources = [path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py"))]
    except OSError:
        return None
    digest = hashlib.sha256(b"\0".join(sources)).hexdigest()[:16]
    for folder, private in candidate_folders():
        if usable(folder, private) and usable(folder / digest):
            return folder / digest
    return None


_FOLDER = choose_folder()


class _Place(UserProvidedCacheLocator):
    """Where the code of a kernel is kept, whether or not it can be written to."""

    def get_cache_path(self) -> str:
        return str(Path(_FOLDER or "", self.get_suitable_cache_subpath(self._py_file)))  # type: ignore[no-untyped-call]

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> _Place:
        return cls(function, file)  # type: ignore[no-untyped-call]


class _Placed(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Place]  # noqa: RUF012


class _Kept(FunctionCache):
    """The kept code of a kernel; what goes wrong with it means that it is not kept."""

    _impl_class = _Placed

    def load_overload(self, *asked: Any) -> Any:
        try:
            return super().load_overload(*asked)  # type: ignore[no-untyped-call]
        except Exception:  # whatever reading back what has lost its bytes may raise
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]  # or nothing could be kept in its place

    def save_overload(self, *given: Any) -> None:
        with suppress(Exception):
            super().save_overload(*given)  # type: ignore[no-untyped-call]


def kernel(function: Callable[..., object]) -> Callable[..., Any]:
    """Compile a function with numba, releasing the GIL, keeping the code between processes if possible."""
    return _compiled(function, {})


def inlined(function: Callable[..., object]) -> Callable[..., Any]:
    """The same for a part of a kernel's inner loop: a call that hands on arrays costs more than what it does."""
    return _compiled(function, {"forceinline": True})


def _compiled(function: Callable[..., object], more: dict[str, Any]) -> Callable[..., Any]:
    options: dict[str, Any] = {"nogil": True, "fastmath": False, "error_model": "numpy"} | more
    compiled: Any = numba.njit(**options)(function)
    if _FOLDER is not None:
        compiled._cache = _Kept(function)  # type: ignore[no-untyped-call]  # in place of numba's, which fails a search
    return compiled
