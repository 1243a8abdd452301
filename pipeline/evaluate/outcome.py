"""What became of one question: `result` is one of six.

right          answered, and an expected reference is among the sources
wrong-passage  answered, but from other sources, or first from a text that was read and does not answer
missed         declined, though an answer was expected
declined       declined, as it should be
false-answer   answered, though it must be declined
unjudged       it has an answer, but of the texts asked none is known to give it: neither outcome can be held against it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from schemas.question import Question

SHOWN = 5  # documents that a wrong decline is judged by

Result = Literal["right", "wrong-passage", "missed", "declined", "false-answer", "unjudged"]
ERRORS: tuple[Result, ...] = ("false-answer", "wrong-passage", "missed")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question."""

    question: Question
    found: tuple[str, ...]  # reference ids of the ranking, best first
    answered: bool
    intent: str
    reason: str | None
    sources: tuple[str, ...]
    confidence: float | None  # of the gate, 0 where it begins to answer; None when it was not asked
    shown: tuple[str, ...] = ()  # what a reader met first, cut short

    @property
    def result(self) -> Result:
        """Which of the six outcomes this is."""
        if self.question.expect == "decline":
            return "false-answer" if self.answered else "declined"
        if not self.known:
            return "wrong-passage" if self._in_vain(self.sources) else "unjudged"
        if not self.answered:
            return "missed"
        return "right" if self._right(self.sources) else "wrong-passage"

    @property
    def known(self) -> bool:
        """Whether it is known what answers the question, or that nothing does."""
        return self.question.expect == "decline" or bool(self.question.references)

    @property
    def would_be_error(self) -> bool:
        """Whether an answer is, or would have been, an error: nothing to answer, or the wrong passage."""
        if self.question.expect == "decline":
            return True
        return not self._right(self.sources if self.answered else self.found[:SHOWN])

    def _right(self, shown: tuple[str, ...]) -> bool:
        """Whether some texts answer: one of them does, and the first, which speaks for all, was not read in vain."""
        return not set(shown).isdisjoint(self.question.references) and not self._in_vain(shown)

    def _in_vain(self, shown: tuple[str, ...]) -> bool:
        """Whether the first of some texts was read for this question and does not answer it."""
        return not set(shown[:1]).isdisjoint(self.question.wrong)

    @property
    def willingness(self) -> float:
        """The confidence for ranking questions by. What a route or a veto decided alone is surest, either way."""
        if self.confidence is not None and self.answered == (self.confidence >= 0):
            return self.confidence
        return float("inf") if self.answered else float("-inf")


@dataclass(frozen=True, slots=True)
class Counts:
    """What became of several questions."""

    answerable: int
    answered: int  # of the answerable
    right: int  # of the answered: an expected reference is among the sources
    declinable: int
    false_answers: int  # of those to decline


def counted(outcomes: Iterable[Outcome]) -> Counts:
    """How many of these were answered, rightly or falsely; those of which that is not known are in no number."""
    results = Counter(one.result for one in outcomes if one.known)
    answered = results["right"] + results["wrong-passage"]
    return Counts(
        answerable=answered + results["missed"],
        answered=answered,
        right=results["right"],
        declinable=results["false-answer"] + results["declined"],
        false_answers=results["false-answer"],
    )


def confidence_of(explanation: dict[str, object]) -> float | None:
    """What the gate said, from the explanation of a verdict; None when no gate was asked."""
    value = explanation.get("confidence")
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
