"""All verses in a row by their consonants, so that quoted words are found in whatever spelling they were copied.

Copied verses lose marks on the way, and with the marks letters that modern spelling writes: a small alif becomes
none. What no spelling changes are the other consonants in their order. The verses stand here as one line of them, once
in modern spelling and once as the script has them without marks; quoted words are looked for in both. Where they stand
in neither, they are looked for with one consonant wrong, missing or too many, or two neighbours swapped: one half of
them is then as it should be, and where that half stands the other is compared letter by letter. Two mistakes are
another text. Their words stand in a line as well, one for each language, in which a verse ends where two spaces meet:
by these one or two words are found, whose consonants stand in the middle of many others. No verse is written here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Self

from pipeline.text import word_texts

LEAST_WORDS, LEAST_LETTERS = 4, 9
LEAST_OF_VERSE = 2  # words of which a whole verse is made that is quoted by them
MOST = 60  # places; words that stand in more of them quote nothing
LEAST_NEAR, MOST_NEAR = 14, 8  # letters that words with a mistake must have, and verses they may reach
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
    """The verses of an index in their order: by consonants in two spellings, and by the words of each language."""

    ordinals: tuple[int, ...]
    lines: tuple[Line, ...]
    words: Mapping[str, Line] = field(default_factory=dict)

    @classmethod
    def of(cls, verses: Iterable[tuple[int, str, Mapping[str, str]]], languages: Iterable[str] = ()) -> Self:
        """From the ordinal of each verse, its text in the script, and its texts as they are shown in some languages."""
        ordinals: list[int] = []
        spelt: tuple[list[str], list[str]] = ([], [])
        by_words: dict[str, list[str]] = {language: [] for language in languages}
        for ordinal, script, texts in verses:
            ordinals.append(ordinal)
            for line, letters in zip(spelt, spellings(script), strict=True):
                line.append(letters)
            for language, text in texts.items():
                by_words[language].append(f" {' '.join(word_texts(text))} ")
        words = {language: _line(texts) for language, texts in by_words.items()}
        return cls(tuple(ordinals), tuple(map(_line, spelt)), words)

    def find(self, run: Sequence[str], least: int = LEAST_WORDS) -> tuple[int, ...]:
        """Ordinals of the verses in which some words, no fewer than `least`, stand one after another, also across
        verses."""
        letters = consonants(run)
        if len(run) < least or len(letters) < LEAST_LETTERS:
            return ()
        return self._standing(letters, self.lines)

    def whole(self, run: Sequence[str]) -> tuple[int, ...]:
        """Ordinals of the verses that are just some words, of which there are two or more."""
        letters = consonants(run)
        if len(run) < LEAST_OF_VERSE or not letters:
            return ()
        found: set[int] = set()
        for line in self.lines:
            ends = (*line.starts[1:], len(line.letters))
            for place in _places(letters, line.letters):
                rows = self.rows_between(line, place, place + len(letters))
                if line.starts[rows.start] == place and ends[rows.start] == place + len(letters):
                    found.add(self.ordinals[rows.start])
        return tuple(sorted(found))

    def find_mistaken(self, run: Sequence[str]) -> tuple[int, ...]:
        """The same for words in which one consonant is wrong, missing or too many, or two are swapped."""
        letters = consonants(run)
        if len(run) < LEAST_WORDS or len(letters) < LEAST_NEAR:
            return ()
        found: set[int] = set()
        for line in self.lines:
            for start, end in _mistaken(letters, line.letters):
                found.update(self.ordinals[self.rows_between(line, start, end)])
        return tuple(sorted(found)) if len(found) <= MOST_NEAR else ()

    def find_words(self, run: Sequence[str], language: str) -> tuple[int, ...]:
        """Ordinals of the verses in whose text of a language just some words stand one after another."""
        return self._standing(f" {' '.join(run)} ", (self.words[language],)) if run else ()

    def has_words(self, run: Sequence[str], language: str) -> bool:
        """Whether just some words stand one after another in the text of a verse, however many verses have them."""
        return f" {' '.join(run)} " in self.words[language].letters

    def _standing(self, letters: str, lines: Sequence[Line]) -> tuple[int, ...]:
        """Ordinals of the verses in which some letters stand in one of the lines; none where there are too many."""
        found: set[int] = set()
        for line in lines:
            for count, place in enumerate(_places(letters, line.letters)):
                if count == MOST:
                    return ()
                found.update(self.ordinals[self.rows_between(line, place, place + len(letters))])
        return tuple(sorted(found))

    def rows_with(self, letters: str) -> set[int]:
        """The rows of the verses that hold some consonants, in either spelling; the first that do, of many."""
        return {
            row
            for line in self.lines
            for place in islice(_places(letters, line.letters), MOST)
            for row in range(*self.rows_between(line, place, place + len(letters)).indices(len(line.starts)))
        }

    def rows_between(self, line: Line, start: int, end: int) -> slice:
        """The rows of the verses that hold the letters of a line between two places."""
        return slice(bisect_right(line.starts, start) - 1, bisect_right(line.starts, end - 1))


def _mistaken(letters: str, line: str) -> Iterator[tuple[int, int]]:
    """Where a line holds letters but for one: the places between which it does."""
    half = len(letters) // 2
    head, tail = letters[:half], letters[half:]
    for place in _places(head, line):
        after = place + half
        if length := _agrees(tail, line[after : after + len(tail) + 1]):
            yield place, after + length
    for place in _places(tail, line):
        before = line[max(0, place - half - 1) : place]
        if length := _agrees(head[::-1], before[::-1]):
            yield place - length, place + len(tail)


def _places(part: str, line: str) -> Iterator[int]:
    place = line.find(part)
    while place >= 0:
        yield place
        place = line.find(part, place + 1)


def _agrees(letters: str, held: str) -> int:
    """How many letters of a text some letters stand for with at most one mistake; 0 when there are more.

    >>> [_agrees("ktb", held) for held in ("ktbn", "kntb", "kbn", "kbt", "nnn")]
    [3, 4, 2, 2, 0]
    """
    same = next((n for n, (one, other) in enumerate(zip(letters, held, strict=False)) if one != other), None)
    if same is None:
        return len(letters) if len(held) >= len(letters) else 0
    rest = letters[same:]
    swapped = rest[:2][::-1] + rest[2:]
    for left, skipped in (
        (rest[1:], 0),
        (rest[1:], 1),
        (rest, 1),
        (swapped, 0),
    ):  # too many, wrong, missing, swapped
        if held.startswith(left, same + skipped):
            return same + skipped + len(left)
    return 0


def consonants(run: Sequence[str]) -> str:
    """Words without what spellings differ in: alif, hamza and its seats.

    >>> consonants(["فانجيناه"]) == consonants(["فانجينه"])
    True
    """
    return "".join(run).translate(_WEAK)


def spellings(verse: str) -> tuple[str, str]:
    """The consonants of a verse in modern spelling, and as the script has them without marks."""
    bare = _MARKS.sub("", verse).translate(_ALIF)
    return consonants(word_texts(verse)), consonants(word_texts(bare))


def _line(verses: Sequence[str]) -> Line:
    starts, place = [], 0
    for verse in verses:
        starts.append(place)
        place += len(verse)
    return Line("".join(verses), tuple(starts))
