"""An index for evaluating: a question is searched for its ranking and again for its answer, and only once.

A ranking goes further than the search of an answer, whose hits are the first of it (docs/decisions/0141).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pipeline.evaluate.run import DEPTH
from pipeline.index import Index
from pipeline.index.search import ALL, Searching
from pipeline.index.types import Filters, SearchResult

# How far each search went, and what it found.
Remembered = dict[tuple[str, Filters], tuple[int, SearchResult]]


class RememberingIndex(Index):
    """An index that searches once for what is asked again of the same question. For one thread.

    A search of everything goes as far as a ranking, which is asked for with every answer.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._remembered: Remembered = {}

    def searching(self, question: str) -> Searching:
        """As `Index.searching`: each search is the first k of an earlier one where that went so far."""
        return _Remembering(self, question, self._remembered)


class _Remembering(Searching):
    REMEMBERED = 4  # searches

    def __init__(self, index: Index, question: str, remembered: Remembered) -> None:
        super().__init__(index, question)
        self._question, self._remembered = question, remembered

    def searches(self, asked: Sequence[tuple[int, Filters]]) -> list[SearchResult]:
        """As `Searching.searches`; what is not remembered is searched for in one go."""
        deepest: dict[Filters, int] = {}
        for k, filters in asked:
            deepest[filters] = max(k, deepest.get(filters, DEPTH if filters == ALL else 0))
        missing = [(k, filters) for filters, k in deepest.items() if not self._goes(k, filters)]
        results = super().searches(missing) if missing else []
        for (k, filters), result in zip(missing, results, strict=True):
            self._remembered.pop((self._question, filters), None)
            self._remembered[self._question, filters] = (k, result)
        found = [self._remembered[self._question, filters][1] for _, filters in asked]
        for name in list(self._remembered)[: -self.REMEMBERED]:
            del self._remembered[name]
        return [
            replace(result, hits=result.hits[: max(k, 0)])
            for (k, _), result in zip(asked, found, strict=True)
        ]

    def _goes(self, k: int, filters: Filters) -> bool:
        """Whether an earlier search of this went as far."""
        return self._remembered.get((self._question, filters), (-1,))[0] >= k
