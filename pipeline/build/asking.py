"""Many questions put to an index, on all cores: what comes back is in their order, whatever finishes first.

Each worker opens the index once. A few questions are asked in this process, where a worker's start would cost more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

from pipeline.build.runner import Advance
from pipeline.index import Index
from pipeline.index.analysis.workers import cores, team
from schemas.question import Question

Result = TypeVar("Result")
WORTH_A_WORKER = 100  # questions
CHUNK = 8  # questions that a worker is given at a time


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
    return Index.open(index)
