"""How steps are run, and who is told. The order of steps is elsewhere; this is only the way they are called.

A `Runner` runs one step once, or once for each item: that of the flows makes each call a Prefect task. The results
come back in the order of the items, whatever the number of workers.

A `Watcher` is told when steps begin, advance and end, so that long work shows its progress. It never changes
what is computed. Steps may be at work in threads, which no signal reaches: after `stop_steps()` each of them ends
at the next progress that it tells, until `let_steps_run()`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

Advance = Callable[[int, int], None]  # (done, total); total 0 while it is not known


class Runner(Protocol):
    """Runs steps."""

    def once(self, name: str, work: Callable[[], Result]) -> Result:
        """Run one step."""

    def each(
        self, name: str, work: Callable[[Item], Result], items: Sequence[Item], *, network: bool = False
    ) -> list[Result]:
        """Run one step for each item; results in the order of items. `network`: worth trying again."""


class Watcher(Protocol):
    """Told of the progress of steps, possibly from several threads."""

    def begin(self, step: str) -> None: ...
    def advance(self, step: str, done: int, total: int) -> None: ...
    def end(self, step: str, seconds: float, note: str) -> None: ...


class _Nobody:
    def begin(self, step: str) -> None:
        return

    def advance(self, step: str, done: int, total: int) -> None:
        return

    def end(self, step: str, seconds: float, note: str) -> None:
        return


# One watcher for the process: steps run in threads that an orchestrator owns, where neither arguments nor
# context variables of ours arrive.
_watcher: Watcher = _Nobody()
_stopping = threading.Event()


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Tell this watcher of every step inside the block."""
    global _watcher
    before, _watcher = _watcher, watcher
    try:
        yield
    finally:
        _watcher = before


def watcher() -> Watcher:
    """Whoever is watching now."""
    return _watcher


def advance_of(step: str) -> Advance:
    """A progress callback for one step; it raises `KeyboardInterrupt` after `stop_steps()`."""

    def advance(done: int, total: int) -> None:
        end_if_stopped()
        _watcher.advance(step, done, total)

    return advance


def end_if_stopped() -> None:
    """What a step that waits calls now and then; raises `KeyboardInterrupt` after `stop_steps()`."""
    if _stopping.is_set():
        raise KeyboardInterrupt


def stop_steps() -> None:
    """End the steps that are at work, and those that a thread has yet to begin."""
    _stopping.set()


def let_steps_run() -> None:
    """Begin anew, after an earlier run of this process was stopped."""
    _stopping.clear()
