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

# What is searched: a filter, and how deep it is looked.
Sought = tuple[Filters, int]
# How far each search of a question went, and what it found.
Remembered = dict[tuple[str, Sought], tuple[int, SearchResult]]


class RememberingIndex(Index):
    """An index that searches once for what is asked again of the same question. For one thread.

    A search of everything goes as far as a ranking, which is asked for with every answer.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._remembered: Remembered = {}

    def searching(self, question: str) -> Searching:
        """As `Index.searching`: each search is the first k of an earlier one that looked as deep."""
        return _Remembering(self, question, self._remembered)


class _Remembering(Searching):
    REMEMBERED = 4  # searches

    def __init__(self, index: Index, question: str, remembered: Remembered) -> None:
        super().__init__(index, question)
        self._question, self._remembered = question, remembered

    def searches(self, asked: Sequence[tuple[int, Filters]]) -> list[SearchResult]:
        """As `Searching.searches`; what is not remembered is searched for in one go."""
        sought = [(filters, self._depth(k)) for k, filters in asked]
        deepest: dict[Sought, int] = {}
        for (k, _), one in zip(asked, sought, strict=True):
            least = DEPTH if one == (ALL, self._depth(DEPTH)) else 0
            deepest[one] = max(k, deepest.get(one, least))
        missing = [(k, one) for one, k in deepest.items() if not self._goes(k, one)]
        results = super().searches([(k, filters) for k, (filters, _) in missing]) if missing else []
        for (k, one), result in zip(missing, results, strict=True):
            self._remembered.pop((self._question, one), None)
            self._remembered[self._question, one] = (k, result)
        found = [self._remembered[self._question, one][1] for one in sought]
        for name in list(self._remembered)[: -self.REMEMBERED]:
            del self._remembered[name]
        return [
            replace(result, hits=result.hits[: max(k, 0)])
            for (k, _), result in zip(asked, found, strict=True)
        ]

    def _depth(self, k: int) -> int:
        """How deep a search of so many documents looks: what looks deeper may find others."""
        return self._index.config.reaching(k).depth

    def _goes(self, k: int, sought: Sought) -> bool:
        """Whether an earlier search of this went as far."""
        return self._remembered.get((self._question, sought), (-1,))[0] >= k
