"""Words, with their places in the original.

A written word is the longest run of letters, digits, marks, joiners and apostrophes; each distinct one is
folded once and remembered. A written word may stand for several (يٰٓأيها is يا أيها, a ligature is a phrase):
they share its span. `[word.text for word in words(text)]` equals `normalise(text).split()`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from pipeline.text.characters import (
    APOSTROPHES,
    COMBINING,
    HONORIFICS,
    INVISIBLE,
    MARKS,
    STROKED,
    TATWEEL,
    character_class,
)
from pipeline.text.folding import fold
from pipeline.text.markup import mask
from pipeline.text.steps import control
from pipeline.text.types import Types

_JOINERS = character_class([*MARKS, TATWEEL, *INVISIBLE, *APOSTROPHES, *COMBINING, *HONORIFICS, *STROKED])
WRITTEN = re.compile(rf"[\w{_JOINERS}]+")
_EDGES = APOSTROPHES + "_" + "".join(map(chr, INVISIBLE))


class Word(NamedTuple):
    """A normalised word, and the half-open span of code points in the original that it was read from."""

    text: str
    start: int
    end: int


_FOLDED: Types[tuple[str, ...]] = Types(fold)


def searchable(text: str) -> str:
    """The text with markup and control characters blanked, code point for code point as long as before."""
    return mask(control(text))


def words(text: str) -> list[Word]:
    """The normalised words of a text, in order.

    >>> words("The Qurʾān")
    [Word(text='the', start=0, end=3), Word(text='quran', start=4, end=10)]
    """
    return list(each_word(text))


def each_word(text: str) -> Iterator[Word]:
    """The same, for who needs only the first of them."""
    for match in WRITTEN.finditer(searchable(text)):
        written = match[0]
        start, end = match.span()
        if written[0] in _EDGES:
            start += len(written) - len(written.lstrip(_EDGES))
        if written[-1] in _EDGES:
            end -= len(written) - len(written.rstrip(_EDGES))
        for part in _FOLDED[written]:
            yield Word(part, start, end)


def word_texts(text: str) -> list[str]:
    """The normalised words of a text without their places.

    >>> word_texts("The Qurʾān")
    ['the', 'quran']
    """
    return list(chain.from_iterable(map(_FOLDED.__getitem__, WRITTEN.findall(searchable(text)))))
