"""Two things at once, where neither writes what the other reads.

Training runs its parts through here. The parts are the same whatever the number of cores, and each is done
by one thread in a fixed order, so a machine with one core makes the same bytes as one with sixty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")
Run = Callable[[Sequence[Callable[[], Result]]], list[Result]]


def one_by_one(parts: Sequence[Callable[[], Result]]) -> list[Result]:
    """The results of the parts, in their order."""
    return [part() for part in parts]


def side_by_side(pool: ThreadPoolExecutor) -> Callable[[Sequence[Callable[[], Result]]], list[Result]]:
    """As `one_by_one`, with the parts spread over the threads of a pool."""

    def run(parts: Sequence[Callable[[], Result]]) -> list[Result]:
        return [future.result() for future in [pool.submit(part) for part in parts]]

    return run
