"""What a text is for a question by itself, and whether it meets what the question demands.

The reading of a text, the very words that it holds and its own signals hang on nothing else that was found, or on an
index: the same document, asked the same, gives the same. Whether it meets the demands hangs besides on the words that
name each thing in all texts that were found. So a build need make neither anew for a text that has not changed
(`pipeline.build.readings`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.naming import Naming
from pipeline.answer.demands.questions import meets
from pipeline.answer.demands.read import Read, is_titled
from pipeline.answer.finding.signals import signals_of_text
from pipeline.answer.words.fragments import is_under_index, tells_nothing
from pipeline.answer.words.reading import Focus, Reading, read
from pipeline.answer.words.spelling import spelled
from pipeline.answer.words.units import Asked
from schemas.document import Document


@dataclass(frozen=True)  # without slots it is packed and unpacked in half the time
class Considered:
    """A text against what is asked."""

    reading: Reading
    spelled: frozenset[str]  # Arabic things asked about whose very word it holds
    signals: Mapping[str, int]  # those that do not hang on the search


class Text(NamedTuple):
    """A document that the search found, by which part, and what it is for the question."""

    document: Document
    focus: Focus
    considered: Considered


@dataclass(frozen=True, slots=True)
class Demanded:
    """What a question demands of its texts. `of`: what a text must be about."""

    demands: Sequence[Demand]
    of: Asked
    language: str

    def of_the_same(self) -> Demanded:
        """What it demands of a mufti who was asked the same."""
        return replace(self, demands=[one.of_the_same or one for one in self.demands])


class Considering(Protocol):
    """Who considers and judges the texts of a question: anew, or with what an earlier build kept of it."""

    def considered(self, document: Document, asking: Asking, focus: Focus) -> Considered | None:
        """What a document says to a question; None where it has no text, or tells nothing by itself."""

    def judged(
        self, texts: Sequence[Text], asking: Asking, demanded: Demanded, naming: Naming
    ) -> Sequence[bool]:
        """Whether each text meets what is demanded. `naming`: what names the things asked about in all of them."""


class Anew:
    """Considers every text, and remembers none."""

    @staticmethod
    def considered(document: Document, asking: Asking, focus: Focus) -> Considered | None:
        """See `Considering`."""
        reading = read(document, asking.question, focus)
        if reading is None or tells_nothing(document.kind, reading.text) or is_under_index(reading.chapter):
            return None
        exact = spelled(reading, asking.spellings)
        return Considered(reading, exact, signals_of_text(asking, document, reading, exact))

    @staticmethod
    def judged(texts: Sequence[Text], asking: Asking, demanded: Demanded, naming: Naming) -> list[bool]:
        """See `Considering`."""
        return [_meets(one, asking, demanded, naming) for one in texts]


def _meets(text: Text, asking: Asking, demanded: Demanded, naming: Naming) -> bool:
    document, reading = text.document, text.considered.reading
    read_for = Read(document.kind, reading, demanded.of, asking.lexicon, naming)
    met = meets(read_for, demanded.demands)
    # Of texts that an Arabic question cannot be read in, those alone answer whose title names it.
    return met and (demanded.language != "ar" or bool(document.text_ar) or is_titled(reading))
