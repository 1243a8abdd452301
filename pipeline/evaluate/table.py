"""The measures of groups of questions: every part, language and kind, and “all” of each.

A ranking measure is taken over answerable questions in plain words (a look-up such as “2:255” is answered
by its reference, not by ranking). Coverage and errors are counted over everything in the group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product

from pipeline.answer.bounds import upper_bound
from pipeline.evaluate.outcome import Outcome, counted
from pipeline.evaluate.ranking import average_precision, hit, mean, recall, reciprocal_rank
from pipeline.evaluate.selective import Trial, augrc, pairs_won

ALL = "all"
DIGITS = 6  # every number of an evaluation is rounded to as many, so that files compare


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One group. A measure is None where it has nothing to be taken over."""

    split: str
    language: str
    kind: str
    questions: int
    ranked: int  # questions behind the ranking measures
    map_10: float | None
    mrr_10: float | None
    recall_10: float | None
    recall_100: float | None
    hit_5: float | None
    answerable: int
    answered: int  # of the answerable
    right: int  # of the answered: an expected reference among the sources
    coverage: float | None  # answered / answerable
    right_of_answered: float | None
    declinable: int
    false_answers: int
    false_answer_rate: float | None
    false_answer_bound: float | None  # upper, one-sided, 95 %
    augrc: float | None
    twins: int
    twins_won: float | None

    def as_dict(self) -> dict[str, object]:
        """The row by name, numbers rounded."""
        return rounded(asdict(self))


def rounded(row: Mapping[str, object]) -> dict[str, object]:
    """A row as it is kept: broken numbers with so many digits, all else as it is."""
    return {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in row.items()}


def table_of(outcomes: Sequence[Outcome]) -> tuple[MeasureRow, ...]:
    """One row for each group that has questions, ordered by split, language and kind with “all” first."""
    by_id = {outcome.question.id: outcome for outcome in outcomes}
    groups: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        asked = outcome.question
        for key in product((ALL, asked.split), (ALL, asked.language), (ALL, asked.kind)):
            groups[key].append(outcome)
    keys = sorted(groups, key=lambda key: tuple((part != ALL, part) for part in key))
    return tuple(_row(*key, groups[key], by_id) for key in keys)


def _row(
    split: str, language: str, kind: str, outcomes: Sequence[Outcome], by_id: dict[str, Outcome]
) -> MeasureRow:
    ranked = [one for one in outcomes if one.question.kind == "answerable" and one.question.references]
    told = counted(outcomes)
    twins = _twins(outcomes, by_id)
    return MeasureRow(
        split=split,
        language=language,
        kind=kind,
        questions=len(outcomes),
        ranked=len(ranked),
        map_10=_over(ranked, lambda one: average_precision(one.found, one.question.references)),
        mrr_10=_over(ranked, lambda one: reciprocal_rank(one.found, one.question.references)),
        recall_10=_over(ranked, lambda one: recall(one.found, one.question.references, 10)),
        recall_100=_over(ranked, lambda one: recall(one.found, one.question.references, 100)),
        hit_5=_over(ranked, lambda one: hit(one.found, one.question.references, 5)),
        answerable=told.answerable,
        answered=told.answered,
        right=told.right,
        coverage=_share(told.answered, told.answerable),
        right_of_answered=_share(told.right, told.answered),
        declinable=told.declinable,
        false_answers=told.false_answers,
        false_answer_rate=_share(told.false_answers, told.declinable),
        false_answer_bound=upper_bound(told.false_answers, told.declinable) if told.declinable else None,
        augrc=augrc(Trial(one.willingness, one.would_be_error) for one in outcomes if one.known),
        twins=len(twins),
        twins_won=pairs_won(twins),
    )


def _over(outcomes: Iterable[Outcome], measure: Callable[[Outcome], float]) -> float | None:
    return mean(measure(outcome) for outcome in outcomes)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _twins(outcomes: Sequence[Outcome], by_id: dict[str, Outcome]) -> list[tuple[float, float]]:
    """For each near miss whose twin was asked too: the willingness to answer the twin, and the near miss."""
    return [
        (by_id[one.question.twin].willingness, one.willingness)
        for one in outcomes
        if one.question.twin is not None and one.question.twin in by_id
    ]
