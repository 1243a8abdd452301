"""Which of the first texts answers, where a reader has read them with the question.

Words, meanings and demands tell that a text speaks of what is asked; a neighbouring question has them as well. A reader
was taught by texts that people had judged whether such a text answers (docs/decisions/0537), and by questions that were
written on one text, which answers them or only speaks of the same (0539). It reads as few texts as a profile says, and
only of a question that the gate decides: a common one has its texts from editors, and what a check declines needs no
reading. Among texts that stand alike by everything that goes before merit, its logit counts as much as the merit does.

It takes verses for less than they are: a verse and another text do not change places by what it says, and the gate
weighs apart that a verse was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate, standing_among
from pipeline.answer.finding.signals import title_of_answer
from pipeline.answer.words.units import ONE
from schemas.document import Document
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.types import Reads

READ = 500  # characters of a text from its best window on


def read_first(reader: Reads, question: str, found: Sequence[Candidate], asking: Asking) -> list[Candidate]:
    """The texts found, those that a reader has read in the order in which they answer, each with its logit."""
    before_merit = standing_among(found, asking)

    def standing(one: Candidate) -> tuple[bool, ...]:
        return (*before_merit(one), _is_verse(one))

    alike = takewhile(lambda one: standing(one) == standing(found[0]), found)
    first = [
        replace(one, answers=reader.answers(question, place_of(one)))
        for one, _ in zip(alike, range(reader.texts), strict=False)
    ]
    first.sort(key=lambda one: (-one.merit - (one.answers or 0), one.ordinal))
    return [*first, *found[len(first) :]]


def told_of_first(first: Candidate | None) -> dict[str, int]:
    """What the gate is told of the first text where a reader has read it (`features.READ`)."""
    if first is None or first.answers is None:
        return {}
    return {"answers": first.answers, "verse": ONE * _is_verse(first)}


def place_of(one: Candidate) -> str:
    """What is read of a text: its best window."""
    start, end = one.reading.span
    return with_title(one.document, one.reading.language, one.reading.text[start : min(end, start + READ)])


def with_title(document: Document, language: str, place: str) -> str:
    """A place of a text as it is read: behind its title where a mufti answers."""
    title = title_of_answer(document, language)
    return f"{title}. {place}" if title else place


def _is_verse(one: Candidate) -> bool:
    return one.document.kind == Kind.QURAN
