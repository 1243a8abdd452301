"""All verses in a row by their consonants, so that quoted words are found in whatever spelling they were copied.

Copied verses lose marks on the way, and with the marks letters that modern spelling writes: a small alif becomes
none. What no spelling changes are the other consonants in their order. The verses stand here as one line of them, once
in modern spelling and once as the script has them without marks; quoted words are looked for in both. What is found
there must begin and end where words do (but for an "and" or "so" that was left out), and have each alif that both
spellings have and none that neither has: the religions (الأديان) are not the religion (الدين).

Where words stand in neither line, they are looked for with one consonant wrong, missing or too many, two neighbours
swapped, or an alif that is not the verse's: one half of their consonants is then as it should be, and where that half
stands the other is compared letter by letter. Two mistakes are another text. Their words stand in a line as well, one
for each language, in which a verse ends where two spaces meet: by these one or two words are found, whose consonants
stand in the middle of many others. No verse is written here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Self

from pipeline.text import word_texts

LEAST_WORDS, LEAST_LETTERS = 4, 9
LEAST_OF_VERSE = 2  # words of which a whole verse is made that is quoted by them
MOST = 60  # places; words that stand in more of them quote nothing
LEAST_NEAR, MOST_NEAR = 14, 8  # letters that words with a mistake must have, and verses they may reach
_WEAK = "اءأإآٱؤئ"
AND = "وف"  # may be left out before the first of some words
_MARKS = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]")
_CONSONANT = re.compile(f"[^ {_WEAK}]")
_ALIF = str.maketrans("ٱ", "ا")


@dataclass(frozen=True, slots=True)
class Line:
    """Verses in a row: their letters, and where each begins. In a line of words each has a blank on either side."""

    letters: str
    starts: tuple[int, ...]

    def end(self, row: int) -> int:
        """Where one verse ends."""
        return self.starts[row + 1] if row + 1 < len(self.starts) else len(self.letters)

    def of_verse(self, row: int) -> str:
        """The letters of one verse."""
        return self.letters[self.starts[row] : self.end(row)]


@dataclass(frozen=True, slots=True)
class Mushaf:
    """The verses of an index in their order: by the words of their script in two spellings, modern and without marks,
    by the consonants of both (`lines`), and by the words of other languages."""

    ordinals: tuple[int, ...]
    spelt: tuple[Line, Line]
    words: Mapping[str, Line] = field(default_factory=dict)
    lines: tuple[Line, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(map(_of_consonants, self.spelt)))

    @classmethod
    def of(cls, verses: Iterable[tuple[int, str, Mapping[str, str]]], languages: Iterable[str] = ()) -> Self:
        """From the ordinal of each verse, its text in the script, and its texts in some languages."""
        ordinals: list[int] = []
        spelt: tuple[list[str], list[str]] = ([], [])
        by_words: dict[str, list[str]] = {language: [] for language in languages}
        for ordinal, script, texts in verses:
            ordinals.append(ordinal)
            for line, text in zip(spelt, spellings(script), strict=True):
                line.append(text)
            for language, text in texts.items():
                by_words[language].append(_spaced(word_texts(text)))
        words = {language: _line(texts) for language, texts in by_words.items()}
        modern, bare = map(_line, spelt)
        return cls(tuple(ordinals), (modern, bare), words)

    def find(self, run: Sequence[str], least: int = LEAST_WORDS) -> tuple[int, ...]:
        """Ordinals of the verses in which some words, no fewer than `least`, stand one after another, also across
        verses; none where they stand in too many."""
        letters = consonants(run)
        if len(run) < least or len(letters) < LEAST_LETTERS:
            return ()
        found: set[int] = set()
        for way, line in enumerate(self.lines):
            places = _few_places(letters, line.letters)
            if places is None:
                return ()
            for place in places:
                found.update(self._spelling(run, way, place, place + len(letters)))
        return tuple(sorted(found))

    def whole(self, run: Sequence[str]) -> tuple[int, ...]:
        """Ordinals of the verses that are just some words, of which there are two or more."""
        letters = consonants(run)
        if len(run) < LEAST_OF_VERSE or not letters:
            return ()
        found: set[int] = set()
        for way, line in enumerate(self.lines):
            for place in _places(letters, line.letters):
                end = place + len(letters)
                row = self.rows_between(line, place, end).start
                if line.starts[row] == place and line.end(row) == end:
                    found.update(self._spelling(run, way, place, end))
        return tuple(sorted(found))

    def find_mistaken(self, run: Sequence[str]) -> tuple[int, ...]:
        """The same for words in which one consonant is wrong, missing or too many, two are swapped, or an alif is not
        the verse's."""
        letters = consonants(run)
        if len(run) < LEAST_WORDS or len(letters) < LEAST_NEAR:
            return ()
        found: set[int] = set()
        for way, line in enumerate(self.lines):
            for start, end in _mistaken(letters, line.letters):
                # a letter that is missing at an end was not looked for
                ends = (start, end), (start - 1, end), (start, end + 1)
                tried = ends if line.letters[start:end] == letters else ends[:1]
                if whole := next((one for one in tried if self._between_words(way, *one)), None):
                    found.update(self.ordinals[self.rows_between(line, *whole)])
        return tuple(sorted(found)) if len(found) <= MOST_NEAR else ()

    def not_in(self, ordinals: Collection[int], run: Sequence[str]) -> tuple[str, ...]:
        """Those of some words that no word of some verses is, in any spelling."""
        held: dict[str, list[tuple[str, ...]]] = {}
        for ordinal in ordinals:
            row = bisect_right(self.ordinals, ordinal) - 1
            modern, bare = (line.of_verse(row).split() for line in self.spelt)
            pairs = (
                zip(modern, bare, strict=True)
                if len(modern) == len(bare)
                else ((one,) for one in modern + bare)
            )
            for pair in pairs:
                for one in pair:
                    held.setdefault(consonants([one]), []).append(pair)
        return tuple(
            word
            for word in run
            if not any(is_spelling(word, *pair) for pair in held.get(consonants([word]), ()))
        )

    def _spelling(self, run: Sequence[str], way: int, start: int, end: int) -> tuple[int, ...]:
        """Ordinals of the verses between two places of a line where their words are some others, in this or the other
        spelling; none where they are not."""
        words = self._between_words(way, start, end)
        if words is None:
            return ()
        rows, letters = self.rows_between(self.lines[way], start, end), consonants(run)
        other = self.lines[1 - way]
        place = other.letters.find(letters, other.starts[rows.start], other.end(rows.stop - 1))
        if place >= 0:
            beside = self._between_words(1 - way, place, place + len(letters))
        else:  # a word of them has other consonants there: then only what modern spelling has bounds its alifs
            beside = words.replace("ا", "") if way == 0 else " ".join(run)
        return self.ordinals[rows] if is_spelling(" ".join(run), words, beside or words) else ()

    def _between_words(self, way: int, start: int, end: int) -> str | None:
        """The words of a spelling whose consonants stand between two places of its line; None where these are not
        where words begin and end. An "and" or "so" may be left out before the first."""
        if start < 0 or end > len(self.lines[way].letters):
            return None
        rows = self.rows_between(self.lines[way], start, end)
        text = "".join(map(self.spelt[way].of_verse, range(rows.start, rows.stop)))
        begins = self.lines[way].starts[rows.start]
        places = [match.start() for match in _CONSONANT.finditer(text)]
        first, last = places[start - begins], places[end - begins - 1] + 1
        before = text[text.rfind(" ", 0, first) + 1 : first]
        behind = text[last : text.find(" ", last)]
        if consonants([before]) not in ("", *AND) or consonants([behind]):
            return None
        return text[first - len(before.lstrip(AND)) : last + len(behind)]

    def find_words(self, run: Sequence[str], language: str) -> tuple[int, ...]:
        """Ordinals of the verses in whose text of a language just some words stand one after another."""
        line, words = self.words_in(language), _spaced(run)
        places = (_few_places(words, line.letters) or ()) if run else ()
        rows = (self.rows_between(line, place, place + len(words)) for place in places)
        return tuple(sorted({ordinal for some in rows for ordinal in self.ordinals[some]}))

    def has_words(self, run: Sequence[str], language: str) -> bool:
        """Whether just some words stand one after another in the text of a verse, however many verses have them."""
        return _spaced(run) in self.words_in(language).letters

    def words_in(self, language: str) -> Line:
        """The verses by their words in a language, as they are shown in it."""
        return self.spelt[0] if language == "ar" else self.words[language]

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
        for length in _agrees(tail, line[after : after + len(tail) + 1]):
            yield place, after + length
    for place in _places(tail, line):
        before = line[max(0, place - half - 1) : place]
        for length in _agrees(head[::-1], before[::-1]):
            yield place - length, place + len(tail)


