"""Many questions put to an index, on all cores: what comes back is in their order, whatever finishes first.

A question is looked at once for a build, however many stages ask it: its ranking and what was seen on the way to a
verdict are noted in a folder that lives as long as the build (docs/decisions/0190). Neither knows of a gate, so a gate
is fitted to the very notes that its answers are made from. Nothing is kept for the next build.

Each worker opens the index once, and remembers its last searches: a ranking goes further than the search of an
answer, whose hits are the first of it (docs/decisions/0141). A few questions are asked in this process, where a
worker's start would cost more.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.seen import Seen
from pipeline.build.runner import Advance
from pipeline.evaluate.run import DEPTH, ranking
from pipeline.index import Index
from pipeline.index.analysis.workers import cores, team
from pipeline.index.search import ALL
from pipeline.index.types import Filters, SearchResult
from schemas.question import Question

Result = TypeVar("Result")
WORTH_A_WORKER = 100  # questions
CHUNK = 8  # questions that a worker is given at a time


@dataclass(frozen=True, slots=True)
class Looked:
    """What an index holds about a question, whatever the gate: its ranking, and what was seen for an answer."""

    ranking: tuple[str, ...]
    seen: Seen


Ask = Callable[[Index, Question, Looked], Result]


class RememberingIndex(Index):
    """An index that searches once for what is asked again of the same question. For one thread.

    A search of everything goes as far as a ranking, which is asked for with every answer.
    """

    REMEMBERED = 4  # searches

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._remembered: dict[tuple[str, Filters], tuple[int, SearchResult]] = {}

    def search(self, question: str, *, k: int = 20, filters: Filters = ALL) -> SearchResult:
        """As `Index.search`: the first k of an earlier search where it went so far."""
        return self.searches(question, [(k, filters)])[0]

    def searches(self, question: str, asked: Sequence[tuple[int, Filters]]) -> list[SearchResult]:
        """As `Index.searches`; what is not remembered is searched for in one go."""
        deep = [(max(k, DEPTH) if filters == ALL else k, filters) for k, filters in asked]
        missing = [(k, filters) for k, filters in deep if not self._goes(question, k, filters)]
        results = super().searches(question, missing) if missing else []
        for (k, filters), result in zip(missing, results, strict=True):
            self._remembered.pop((question, filters), None)
            self._remembered[question, filters] = (k, result)
        found = [self._remembered[question, filters][1] for _, filters in asked]
        for name in list(self._remembered)[: -self.REMEMBERED]:
            del self._remembered[name]
        return [
            replace(result, hits=result.hits[: max(k, 0)])
            for (k, _), result in zip(asked, found, strict=True)
        ]

    def _goes(self, question: str, k: int, filters: Filters) -> bool:
        """Whether an earlier search of this went as far."""
        return self._remembered.get((question, filters), (-1,))[0] >= k


def ask_all(
    index: Path, questions: Sequence[Question], ask: Ask[Result], notes: Path, advance: Advance
) -> list[Result]:
    """What `ask`, a function of a module, makes of each question with the index in a folder.

    `notes`: a folder for this very index and its lists, where what was seen of a question is found again.
    """
    chunks = [questions[start : start + CHUNK] for start in range(0, len(questions), CHUNK)]
    results: list[Result] = []
    with team(min(cores(), len(questions) // WORTH_A_WORKER)) as each:
        for told in each(partial(_ask, index, ask, notes), chunks):
            results += told
            advance(len(results), len(questions))
    _opened.cache_clear()
    return results


def _ask(index: Path, ask: Ask[Result], notes: Path, questions: Sequence[Question]) -> list[Result]:
    opened = _opened(index)
    return [ask(opened, question, looked(opened, question.question, notes)) for question in questions]


@lru_cache(maxsize=1)
def _opened(index: Path) -> Index:
    return RememberingIndex.open(index)


def looked(index: Index, question: str, notes: Path) -> Looked:
    """A question looked at: as it was noted, or now and noted. What comes back is the caller's to change."""
    note = notes / hashlib.sha256(question.encode()).hexdigest()
    if not note.exists():
        seen = look(index, question, resources_of(index))  # first: its searches are made in one go
        made = Looked(ranking(index, question), seen)
        unfinished = note.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(made))
        unfinished.replace(note)
    found: Looked = pickle.loads(note.read_bytes())  # noqa: S301 - this build wrote it
    return found
