"""A narration that is asked for by its name: "the hadith of the leper, the bald and the blind".

Anybody can make up a name of real words, and a text that has each of them somewhere tells of something else. So what
stands side by side in the name must stand near each other where the text tells of it: half of it at least, for a name
says in words of its own what is told; a thing with its one quality ("the golden camel") side by side, and of several
things ("the bird and the king") each. A long name is told in other words, and so may an Arabic one without the article
be: it is often the narration's first words. No verse is a narration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.read import Read
from pipeline.answer.words.tongue import tongue_of
from pipeline.answer.words.units import ONE
from pipeline.text import word_texts
from schemas.reference import Kind

LONG = 4  # things in a name
_ARTICLES = frozenset(("the", "a", "an"))


@dataclass(frozen=True, slots=True)
class Narrated:
    """A narration with a name: `described` by one thing and its quality, or by `several` things; `loose`: it may be
    told in other words."""

    described: bool
    several: bool
    loose: bool

    def told_by(self, text: Read) -> bool:
        """Whether a text may be that narration, or tell of it."""
        reading, things = text.reading, text.question.things
        if text.kind == Kind.QURAN or self.loose or len(things) >= LONG:
            return text.kind != Kind.QURAN
        together = reading.beside if self.described else reading.near * 2
        lacks = self.several and not all(unit.is_in(reading.held) for unit in things)
        return together >= ONE and not lacks


def narrated_in(asking: Asking) -> Narrated | None:
    """The narration that a question asks for by a name, if it does."""
    words = _words(asking.lexicon.kinds.named_narration(asking.text))
    if not words:
        return None
    several = any(word == "and" or word.startswith("وال") for word in words)
    loose = tongue_of(" ".join(words)) == "ar" and not words[0].startswith("ال")
    return Narrated(_is_described(words), several, loose)


def is_described(name: str) -> bool:
    """Whether a name is one thing and its quality: two words side by side, in Arabic both with the article.

    >>> is_described("the golden camel"), is_described("الجمل الذهبي"), is_described("أصحاب الغار")
    (True, True, False)
    """
    return _is_described(_words(name))


def _is_described(words: Sequence[str]) -> bool:
    definite = [word.startswith("ال") for word in words]
    return len(words) == 2 and (all(definite) or tongue_of(" ".join(words)) == "en")


def _words(name: str) -> list[str]:
    return [word for word in word_texts(name) if word not in _ARTICLES]