def _places(part: str, line: str) -> Iterator[int]:
    place = line.find(part)
    while place >= 0:
        yield place
        place = line.find(part, place + 1)


def _few_places(part: str, line: str) -> list[int] | None:
    """The places of a part in a line; None where they are too many."""
    places = list(islice(_places(part, line), MOST + 1))
    return places if len(places) <= MOST else None


def _agrees(letters: str, held: str) -> Iterator[int]:
    """How many letters of a text some letters may stand for, with at most one mistake.

    >>> [list(_agrees("ktb", held)) for held in ("ktbn", "kntb", "kbn", "kbt", "nnn")]
    [[3], [4], [2], [2, 3], []]
    """
    same = next((n for n, (one, other) in enumerate(zip(letters, held, strict=False)) if one != other), None)
    if same is None:
        if len(held) >= len(letters):
            yield len(letters)
        return
    rest = letters[same:]
    swapped = rest[:2][::-1] + rest[2:]
    for left, skipped in (
        (rest[1:], 0),
        (rest[1:], 1),
        (rest, 1),
        (swapped, 0),
    ):  # too many, wrong, missing, swapped
        if held.startswith(left, same + skipped):
            yield same + skipped + len(left)


def consonants(run: Sequence[str]) -> str:
    """Words without what spellings differ in: alif, hamza and its seats.

    >>> consonants(["فانجيناه"]) == consonants(["فانجينه"])
    True
    """
    letters = "".join(run)
    for one in (" ", *_WEAK):  # over all verses a tenth of the time that a table of them takes
        letters = letters.replace(one, "")
    return letters


