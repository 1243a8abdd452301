"""Which of the first texts answers, where a reader has read them with the question.

Words, meanings and demands tell that a text speaks of what is asked; a neighbouring question has them as well. A reader
was taught by texts that people had judged whether such a text answers (docs/decisions/0537), and by questions that were
written on one text, which answers them or only speaks of the same (0539). It reads as few texts as a profile says, and
only of a question that the gate decides: a common one has its texts from editors, and what a check declines needs no
reading. Its logit counts as much as the merit does: a text that lacks a word of what is demanded, or stands further
behind, comes first where the reader is so much surer of it (0542). What lacks anything that is demanded comes first so
only as an English answer of a mufti, who may say in other words what he was asked: of ten Arabic texts that did and
were shown none answered, of seven verses, comments and narrations three (0558). Nothing in another language than the
first text, or of another kind than the one that is asked for, takes its place.

A verse must be so much surer, too, to come before another text that stands first, since it sooner speaks of a thing
than answers; and the gate weighs apart that one was read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
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
INQUIRED = 2  # answers to the questions most like the one asked, which are read besides the first texts
BEHIND = 2048  # by how much, in 1/1024 of a logit, a text that does not hold what is demanded is the worse, or a verse


def read_first(
    reader: Reads, question: str, found: Sequence[Candidate], asking: Asking, alike: Collection[int] = ()
) -> list[Candidate]:
    """The texts found, those that a reader has read in the order in which they answer, each with its logit.

    Args:
        alike: ordinals of answers to the questions most like this one, which are read wherever they stand.
    """
    standing = standing_among(found, asking)
    itself, verse_first = standing(found[0]), _is_verse(found[0])

    def stands_alike(one: Candidate) -> bool:
        stands = standing(one)
        if asking.language == "en" and one.document.kind == Kind.FATWA:
            stands = stands._replace(unmet=itself.unmet)
        return stands == itself

    def worth(one: Candidate) -> int:
        behind = standing(one).unmet + (_is_verse(one) and not verse_first)
        return one.merit + (one.answers or 0) - BEHIND * behind

    read = [
        replace(one, answers=reader.answers(question, place_of(one)))
        for place, one in enumerate(found)
        if (place < reader.texts or one.ordinal in alike) and stands_alike(one)
    ]
    read.sort(key=lambda one: (-worth(one), one.ordinal))
    known = {one.ordinal for one in read}
    return [*read, *(one for one in found if one.ordinal not in known)]


def told_of_first(first: Candidate) -> dict[str, int]:
    """What the gate is told of the first text where a reader has read it (`features.READ`)."""
    return {} if first.answers is None else {"answers": first.answers, "verse": ONE * _is_verse(first)}


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
