"""Bounded pools of threads: the event loop stays free, and nobody waits in an endless line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from service.problems import Problem, ProblemKind

Result = TypeVar("Result")

QUESTIONS = "Too many questions are waiting to be answered. This one was not counted; send it again shortly."


class Pool:
    """`threads` pieces of work are done at once."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads, self._name = threads, name
        self._executor: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[[], Result]) -> Result:
        """Do the work in a thread. The threads begin with the first work, also after `close`."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix=f"isnad-{self._name}")
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    def close(self) -> None:
        """Let the work at hand end, and the threads with it."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None


class Line(Pool):
    """A pool before which `waiting` more may wait.

    Args:
        full: what a caller is told for whom there is no place, in the words of the work.
    """

    def __init__(self, threads: int, waiting: int, name: str, full: str = QUESTIONS) -> None:
        super().__init__(threads, name)
        self._room, self._full = threads + waiting, full
        self._inside = 0  # changed by the event loop alone

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place in the line; raises a 503 problem when there is none."""
        if self._inside >= self._room:
            raise Problem(ProblemKind.BUSY, self._full, headers={"Retry-After": "1"})
        self._inside += 1
        try:
            yield
        finally:
            self._inside -= 1
