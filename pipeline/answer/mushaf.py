"""All verses in a row by their consonants, so that pasted words are found in whatever spelling they were copied.

Copied verses lose marks on the way, and with the marks letters that modern spelling writes: a small alif becomes
none. What no spelling changes are the other consonants in their order. The verses stand here as one line of them, once
in modern spelling and once as the script has them without marks; pasted words are looked for in both. It is made on
first use, from the open index.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pipeline.index.types import Filters
from pipeline.text import words

if TYPE_CHECKING:
    from pipeline.index.search import Index

LEAST_WORDS, LEAST_LETTERS = 4, 9
MOST = 60  # places; words that stand in more of them quote nothing
_WEAK = str.maketrans("", "", "اءأإآٱؤئ")
_MARKS = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]")
_ALIF = str.maketrans("ٱ", "ا")


@dataclass(frozen=True, slots=True)
class Line:
    """Verses in a row: their consonants, and where each begins."""

    letters: str
    starts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mushaf:
    """The verses of an index in their order, in two spellings."""

    ordinals: tuple[int, ...]
    lines: tuple[Line, ...]

    def find(self, run: Sequence[str]) -> tuple[int, ...]:
        """Ordinals of the verses in which some words stand one after another, also across verses."""
        letters = consonants(run)
        if len(run) < LEAST_WORDS or len(letters) < LEAST_LETTERS:
            return ()
        found: set[int] = set()
        for line in self.lines:
            place = line.letters.find(letters)
            while place >= 0 and len(found) <= MOST:
                first = bisect_right(line.starts, place) - 1
                last = bisect_right(line.starts, place + len(letters) - 1) - 1
                found.update(self.ordinals[first : last + 1])
                place = line.letters.find(letters, place + 1)
        return tuple(sorted(found)) if len(found) <= MOST else ()


def consonants(run: Sequence[str]) -> str:
    """Words without what spellings differ in: alif, hamza and its seats.

    >>> consonants(["فانجيناه"]) == consonants(["فانجينه"])
    True
    """
    return "".join(run).translate(_WEAK)


_OPEN: WeakKeyDictionary[Index, Mushaf] = WeakKeyDictionary()


def mushaf_of(index: Index) -> Mushaf:
    """The verses that an index holds; made once for each open index."""
    made = _OPEN.get(index)
    if made is None:
        made = _OPEN[index] = _make(index)
    return made


def _make(index: Index) -> Mushaf:
    ordinals: list[int] = []
    modern: list[str] = []
    script: list[str] = []
    for ordinal in index.columns.documents_of(Filters(kinds=("quran",))).tolist():
        text = index.document(ordinal).text_ar
        if text:
            ordinals.append(ordinal)
            modern.append(consonants([word.text for word in words(text)]))
            bare = _MARKS.sub("", text).translate(_ALIF)
            script.append(consonants([word.text for word in words(bare)]))
    return Mushaf(tuple(ordinals), (_line(modern), _line(script)))


def _line(verses: Sequence[str]) -> Line:
    starts, place = [], 0
    for verse in verses:
        starts.append(place)
        place += len(verse)
    return Line("".join(verses), tuple(starts))
