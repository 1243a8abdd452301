"""Work over parts, on one core or several: the results come in the order of the parts, whatever finishes first.

Workers are fresh processes, so they are safe under threads, orchestrators and open libraries. A worker that is killed
ends the work with a `BuildError`; workers whose parent is killed end by themselves.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Protocol, TypeVar

from schemas.errors import BuildError

MOST = 8
Item = TypeVar("Item")
Result = TypeVar("Result")


class Team(Protocol):
    """Calls a function of a module for each item; both are sent to other processes, which begin at once."""

    def __call__(self, work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]: ...


def cores() -> int:
    """How many workers this machine has room for."""
    try:
        return min(MOST, len(os.sched_getaffinity(0)))
    except AttributeError:  # not on Linux
        return min(MOST, os.cpu_count() or 1)


@contextmanager
def team(workers: int) -> Iterator[Team]:
    """So many workers; one works in this process."""
    if workers <= 1:
        yield lambda work, items: map(work, items)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_as_member)

    def each(work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        with _killed_workers_told():
            begun = pool.map(work, items)
        return _results(begun)

    try:
        yield each
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _results(begun: Iterator[Result]) -> Iterator[Result]:
    with _killed_workers_told():
        yield from begun


@contextmanager
def _killed_workers_told() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        raise BuildError(
            "a worker of the build was ended from outside",
            found=str(error),
            remedy="look whether memory ran out, and run the same command again: finished parts are kept",
        ) from error


def _as_member() -> None:
    """What a worker of a team does first. It ends at once: to take down what it holds, object by object, would keep the
    build waiting for a second."""
    atexit.register(os._exit, 0)  # the first to be registered is the last to be called
    as_worker()


def as_worker() -> None:
    """What a new worker does first: Ctrl-C is its parent's to handle, and it ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
