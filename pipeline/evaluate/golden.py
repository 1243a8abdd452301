"""The short test that a build makes of a snapshot before it is published, and a service before it serves from it.

The questions are `data/questions/golden.jsonl`. For a build each must come out as it says: answered from an expected
text, or declined. The commentary on an expected verse is expected too: a profile with more commentaries than the
starter answers from any of them. `self_test` returns what went wrong, in plain sentences; nothing means fit to serve.
A snapshot carries the outcomes (`outcome_of`), which a service must find again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from schemas.answer import Answer
from schemas.question import Question
from schemas.reference import Kind


def self_test(questions: Iterable[Question], answer: Callable[[str], Answer]) -> list[str]:
    """Ask each question; one sentence for each that came out otherwise than it must."""
    return [sentence for question in questions if (sentence := _check(question, answer(question.question)))]


def outcome_of(given: Answer) -> dict[str, object]:
    """What of an answer never varies: the verdict, and the sources in their order."""
    verdict = given.verdict
    return {"answered": verdict.answered, "intent": str(verdict.intent), "sources": list(verdict.sources)}


def _check(question: Question, answer: Answer) -> str:
    verdict = answer.verdict
    if question.expect == "decline":
        return f"“{question.question}” must be declined, but was answered" if verdict.answered else ""
    if not verdict.answered:
        return f"“{question.question}” must be answered, but was declined ({verdict.reason})"
    if not any(_expected(source, question) for source in verdict.sources):
        return (
            f"“{question.question}” was answered from {', '.join(verdict.sources)}, not from an expected text"
        )
    return ""


def _expected(source: str, question: Question) -> bool:
    """Whether a question expects a text, or the verse that it comments on."""
    kind, *place = source.split(":")
    verse = ":".join(("quran", *place[1:]))
    return source in question.references or (kind == Kind.TAFSIR and verse in question.references)
