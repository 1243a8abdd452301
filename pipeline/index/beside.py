"""A piece of work on another thread beside one's own, where a processor is spare.

One search has two halves that do not need each other, and most of each runs outside the interpreter's lock. As many
threads help as there are processors but one, whatever the number of indexes and of searches at once: who finds none
free does both halves one after the other. So nothing ever waits in a queue, and no result hangs on who did the work.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class Helpers:
    """So many threads that do work beside others; started when they are first needed."""

    def __init__(self, count: int) -> None:
        self._free = threading.Semaphore(count)
        self._threads = ThreadPoolExecutor(max(1, count), thread_name_prefix="isnad-beside")

    def begin(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Begin a piece of work if a thread is free; gives what waits for its result, or does it then."""
        if not self._free.acquire(blocking=False):
            return work
        try:
            return self._threads.submit(self._helped, work).result
        except RuntimeError:  # the interpreter is ending: no thread is given work any more
            self._free.release()
            return work

    def _helped(self, work: Callable[[], Result]) -> Result:
        try:
            return work()
        finally:
            self._free.release()


def spare() -> int:
    """Processors that this process may use, but one."""
    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return mine - 1


_helpers = Helpers(spare())


def beside(work: Callable[[], Result]) -> Callable[[], Result]:
    """`Helpers.begin` with the helpers of this process."""
    return _helpers.begin(work)


def work_alone() -> None:
    """Have no helpers in this process from now on: it is one of several that keep all processors at work."""
    global _helpers
    _helpers = Helpers(0)


def _renew() -> None:
    """A forked process has none of its parent's threads."""
    global _helpers
    _helpers = Helpers(spare())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
