"""Every kind of question by language and by the intent that was read in it, each share with its exact bounds.

Shares are of few questions, so none is shown without the rate that it may still be: at least for what is wanted, at
most for what is not (Clopper and Pearson, one-sided, 95 %). It measures no ranking; `table` does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.answer.bounds import lower_bound, upper_bound
from pipeline.evaluate.outcome import Outcome, counted


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def at_least(self) -> float | None:
        """Lower bound; None of nothing."""
        return lower_bound(self.part, self.whole) if self.whole else None

    @property
    def at_most(self) -> float | None:
        """Upper bound; None of nothing."""
        return upper_bound(self.part, self.whole) if self.whole else None


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One kind of question in one language, with one intent."""

    kind: str
    language: str
    intent: str
    answered: Share  # of the answerable
    right: Share  # of the answered: an expected reference is among the sources
    false_answers: Share  # of those to decline


def groups_of(outcomes: Iterable[Outcome]) -> tuple[GroupRow, ...]:
    """The groups that have questions, in order of kind, language and intent."""
    groups: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for one in outcomes:
        groups[one.question.kind, one.question.language, one.intent].append(one)
    return tuple(_row(key, groups[key]) for key in sorted(groups))


def _row(key: tuple[str, str, str], outcomes: list[Outcome]) -> GroupRow:
    told = counted(outcomes)
    return GroupRow(
        *key,
        answered=Share(told.answered, told.answerable),
        right=Share(told.right, told.answered),
        false_answers=Share(told.false_answers, told.declinable),
    )
