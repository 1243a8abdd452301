"""A text as a demand sees it, and what every demand needs to know of a question."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.demands.naming import Naming
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE, Asked
from pipeline.text import analyse

# Words of many a form in the glossary ("fear of Allah"), by which alone nothing is named.
NAMES_NOTHING = frozenset(analyse("الله النبي الرسول Allah God Prophet"))


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

    @property
    def language(self) -> str:
        """The language that it was read in."""
        return self.reading.language

    @property
    def is_titled(self) -> bool:
        """Whether it is an answer whose title names what is asked about."""
        return self.kind == "fatwa" and is_titled(self.reading)


def is_titled(reading: Reading) -> bool:
    """Whether a title, or what was asked, names three fifths of what is asked about."""
    return reading.titled * 5 >= ONE * 3


def is_plain(question: Asked) -> bool:
    """Whether a question asks about one thing alone, in one word or as one concept."""
    named = [unit for unit in question.things if not set(unit.tokens) <= NAMES_NOTHING] or question.things
    return len({unit.concept or unit.tokens for unit in named}) == 1
