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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from pipeline.answer.words.fold import latin_key
from pipeline.text import analyse
from schemas.errors import ConfigurationError

Row = tuple[str, ...]  # words that stand side by side

SOUND = "~"
_NAMED = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a question in their order, stop words too, by their stems; and how each sounds in Latin letters."""

    words: tuple[tuple[str, str], ...]
    keys: frozenset[str]

    @classmethod
    def of(cls, question: str) -> Said:
        """The words of a question."""
        words = tuple((word, _sound(word)) for word in analyse(question, keep_stop_words=True))
        return cls(words, frozenset(key for word in words for key in word))

    def has(self, row: Row) -> bool:
        """Whether these words stand side by side."""
        if len(row) == 1:
            return row[0] in self.keys
        starts = range(len(self.words) - len(row) + 1)
        return any(all(key in self.words[at + step] for step, key in enumerate(row)) for at in starts)


@dataclass(frozen=True, slots=True)
class Way:
    """One way of asking: `needed` of each some rows of words of which one is said, and `known` all words of these and
    of those that may be said."""

    needed: tuple[tuple[Row, ...], ...]
    known: frozenset[str]

    def asks(self, said: Said, asking: frozenset[str]) -> bool:
        """Whether a question of these words is asked this way; `asking` are the words that only ask."""
        return all(any(map(said.has, either)) for either in self.needed) and all(
            word in self.known or sound in self.known or word in asking for word, sound in said.words
        )


def words_of_asking(words: Iterable[str]) -> frozenset[str]:
    """The words that only ask, as `Said` has them."""
    return frozenset(key for word in words for key in _row(word))


def compile_way(way: str, named: Mapping[str, str]) -> Way:
    """A way of asking as a list writes it.

    Args:
        named: lists of words by name, each parted by `|`.

    Raises:
        ConfigurationError: it names no word that is needed, or a list that is not there.
    """
    if lacking := sorted(set(_NAMED.findall(way)) - set(named)):
        raise _unreadable(way, "the name of a list of words", lacking[0])
    needed: list[tuple[Row, ...]] = []
    known: set[str] = set()
    for word in _NAMED.sub(lambda match: named[match[1]], way).split():
        either = tuple(_row(one) for one in word.removesuffix("?").split("|"))
        known.update(*either)
        if not word.endswith("?"):
            needed.append(either)
    if not needed or not all(row for either in needed for row in either):
        raise _unreadable(way, "a word that a question must hold", "none, or an empty one")
    return Way(tuple(needed), frozenset(known))


def _unreadable(way: str, expected: str, found: str) -> ConfigurationError:
    return ConfigurationError(
        "a way of asking cannot be read",
        where=f"wordings: {way}",
        expected=expected,
        found=found,
        remedy="write it as the head of data/lexicon/wordings.yaml says",
    )


@cache
def _row(words: str) -> Row:
    """The words that one alternative joins, as `Said` has them. In all ways each is written some five times."""
    return tuple(
        _sound(token) if word.startswith(SOUND) else token
        for word in words.split("_")
        for token in analyse(word.removeprefix(SOUND), keep_stop_words=True)
    )


def _sound(word: str) -> str:
    return SOUND + latin_key(word) if word.isascii() else word
