"""A runner for tests: steps run in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pipeline.build.runner import Item, Result


@dataclass(frozen=True, slots=True)
class LocalRunner:
    """Runs steps in this process, those of several items in so many threads."""

    workers: int = 1

    def once(self, name: str, work: Callable[[], Result]) -> Result:
        return work()

    def each(
        self, name: str, work: Callable[[Item], Result], items: Sequence[Item], *, network: bool = False
    ) -> list[Result]:
        if self.workers == 1:
            return [work(item) for item in items]
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(work, items))
