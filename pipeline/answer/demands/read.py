"""A text as a demand sees it."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.demands.naming import Naming, naming_of
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE, Asked
from schemas.reference import Kind

LED = 60  # characters before what is read


@dataclass(frozen=True, slots=True)
class Read:
    """A text of a kind as it was read for a question. `naming`: what names its things, where other texts were read."""

    kind: str
    reading: Reading
    question: Asked
    lexicon: Lexicon
    naming: Naming | None = None

    @property
    def around(self) -> str:
        """What stands around the words of the question."""
        return self.reading.around

    def within(self, before: int, behind: int) -> str:
        """The same, with some characters of what stands before it and behind it."""
        whole, around = self.reading.text, self.around
        start = max(0, whole.find(around))
        return whole[max(0, start - before) : start + len(around) + behind]

    @property
    def led(self) -> str:
        """The same, with the end of what stands before it, in which a chain names who speaks."""
        return self.within(LED, 0)

    @property
    def language(self) -> str:
        """The language that it was read in."""
        return self.reading.language

    @property
    def named_by(self) -> Naming:
        """What names the things asked about: among the words of all texts that were read, or of this one alone."""
        return self.naming or naming_of(self.question.things, self.reading.held)

    @property
    def is_titled(self) -> bool:
        """Whether it is an answer whose title names what is asked about."""
        return self.kind == Kind.FATWA and is_titled(self.reading)


def is_titled(reading: Reading) -> bool:
    """Whether a title, or what was asked, names three fifths of what is asked about."""
    return reading.titled * 5 >= ONE * 3
