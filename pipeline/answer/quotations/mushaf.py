"""All verses in a row by their consonants, so that pasted words are found in whatever spelling they were copied.

Copied verses lose marks on the way, and with the marks letters that modern spelling writes: a small alif becomes
none. What no spelling changes are the other consonants in their order. The verses stand here as one line of them, once
in modern spelling and once as the script has them without marks; pasted words are looked for in both. Where they stand
in neither, they are looked for with one consonant wrong, missing or too many, or two neighbours swapped: one half of
them is then as it should be, and where that half stands the other is compared letter by letter. Two mistakes are
another text. Their words stand in a line as well, one for each language, in which a verse ends where two spaces meet:
by these one or two words are found, whose consonants stand in the middle of many others. A build compiles the verses to
one file of the snapshot; an index without it makes them from its documents on first use, which takes a second.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pipeline.answer.words.reading import shown_text
from pipeline.index.types import Filters
from pipeline.text import word_texts
from schemas.errors import IndexFormatError
from schemas.tables import canonical_json

if TYPE_CHECKING:
    from pipeline.index.search import Index

FILE = "mushaf.json"
LANGUAGES = ("ar", "en")
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


_OPEN: WeakKeyDictionary[Index, Mushaf] = WeakKeyDictionary()


def mushaf_of(index: Index) -> Mushaf:
    """The verses that an index holds; made once for each open index."""
    made = _OPEN.get(index)
    if made is None:
        path = index.path / FILE
        made = _OPEN[index] = _read(path, index.documents.count) if path.exists() else _make(index)
    return made


def compile_mushaf(index: Index) -> bytes:
    """The file of a snapshot that holds the verses of its index."""
    made = _make(index)
    lines = [_told(line) for line in made.lines]
    by_words = {language: _told(line) for language, line in made.words.items()}
    return canonical_json({"ordinals": made.ordinals, "lines": lines, "words": by_words})


def _told(line: Line) -> dict[str, object]:
    return {"letters": line.letters, "starts": line.starts}


def _read(path: Path, documents: int) -> Mushaf:
    try:
        told = json.loads(path.read_bytes())
        lines = tuple(map(_line_of, told["lines"]))
        by_words = {language: _line_of(told["words"][language]) for language in LANGUAGES}
        ordinals = tuple(map(int, told["ordinals"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(path, str(error)) from error
    if any(len(line.starts) != len(ordinals) for line in (*lines, *by_words.values())) or not all(
        0 <= one < documents for one in ordinals
    ):
        raise _damaged(path, "places outside of them")
    return Mushaf(ordinals, lines, by_words)


def _line_of(told: Mapping[str, Any]) -> Line:
    return Line(str(told["letters"]), tuple(map(int, told["starts"])))


def _damaged(path: Path, found: str) -> IndexFormatError:
    return IndexFormatError(
        "the verses of a snapshot cannot be read",
        where=str(path),
        expected="the verses of its index in a row",
        found=found[:200],
        remedy="pull or build the snapshot anew",
    )


def _make(index: Index) -> Mushaf:
    ordinals: list[int] = []
    modern: list[str] = []
    script: list[str] = []
    by_words: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for ordinal in index.columns.documents_of(Filters(kinds=("quran",))).tolist():
        verse = index.document(ordinal)
        if text := verse.text_ar:
            ordinals.append(ordinal)
            for line, letters in zip((modern, script), spellings(text), strict=True):
                line.append(letters)
            for language in LANGUAGES:
                by_words[language].append(f" {' '.join(word_texts(shown_text(verse, language)))} ")
    return Mushaf(
        tuple(ordinals),
        (_line(modern), _line(script)),
        {language: _line(texts) for language, texts in by_words.items()},
    )


def _line(verses: Sequence[str]) -> Line:
    starts, place = [], 0
    for verse in verses:
        starts.append(place)
        place += len(verse)
    return Line("".join(verses), tuple(starts))
