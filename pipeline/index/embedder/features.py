"""The features of a word, whose vectors add up to the vector of a text.

    w: the word    l: its stem (`pipeline.text.analyser.stem`)    r: in Arabic, the consonants of the stem

A rare inflection is thus carried by its stem, and a rare stem by what is left of its root. Words are read by
the one analyser and stop words have no features: with them in, a question looked like other questions more
than like its answer (docs/decisions/0035). Features depend on the written word alone, so that they can be
remembered by word.
"""

from __future__ import annotations

from itertools import islice

from pipeline.text.analyser import analyse, is_arabic, stem
from pipeline.text.folding import fold
from pipeline.text.types import CORPUS, Types
from pipeline.text.words import WRITTEN, searchable

FEATURES_PER_WORD = 3
SKELETON_PREFIXES = "يتنمبلا"
WEAK_LETTERS = "اويء"


def content_words(written: str) -> tuple[str, ...]:
    """The normalised words that one written word stands for, without stop words.

    >>> content_words("The"), content_words("Prayers")
    ((), ('prayers',))
    """
    words, tokens = fold(written), analyse(written)
    if len(tokens) == len(words):
        return words
    return tuple(word for word in words if analyse(word)) if tokens else ()


_CONTENT: Types[tuple[str, ...]] = Types(content_words, CORPUS)


def written_words(text: str, limit: int) -> list[str]:
    """The first `limit` words as they are written; each folds to none, one or several words."""
    return [match[0] for match in islice(WRITTEN.finditer(searchable(text)), limit)]


def read_words(text: str, limit: int) -> list[str]:
    """The content words among the first `limit` written words of a text."""
    found: list[str] = []
    for written in written_words(text, limit):
        found += _CONTENT[written]
    return found


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
    return (f"w:{word}", *stem_features(stem(word)))


def stem_features(stemmed: str) -> tuple[str, ...]:
    """The features that all words of a stem share."""
    return (f"l:{stemmed}", f"r:{skeleton(stemmed)}") if is_arabic(stemmed) else (f"l:{stemmed}",)


def text_features(written: str) -> tuple[str, ...]:
    """The features of one written word, which may stand for several words or for none."""
    return tuple(feature for word in content_words(written) for feature in word_features(word))
