"""A narration that is asked for by its name: "the hadith of the leper, the bald and the blind".

Anybody can make up a name of real words, and a text that has each of them somewhere tells of something else. So what
stands side by side in the name must stand near each other where the text tells of it: half of it at least, for a name
says in words of its own what is told; a thing with its one quality ("the golden camel") side by side, and of several
things ("the bird and the king") each. A long name is told in other words. No verse is a narration.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.units import ONE
from pipeline.text import word_texts
from schemas.reference import Kind

LONG = 4  # things in a name
_ARTICLES = frozenset(("the", "a", "an"))


@dataclass(frozen=True, slots=True)
class Narrated:
    """A narration with a name: `described` by one thing and its quality, or by `several` things."""

    described: bool
    several: bool

    def told_by(self, text: Read) -> bool:
        """Whether a text may be that narration, or tell of it."""
        reading, things = text.reading, text.question.things
        if text.kind == Kind.QURAN or len(things) >= LONG:
            return text.kind != Kind.QURAN
        together = reading.beside if self.described else reading.near * 2
        lacks = self.several and not all(unit.is_in(reading.held) for unit in things)
        return together >= ONE and not lacks


def narrated_in(text: str, lexicon: Lexicon) -> Narrated | None:
    """The narration that a question asks for by a name, if it does."""
    name = lexicon.kinds.named_narration(text)
    words = [word for word in word_texts(name) if word not in _ARTICLES]
    arabic = any(word.startswith("ال") for word in words)
    described = len(words) == 2 and (not arabic or all(word.startswith("ال") for word in words))
    several = any(word == "and" or word.startswith("وال") for word in words)
    return Narrated(described, several) if words else None
