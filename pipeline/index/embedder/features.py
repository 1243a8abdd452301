"""The features of a word, whose vectors add up to the vector of a text.

    w: the word    l: its stem (`pipeline.text.analyser.stem`)    r: in Arabic, the consonants of the stem

A rare inflection is thus carried by its stem, and a rare stem by what is left of its root. Words are read by
the one analyser, stop words included: training gives them little weight by itself. Features depend on the
written word alone, so that they can be remembered by word.
"""

from __future__ import annotations

from itertools import islice

from pipeline.text.analyser import is_arabic, stem
from pipeline.text.steps import fold
from pipeline.text.types import Types
from pipeline.text.words import WRITTEN, searchable

FEATURES_PER_WORD = 3
SKELETON_PREFIXES = "يتنمبلا"
WEAK_LETTERS = "اويء"

_FOLDED: Types[tuple[str, ...]] = Types(fold)


def written_words(text: str, limit: int) -> list[str]:
    """The first `limit` words as they are written; each folds to none, one or several words."""
    return [match[0] for match in islice(WRITTEN.finditer(searchable(text)), limit)]


def read_words(text: str, limit: int) -> list[str]:
    """The first `limit` normalised words of a text."""
    found: list[str] = []
    for written in written_words(text, limit):
        found += _FOLDED[written]
    return found[:limit]


def skeleton(stem: str) -> str:
    """The consonants of an Arabic stem: no prefix of imperfect or participle, no long vowels.

    >>> skeleton("كتاب"), skeleton("مكتوب")
    ('كتب', 'كتب')
    """
    body = stem[1:] if len(stem) >= 4 and stem[0] in SKELETON_PREFIXES else stem
    consonants = body[:1] + "".join(letter for letter in body[1:] if letter not in WEAK_LETTERS)
    return consonants if len(consonants) >= 2 else stem


def word_features(word: str) -> tuple[str, ...]:
    """The features of a normalised word, most particular first; at most `FEATURES_PER_WORD`."""
    stemmed = stem(word)
    if is_arabic(word):
        return (f"w:{word}", f"l:{stemmed}", f"r:{skeleton(stemmed)}")
    return (f"w:{word}", f"l:{stemmed}")


def text_features(written: str) -> tuple[str, ...]:
    """The features of one written word, which may fold to several words."""
    return tuple(feature for word in fold(written) for feature in word_features(word))
