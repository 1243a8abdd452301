"""How words are mistyped: what a written word may have been meant for, with one mistake in it, and which of these texts
write clearly most often.

    swapped, single, doubled   the fingers: two letters changed places, one was struck twice, or once instead
    by_letter                  any letter more or less, or another

Where another word is nearly as near and as common, none is meant. What texts write is told by `pipeline.index.written`.
What of it holds for English and for Arabic, `mistyped_english` and `mistyped_arabic` know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from pipeline.answer.words.quoted import is_marked

Changed = tuple[tuple[str, str], ...]  # words as they were written, each with what it became

LONG = 30  # words
LETTERS = {"ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "en": "abcdefghijklmnopqrstuvwxyz"}
# How often texts write a word that is meant, at least, and how many times as often as the next, by the letters of the
# other behind its article: the shorter it is, the more are near.
LIKELY = {3: (100, 10), 4: (3, 4)}
BY_LETTER = {3: (300, 20), 4: (50, 10), 5: (20, 4)}
_BEFORE_ARTICLE = re.compile("^(?:[وف]?(?:بال|لل|كال)|[وف]ال)")


class Texts(Protocol):
    """What texts write."""

    def times(self, words: Sequence[str]) -> list[int]:
        """How often texts write each of some normalised words."""
        ...

    def form(self, word: str) -> str:
        """A normalised word as texts write it most often."""
        ...


def mended(
    text: str, word: re.Pattern[str], meant: Callable[[re.Match[str]], str | None]
) -> tuple[str, Changed]:
    """A text with the words that were meant, and each word that was changed; one that may be copied stays.

    Args:
        word: what a word is that may be mistyped.
        meant: what one was meant for, if it was.
    """
    if may_be_copied(text):
        return text, ()
    changed: list[tuple[str, str]] = []

    def mend(match: re.Match[str]) -> str:
        other = meant(match)
        if other is None:
            return match[0]
        changed.append((match[0], other))
        return other

    return word.sub(mend, text), tuple(changed)


def may_be_copied(text: str) -> bool:
    """Whether a text has quotation marks, or is long: then its mistakes are those of its source."""
    return len(text.split()) > LONG or is_marked(text)


def swapped(word: str) -> Iterator[str]:
    """A word with two letters that changed places.

    >>> sorted(swapped("abc"))
    ['acb', 'bac']
    """
    return (word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] for at in range(1, len(word)))


def single(word: str) -> Iterator[str]:
    """A word without a letter that was struck twice.

    >>> list(single("allowwed"))
    ['alowwed', 'allowed']
    """
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)) if word[at] == word[at - 1])


def doubled(word: str) -> Iterator[str]:
    """A word with a letter twice that was struck once."""
    return (word[:at] + letter + word[at:] for at, letter in enumerate(word))


def by_letter(word: str, letters: Iterable[str], start: int = 0) -> Iterator[str]:
    """A word with any letter more, less or another, but for its first, as people nearly always write it: behind an
    article, which ends at `start`, that may be missing.

    >>> sorted(by_letter("ab", "c"))
    ['a', 'abc', 'ac', 'acb']
    """
    if start:
        yield from (word[:start] + letter + word[start:] for letter in letters)
    for at in range(start + 1, len(word) + 1):
        yield from (word[:at] + letter + word[at:] for letter in letters)
        if at < len(word):
            yield word[:at] + word[at + 1 :]
            yield from (word[:at] + letter + word[at + 1 :] for letter in letters)


def clearest(
    ways: Iterable[tuple[Collection[str], Mapping[int, tuple[int, int]]]],
    word: str,
    letters: int,
    texts: Texts,
    most: int = 0,
) -> str | None:
    """The word of the likeliest mistake that has any, where texts write it clearly most often; else none.

    Args:
        letters: of the word behind its article.
        most: times that one is written at least, whatever its letters.
    """
    for near, by_letters in ways:
        least, clear = by_letters.get(min(letters, max(by_letters)), (0, 0))
        others = [one for one in near if one != word]
        likely = sorted(zip(_times(others, texts), others, strict=True), reverse=True)[:2]
        if least and likely and likely[0][0] >= max(least, most):
            return likely[0][1] if len(likely) < 2 or likely[0][0] >= clear * likely[1][0] else None
    return None


def _times(words: Sequence[str], texts: Texts) -> list[int]:
    """How often texts write each of some words; half as often as with the article alone, where they never write it with
    what stands before that."""
    plain = [_BEFORE_ARTICLE.sub("ال", word, count=1) for word in words]
    with_article = [one if one != word else "" for one, word in zip(plain, words, strict=True)]
    counts = zip(texts.times(words), texts.times(with_article), strict=True)
    return [times or other // 2 for times, other in counts]