def spellings(verse: str) -> tuple[str, str]:
    """The words of a verse in modern spelling, and as the script has them without marks."""
    return _spaced(word_texts(verse)), _spaced(word_texts(unmarked(verse)))


def unmarked(text: str) -> str:
    """Arabic script without vowels and marks."""
    return _MARKS.sub("", text).translate(_ALIF)


def _spaced(run: Sequence[str]) -> str:
    """Words as they stand in a line of them."""
    return f" {' '.join(run)} "


def is_spelling(written: str, *ways: str) -> bool:
    """Whether words of the same consonants have each alif that all spellings of a verse have, and none that none has.

    >>> is_spelling("العلمين", "العالمين", "العلمين"), is_spelling("الاديان", "الدين"), is_spelling("قال", "قل")
    (True, False, False)
    """
    ours = _alifs(written)
    spelt = [way for way in map(_alifs, ways) if len(way) == len(ours)]
    return not spelt or all(min(some) <= one <= max(some) for one, *some in zip(ours, *spelt, strict=True))


def _alifs(written: str) -> tuple[int, ...]:
    """How many alifs stand before each consonant, and behind the last.

    >>> _alifs("قالوا"), _alifs("ابا ايوب")
    ((0, 1, 0, 1), (1, 2, 0, 0, 0))
    """
    return tuple(part.count("ا") for part in _CONSONANT.split(written))


def _of_consonants(words: Line) -> Line:
    """The consonants of a line of words."""
    verses = "\n".join(map(words.of_verse, range(len(words.starts))))
    return _line(consonants([verses]).split("\n")) if words.starts else words


def _line(verses: Sequence[str]) -> Line:
    starts, place = [], 0
    for verse in verses:
        starts.append(place)
        place += len(verse)
    return Line("".join(verses), tuple(starts))
