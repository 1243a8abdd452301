"""A small world for the tests: an index that finds what it is told, and answers that say what they are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pipeline.index.types import Hit, SearchResult
from schemas.answer import Answer, Intent, Reason, Verdict
from schemas.question import Question


@dataclass
class FakeIndex:
    """Finds for each question what `found` lists, best first."""

    found: Mapping[str, tuple[str, ...]]
    asked: list[str] = field(default_factory=list)

    def search(self, question: str, *, k: int = 20, **_: object) -> SearchResult:
        self.asked.append(question)
        hits = tuple(
            Hit(place, reference, place, 1000 - place, 1, 0, 0)
            for place, reference in enumerate(self.found.get(question, ())[:k])
        )
        return SearchResult(hits, (), (), ())


def answer_of(sources: tuple[str, ...] = (), confidence: float | None = None) -> Answer:
    """An answer from these sources, or a decline when there are none."""
    verdict = Verdict(
        answered=bool(sources),
        intent=Intent.GENERAL,
        reason=None if sources else Reason.NOTHING_FOUND,
        sources=sources,
        explanation={} if confidence is None else {"confidence": confidence},
    )
    return Answer(verdict, "en", "", "", (), None, ())


def asking(**parts: object) -> Question:
    """A question with what a test does not care about filled in."""
    defaults: dict[str, object] = {
        "language": "en",
        "kind": "answerable",
        "expect": "answer",
        "split": "test",
        "template": str(parts["id"]),
        "author": "isnad",
        "why": "for a test",
    }
    return Question.model_validate(defaults | {"question": f"{parts['id']}?"} | parts)
