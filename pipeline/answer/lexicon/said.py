"""Phrases that people say, as plain words, and where a text says them.

    jazakallah|jazak_allah khair?   ~salam alaikum   dear {title}   / thanks

A phrase is a row of words, told apart from neighbours by spaces: `|` parts words of which one is said, `_` joins
words that stand side by side, `?` ends what may be absent, `~` begins a word of which any Latin spelling will do,
`{title}` is a list of words with a name, `*` is any one word, but for the first, and `/` stands where a mark must
stand, or a word that asks. Case, accents, marks of vowels and punctuation between the words say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pipeline.answer.lexicon.named import filled
from pipeline.answer.words.fold import fold, latin_key
from schemas.errors import ConfigurationError

MARK, SOUND, ANY = "/", "~", "*"
# A word with its marks of vowels; a hyphen parts two, and so does the apostrophe of "the Prophet's".
_APOSTROPHES = "'\u2018\u2019"
_WORD = re.compile(
    rf"[{_APOSTROPHES}]s(?!\w)"
    rf"|[^\W_](?:[^\W_]|[\u0610-\u061a\u064b-\u065f\u0670]|[{_APOSTROPHES}](?!s(?!\w)))*"
)
_SET_OFF = re.compile(rf"[^\w\s{_APOSTROPHES}-]|\s-+\s|\n")

_folded = lru_cache(maxsize=1 << 14)(fold)  # of a word: texts that are found together repeat theirs


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text, folded, with their spans."""

    text: str
    spans: tuple[tuple[int, int], ...]
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a text."""
        spans = tuple(match.span() for match in _WORD.finditer(text))
        return cls(text, spans, tuple(_folded(text[start:end]) for start, end in spans))

    def before(self, place: int) -> str:
        """What stands between a word, or the end, and the word before it."""
        low = self.spans[place - 1][1] if place else 0
        high = self.spans[place][0] if place < len(self.spans) else len(self.text)
        return self.text[low:high]

    def is_set_off(self, place: int) -> bool:
        """Whether a mark stands before a word."""
        return _SET_OFF.search(self.before(place)) is not None

    def has(self, word: str, place: int) -> bool:
        """Whether a word of a phrase stands at a place."""
        said = self.words[place]
        if word == ANY:
            return True
        return latin_key(said) == word[1:] if word.startswith(SOUND) else said == word

    def behind(self, phrases: Phrases, place: int = 0) -> int:
        """The place behind the longest of some phrases that stands at a place; the place itself where none does."""
        return max(phrases.ends(self, place, len(self.words)), default=place)

    def tail(self, phrases: Phrases, places: Iterable[int]) -> int:
        """The first of some places from which a phrase reaches to the end; the end where none does."""
        whole = len(self.words)
        return next((place for place in places if whole in phrases.ends(self, place, whole)), whole)

    def is_wholly(self, phrases: Phrases) -> bool:
        """Whether it is nothing but one of some phrases."""
        return len(self.words) in phrases.ends(self, 0, len(self.words))

    def all(self, phrases: Phrases) -> Iterator[tuple[int, int]]:
        """Where phrases are said, the longest at each place and none within another: the places of the first word and
        behind the last."""
        last = 0
        for place in phrases.begin_in(self):
            if place >= last and (end := self.behind(phrases, place)) > place:
                yield place, end
                last = end

    def cut(self, low: int, high: int) -> str:
        """The text of some words, with the mark of a question behind them."""
        if (low, high) == (0, len(self.words)):
            return self.text
        if high == len(self.words):
            return self.text[self.spans[low][0] :]
        mark = next((mark for mark in "?؟" if mark in self.before(high)), "")
        return self.text[self.spans[low][0] if low else 0 : self.spans[high - 1][1]] + mark


@dataclass(frozen=True, slots=True)
class _Item:
    """One place of a phrase: the rows of words of which one is said there, by their first word."""

    rows: Mapping[str, tuple[tuple[str, ...], ...]]
    optional: bool

    @classmethod
    def of(cls, written: str) -> _Item:
        """A place as a list writes it."""
        rows: dict[str, tuple[tuple[str, ...], ...]] = {}
        for row in map(_row, written.removesuffix("?").split("|")):
            first = row[0] if row else ""
            rows[first] = (*rows.get(first, ()), row)
        return cls(rows, written.endswith("?"))

    def said(self, said: Words, place: int) -> Iterator[tuple[str, ...]]:
        """Those that may be said at a place, by their first word."""
        word = said.words[place]
        for key in (word, SOUND + latin_key(word), ANY):
            yield from self.rows.get(key, ())


_Phrase = tuple[_Item, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Some phrases. `asking`: the words that ask, folded: before one of them no mark need stand."""

    asking: frozenset[str] = frozenset()
    _by_first: dict[str, list[_Phrase]] = field(default_factory=dict)
    _begin: set[str] = field(default_factory=set)  # of `SOUND` and `MARK` those with which some begin

    @classmethod
    def of(
        cls, written: Iterable[str], named: Mapping[str, str], asking: frozenset[str] = frozenset()
    ) -> Phrases:
        """Phrases as a list writes them.

        Args:
            named: lists of words by name, each parted by `|`.

        Raises:
            ConfigurationError: one of them names no word that must be said.
        """
        found = cls(asking)
        for one in written:
            phrase = _compiled(one, named)
            for key in dict.fromkeys(_firsts(phrase)):
                found._by_first.setdefault(key, []).append(phrase)
                found._begin.update({key[:1]} & {SOUND, MARK})
        return found

    def begin_in(self, said: Words) -> Iterable[int]:
        """The places of a text at which one may begin, ascending."""
        if self._begin:
            return range(len(said.words))
        return [place for place, word in enumerate(said.words) if word in self._by_first]

    def ends(self, said: Words, place: int, high: int) -> set[int]:
        """The places behind all phrases that stand at a place of a text, and end at another at most."""
        if place >= high:
            return set()
        word = said.words[place]
        keys = [word]
        if SOUND in self._begin:
            keys.append(SOUND + latin_key(word))
        if MARK in self._begin and self._is_marked(said, place):
            keys.append(MARK)
        phrases = [phrase for key in keys for phrase in self._by_first.get(key, ())]
        return {end for phrase in phrases for end in self._ends(phrase, said, place, high) if end > place}

    def _is_marked(self, said: Words, place: int) -> bool:
        """Whether a mark stands before a word, or need not."""
        return said.words[place] in self.asking or said.is_set_off(place)

    def _ends(self, phrase: _Phrase, said: Words, place: int, high: int) -> Iterator[int]:
        if not phrase:
            yield place
            return
        item, rest = phrase[0], phrase[1:]
        if MARK in item.rows:
            if place < high and self._is_marked(said, place):
                yield from self._ends(rest, said, place, high)
            return
        if item.optional:
            yield from self._ends(rest, said, place, high)
        for row in item.said(said, place) if place < high else ():
            if place + len(row) <= high and all(said.has(one, place + at) for at, one in enumerate(row)):
                yield from self._ends(rest, said, place + len(row), high)


def _firsts(phrase: _Phrase) -> Iterator[str]:
    """The words that a phrase may begin with."""
    for item in phrase:
        yield from item.rows
        if not item.optional:
            return


def _compiled(written: str, named: Mapping[str, str]) -> _Phrase:
    items = tuple(map(_Item.of, filled(written, named).split()))
    if all(item.optional for item in items) or any("" in item.rows for item in items):
        raise ConfigurationError(
            "a phrase that people say cannot be read",
            where=written,
            expected="words, of which one at least must be said",
            found="none, or an empty one",
            remedy="write it as the head of the list that it stands in says",
        )
    return items


@lru_cache(maxsize=1 << 14)
def _row(written: str) -> tuple[str, ...]:
    """Words that stand side by side, as they are looked for."""
    if written in (MARK, ANY):
        return (written,)
    sound = written.startswith(SOUND)
    words = Words.of(written.removeprefix(SOUND).replace("_", " ")).words
    return tuple(SOUND + latin_key(word) if sound else word for word in words)
