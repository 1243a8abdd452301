"""A text as a demand sees it, and what every demand needs to know of a question."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.demands.naming import Naming, naming_of
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.text import analyse, analyse_query
from schemas.reference import Kind

# Words of many a form in the glossary ("fear of Allah"), by which alone nothing is named.
NAMES_NOTHING = frozenset(analyse("الله النبي الرسول Allah God Prophet"))
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


def units_of(word: str, question: Asked) -> tuple[Unit, ...]:
    """What a question asks about by a word of it."""
    return question.by(analyse_query(word))


def pair_of(match: re.Match[str] | None, question: Asked) -> tuple[Unit, ...]:
    """The units of the two words that a pattern caught; none unless both are asked about, as two things."""
    found = [units_of(word, question)[:1] for word in match.groups()] if match else []
    units = tuple(dict.fromkeys(unit for one in found for unit in one))
    one_concept = len({unit.concept for unit in units}) == 1 and units[0].concept != "" if units else False
    return units if len(units) == 2 and not one_concept else ()


def is_plain(question: Asked) -> bool:
    """Whether a question asks about one thing alone, in one word or as one concept."""
    named = [unit for unit in question.things if not set(unit.tokens) <= NAMES_NOTHING] or question.things
    return len({unit.concept or unit.tokens for unit in named}) == 1
