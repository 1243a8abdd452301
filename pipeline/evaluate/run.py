"""Put questions to an index, and count what became of them.

    evaluation = evaluate(index, read_all(), answer)

Each question is searched, which gives the ranking measures, and answered, which gives the verdict. What becomes of
it is an `outcome`.

The same index and questions give the same evaluation, byte for byte. What it does not do: choose thresholds
(`pipeline.answer` fits those), or say in what a release falls behind (`pipeline.snapshot.rules` does).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from pipeline.evaluate.outcome import ERRORS, Outcome, Result, confidence_of
from pipeline.evaluate.table import MeasureRow, table_of
from pipeline.index.types import SearchResult
from schemas.answer import Answer
from schemas.question import Question

DEPTH = 100  # documents of a ranking that are looked at
LONGEST = 240  # characters that are kept of a passage


class Searcher(Protocol):
    """The part of an index that is needed here."""

    def search(self, question: str, *, k: int = 20) -> SearchResult:
        """The best k documents."""


AnswerFunction = Callable[[Any, str], Answer]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every outcome in order of question id, and the measures of every group."""

    outcomes: tuple[Outcome, ...]
    table: tuple[MeasureRow, ...]

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Self:
        """The evaluation of these outcomes, in any order."""
        ordered = tuple(sorted(outcomes, key=lambda outcome: outcome.question.id))
        return cls(ordered, table_of(ordered))

    def row(self, split: str = "all", language: str = "all", kind: str = "all") -> MeasureRow | None:
        """The measures of one group, or None when no question is in it."""
        wanted = (split, language, kind)
        return next((row for row in self.table if (row.split, row.language, row.kind) == wanted), None)

    def worst(self, limit: int | None = None, kind: Result | None = None) -> tuple[Outcome, ...]:
        """Errors, gravest first: false answers, wrong passages, missed ones (or one kind), surest first."""
        wrong = [one for one in self.outcomes if one.result in ([kind] if kind else ERRORS)]
        wrong.sort(
            key=lambda one: (
                ERRORS.index(one.result),
                -one.willingness if one.answered else one.willingness,
                one.question.id,
            )
        )
        return tuple(wrong[:limit])


def _shown(given: Answer) -> tuple[str, ...]:
    """What a reader meets first: the sentence that answers, and the first text of the evidence."""
    seen = [given.summary] if given.verdict.answered else []
    return tuple(_cut(text) for text in (*seen, *(one.content for one in given.evidence[:1])) if text)


def _cut(text: str) -> str:
    """A passage in one line, cut at a space."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else flat[:LONGEST].rpartition(" ")[0] + " …"


def put(index: Searcher, question: Question, answer: AnswerFunction) -> Outcome:
    """One question to an index."""
    return outcome(question, ranking(index, question.question), answer(index, question.question))


def ranking(index: Searcher, question: str) -> tuple[str, ...]:
    """The documents that a search finds, the best first."""
    return tuple(hit.reference for hit in index.search(question, k=DEPTH).hits)


def outcome(question: Question, found: tuple[str, ...], given: Answer) -> Outcome:
    """What became of a question that was searched and answered."""
    verdict = given.verdict
    return Outcome(
        question=question,
        found=found,
        answered=verdict.answered,
        intent=str(verdict.intent),
        reason=str(verdict.reason) if verdict.reason else None,
        sources=verdict.sources if verdict.answered else (),
        confidence=confidence_of(verdict.explanation),
        shown=_shown(given),
    )


def evaluate(
    index: Searcher,
    questions: Iterable[Question],
    answer: AnswerFunction,
    progress: Callable[[Sequence[Question]], Iterable[Question]] = iter,
) -> Evaluation:
    """Put every question to the index. `progress` may wrap the questions to show how far it is."""
    ordered = sorted(questions, key=lambda question: question.id)
    return Evaluation.of([put(index, question, answer) for question in progress(ordered)])
