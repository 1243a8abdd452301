"""Hears of kernels that are compiled, which takes long and is done once; those that were kept load without a word."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from numba.core import event


class _Heard(event.Listener):
    """Kernels that a kernel calls are part of it."""

    def __init__(self, begins: Callable[[], object], ready: Callable[[str, float], object]) -> None:
        self._begins, self._ready = begins, ready
        self._depth = self._number = 0
        self._begun = 0.0

    def on_start(self, event: event.Event) -> None:
        if self._depth == 0:
            self._begun = time.monotonic()
            if not self._number:
                self._begins()
        self._depth += 1

    def on_end(self, event: event.Event) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._number += 1
            self._ready(event.data["dispatcher"].py_func.__name__, time.monotonic() - self._begun)


@contextmanager
def compiling_heard(
    begins: Callable[[], object], ready: Callable[[str, float], object] = lambda kernel, seconds: None
) -> Iterator[None]:
    """Hear what is compiled within the block.

    Args:
        begins: called before the first kernel is compiled.
        ready: called after each, with its name and the seconds it took.
    """
    with event.install_listener("numba:compile", _Heard(begins, ready)):
        yield
