"""What every language says in words of its own: the first of a thing, a list and its head, the parts of a thing.

`arabic` and `english` find each of them in a question, and look for it in a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pipeline.answer.demands import arabic, english
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import Unit


class Language(Protocol):
    """A module on one language."""

    def ordered(self, asking: Asking) -> tuple[str, tuple[frozenset[str], ...]] | None:
        """An ordinal, as a token, with the tokens of each word that it counts."""

    def in_order(self, reading: Reading, ordinal: str, counted: Sequence[frozenset[str]]) -> bool:
        """Whether an ordinal stands before all that it counts."""

    def term(self, asking: Asking) -> tuple[Unit, ...]:
        """The two words of a term whose meaning is asked, in their order; none where none is."""

    def listed_pair(self, asking: Asking) -> tuple[Unit, ...]:
        """What is to be listed, and of what; none where no list is asked for."""

    def follows(self, reading: Reading, units: Sequence[Unit]) -> bool:
        """Whether the second of two things stands right behind the first."""

    def each_pair(self, asking: Asking) -> tuple[Unit, ...]:
        """The parts that are to be counted, and the thing that has them; none where none are."""

    def counts_each(self, before: str, after: str, lexicon: Lexicon) -> bool:
        """Whether a number stands right before or behind a word, by what stands there."""


LANGUAGES: Mapping[str, Language] = {"ar": arabic, "en": english}
