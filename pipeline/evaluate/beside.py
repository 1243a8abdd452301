"""Two snapshots asked the same questions: what became of them in each, and which answers are not the same.

    found = beside(evaluation_of_one, evaluation_of_the_other)

An answer speaks by its first text, so what became of a question is told by that: a text that answers, one that was read
and does not, or one that nobody read. Figures cannot show this: a snapshot that answers as many questions may answer
others, and one that answers more may do so from texts that say nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal

from pipeline.evaluate.outcome import Outcome
from pipeline.evaluate.run import Evaluation

Fate = Literal["right", "behind", "unread", "wrong", "missed", "declined", "false"]

# In the order in which they are told: what is as it should be, what is not known, what is not.
FATES: dict[Fate, str] = {
    "right": "answered, first from a text that answers",
    "declined": "declined, where nothing is known that answers",
    "behind": "answered, a text that answers behind the first",
    "unread": "answered from texts that nobody read for it",
    "missed": "declined, though an answer was expected",
    "wrong": "answered, first from a text that was read and does not answer",
    "false": "answered, though it must be declined",
}


@dataclass(frozen=True, slots=True)
class Count:
    """How many questions of a language had one fate in each."""

    language: str
    fate: Fate
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Change:
    """A question to which the two do not say the same: another verdict, or other sources."""

    before: Outcome
    after: Outcome

    @property
    def fates(self) -> tuple[Fate, Fate]:
        """What became of it in the one and in the other."""
        return fate(self.before), fate(self.after)


@dataclass(frozen=True, slots=True)
class Beside:
    """The comparison; `alone`: questions that only one of the two could be asked, which are in nothing else here."""

    questions: int
    alone: int
    counts: tuple[Count, ...]
    changes: tuple[Change, ...]

    def as_dict(self) -> dict[str, object]:
        """What can be written as JSON."""
        return {
            "questions": self.questions,
            "alone": self.alone,
            "counts": [asdict(one) for one in self.counts],
            "changes": [
                {
                    "id": each.after.question.id,
                    "fates": list(each.fates),
                    "sources": [list(each.before.sources), list(each.after.sources)],
                }
                for each in self.changes
            ],
        }


def fate(outcome: Outcome) -> Fate:
    """What became of a question, its result told further by the first text of its answer."""
    question, first = outcome.question, set(outcome.sources[:1])
    match outcome.result:
        case "right":
            return "right" if first & set(question.references) else "behind"
        case "wrong-passage":
            return "wrong" if first & set(question.wrong) else "unread"
        case "false-answer":
            return "false"
        case "unjudged":
            return "unread" if outcome.answered else "declined"
        case "missed" | "declined" as declined:
            return declined


def beside(before: Evaluation, after: Evaluation) -> Beside:
    """What became of the questions that both were asked."""
    ones, others = ({each.question.id: each for each in one.outcomes} for one in (before, after))
    asked = sorted(ones.keys() & others.keys())
    pairs = [Change(ones[name], others[name]) for name in asked]
    changes = [each for each in pairs if _said(each.before) != _said(each.after)]
    changes.sort(key=lambda each: (_rise(each), each.after.question.id))  # what fell deepest first
    return Beside(len(asked), len(ones.keys() ^ others.keys()), tuple(_counts(pairs)), tuple(changes))


def _said(outcome: Outcome) -> tuple[bool, str | None, tuple[str, ...]]:
    return outcome.answered, outcome.reason, outcome.sources


def _rise(change: Change) -> int:
    before, after = map(list(FATES).index, change.fates)
    return before - after


def _counts(pairs: Iterable[Change]) -> Iterable[Count]:
    """By language and fate, those that any question had."""
    ones: Counter[tuple[str, Fate]] = Counter()
    others: Counter[tuple[str, Fate]] = Counter()
    for each in pairs:
        before, after = each.fates
        language = each.after.question.language
        ones[language, before] += 1
        others[language, after] += 1
    for spoken in sorted({language for language, _ in (*ones, *others)}):
        for one in FATES:
            if ones[spoken, one] or others[spoken, one]:
                yield Count(spoken, one, ones[spoken, one], others[spoken, one])
