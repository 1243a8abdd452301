"""Many questions put to an index, on all cores: what comes back is in their order, whatever finishes first.

Each worker opens the index once, and remembers its last searches: a question is ranked for its measures and searched
again by its answer, and the best of a search are the first of one that goes further (docs/decisions/0141). A few
questions are asked in this process, where a worker's start would cost more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from pipeline.build.runner import Advance
from pipeline.index import Index
from pipeline.index.analysis.workers import cores, team
from pipeline.index.search import ALL
from pipeline.index.types import Filters, SearchResult
from schemas.question import Question

Result = TypeVar("Result")
WORTH_A_WORKER = 100  # questions
CHUNK = 8  # questions that a worker is given at a time


class RememberingIndex(Index):
    """An index that searches once for what is asked again of the same question. For one thread."""

    REMEMBERED = 4  # searches

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._remembered: dict[tuple[str, Filters], tuple[int, SearchResult]] = {}

    def search(self, question: str, *, k: int = 20, filters: Filters = ALL) -> SearchResult:
        """As `Index.search`: the first k of an earlier search where it went so far."""
        depth, result = self._remembered.get((question, filters), (-1, None))
        if result is None or depth < k:
            result = super().search(question, k=k, filters=filters)
            self._remembered.pop((question, filters), None)
            self._remembered[question, filters] = (k, result)
            if len(self._remembered) > self.REMEMBERED:
                del self._remembered[next(iter(self._remembered))]
        return replace(result, hits=result.hits[: max(k, 0)])


def ask_all(
    index: Path, questions: Sequence[Question], ask: Callable[[Index, Question], Result], advance: Advance
) -> list[Result]:
    """What `ask`, a function of a module, makes of each question with the index in a folder."""
    chunks = [questions[start : start + CHUNK] for start in range(0, len(questions), CHUNK)]
    results: list[Result] = []
    with team(min(cores(), len(questions) // WORTH_A_WORKER)) as each:
        for told in each(partial(_ask, index, ask), chunks):
            results += told
            advance(len(results), len(questions))
    _opened.cache_clear()
    return results


def _ask(
    index: Path, ask: Callable[[Index, Question], Result], questions: Sequence[Question]
) -> list[Result]:
    opened = _opened(index)
    return [ask(opened, question) for question in questions]


@lru_cache(maxsize=1)
def _opened(index: Path) -> Index:
    return RememberingIndex.open(index)
