"""Words that state a number, in both languages; the head of `tables/numbers.tsv` says how they may state it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pipeline.text.resources import read_lines


class NumberWord(NamedTuple):
    """A word in ordinary spelling, its value (`12`, `1/2`), and how it states it: number, order, share, also, none."""

    word: str
    value: str
    kind: str

    @property
    def language(self) -> str:
        """Whose word it is."""
        return "en" if self.word.isascii() else "ar"


def number_words() -> Iterator[NumberWord]:
    """All of them, by value.

    >>> [one.value for one in number_words() if one.word in ("twelve", "ربع")]
    ['12', '1/4']
    """
    for line in read_lines("numbers.tsv"):
        value, kind, words = line.split("\t")
        yield from (NumberWord(word, value, kind) for word in words.split())
