"""Ways of asking one thing, as plain words: what a question must hold, what it may hold, and nothing else.

    who|whom zakat given|receives|{entitled} people?

Each is a word that the question must hold, in any order and any form, for words are compared by their stems. `|` parts
words of which one is enough, `_` joins words that stand side by side, `?` ends a word that may be absent, `~` begins an
Arabic name of which any Latin spelling will do, and `{entitled}` is a list of words with a name. Beside these a
question holds words of asking alone ("is it allowed to", "what does Islam say about"): with any other it asks for
something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pipeline.answer.lexicon.named import filled
from pipeline.answer.lexicon.said import SOUND
from pipeline.answer.words.fold import latin_key
from pipeline.answer.words.spelling import bare
from pipeline.text import analyse, word_texts
from schemas.errors import ConfigurationError

Row = tuple[str, ...]  # words that stand side by side

RECITED = "{dua}"  # a way that needs this asks for words to be said
_APART = re.compile(rf"[|_?{SOUND}]")  # what parts and marks the words of a way


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a question in their order, stop words too, by their stems; how each sounds in Latin letters; and the
    words as they are written, less the article."""

    words: tuple[tuple[str, str], ...]
    keys: frozenset[str]
    written: frozenset[str]

    @classmethod
    def of(cls, question: str) -> Said:
        """The words of a question."""
        words = tuple((word, _sound(word)) for word in analyse(question, keep_stop_words=True))
        return cls(words, _keys(words), _written(question))

    def less(self, speaker: str | None) -> Said:
        """The question without the one whose words are asked for: what the Prophet says about love is not said about
        the love of him."""
        whose = analyse(speaker, keep_stop_words=True) if speaker else []
        rest = list(self.words)
        for word in whose:
            at = next((place for place, (one, _) in enumerate(rest) if one == word), None)
            if at is not None:
                del rest[at]
        return replace(self, words=tuple(rest), keys=_keys(rest)) if whose else self

    def places(self, row: Row) -> set[int]:
        """The words that are these, side by side."""
        if row[0] not in self.keys:
            return set()
        starts = range(len(self.words) - len(row) + 1)
        found = (at for at in starts if all(key in self.words[at + step] for step, key in enumerate(row)))
        return {at + step for at in found for step in range(len(row))}


def stemmed(word: str) -> str:
    """An English word by its stem, a stop word too; what an apostrophe parts stands side by side."""
    return " ".join(analyse(word, keep_stop_words=True))


class Fit(NamedTuple):
    """How closely a question is asked in one way: the greater, the closer."""

    needed: int  # words of the question that the way must hold
    known: int  # and that it may hold
    written: int  # and that it writes as the question does: "breaking" beside "break"


@dataclass(frozen=True, slots=True)
class Way:
    """One way of asking: `needed` of each some rows of words of which one is said, `known` all words of these and of
    those that may be said; `plain`: all of these as they are written; `recited`: it asks for words to be said; `twice`:
    rows that are written alike for two that are needed, so that one word may be both ("handshake")."""

    needed: tuple[tuple[Row, ...], ...]
    known: frozenset[str]
    plain: str
    recited: bool
    twice: frozenset[Row] = field(default_factory=frozenset)

    def fit(self, said: Said, asking: frozenset[str]) -> Fit | None:
        """How closely a question of these words is asked this way, None where it is not; `asking` are the words that
        only ask."""
        places: list[set[int]] = []
        for either in self.needed:
            places.append(set().union(*map(said.places, either)))
            if not places[-1]:
                return None
        held = set().union(*places)
        if len(held) < len(places) and not _each_its_own(places, set().union(*map(said.places, self.twice))):
            return None
        known = [word in self.known or sound in self.known for word, sound in said.words]
        if not all(one or word in asking for one, (word, _) in zip(known, said.words, strict=True)):
            return None
        return Fit(len(held), sum(known), len(_written(self.plain) & said.written))


def _each_its_own(places: Sequence[set[int]], shared: set[int]) -> bool:
    """Whether each of some places can be had in one word of its own, but for those that several may share."""
    if not places:
        return True
    first, rest = places[0], places[1:]
    return (bool(first & shared) and _each_its_own(rest, shared)) or any(
        _each_its_own([other - {one} for other in rest], shared) for one in first - shared
    )


def words_of_asking(words: Iterable[str]) -> frozenset[str]:
    """The words that only ask, as `Said` has them."""
    return frozenset(key for word in words for key in _row(word))


def spelled(way: str) -> Iterator[str]:
    """The words of a way as they are written, but for names, which have no one spelling, and names of lists.

    >>> list(spelled("who|whom ~khadijah side_by_side? {entitled}"))
    ['who', 'whom', 'side', 'by', 'side']
    """
    for word in re.split(r"[\s|_?]+", way):
        if word and not word.startswith((SOUND, "{")):
            yield word


def compile_way(way: str, named: Mapping[str, str]) -> Way:
    """A way of asking as a list writes it.

    Args:
        named: lists of words by name, each parted by `|`.

    Raises:
        ConfigurationError: it names no word that is needed, or a list that is not there.
    """
    needed: list[tuple[Row, ...]] = []
    written: list[set[str]] = []
    known: set[str] = set()
    plain = filled(way, named)
    for word in plain.split():
        forms = word.removesuffix("?").split("|")
        either = tuple(_row(one) for one in forms)
        known.update(*either)
        if not word.endswith("?"):
            needed.append(either)
            written.append(set(forms))
    if not needed or not all(row for either in needed for row in either):
        raise ConfigurationError(
            "a way of asking cannot be read",
            where=f"wordings: {way}",
            expected="a word that a question must hold",
            found="none, or an empty one",
            remedy="write it as the head of data/lexicon/wordings.yaml says",
        )
    twice = frozenset(_row(form) for one, other in combinations(written, 2) for form in one & other)
    return Way(tuple(needed), frozenset(known), _APART.sub(" ", plain), RECITED in way.split(), twice)


def _keys(words: Iterable[tuple[str, str]]) -> frozenset[str]:
    return frozenset(key for word in words for key in word)


@cache
def _row(words: str) -> Row:
    """The words that one alternative joins, as `Said` has them. In all ways each is written some five times."""
    return tuple(
        _sound(token) if word.startswith(SOUND) else token
        for word in words.split("_")
        for token in analyse(word.removeprefix(SOUND), keep_stop_words=True)
    )


def _written(text: str) -> frozenset[str]:
    """The words of a text as they are written, less the article."""
    return frozenset(bare(word) for word in word_texts(text))


def _sound(word: str) -> str:
    return SOUND + latin_key(word) if word.isascii() else word
