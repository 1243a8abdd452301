"""An English word that nothing knows, by the word that it was meant for: one letter more or less, another, or two
that changed places.

Only words that questions are asked in are meant, and no names: a name that nobody bears stays what it is. The first
letter is as it should be, as people nearly always write it. What sounds alike goes first (orfan); then letters that
changed places are the likeliest mistake, then one letter for two of a kind or two for one. Where several words are as
near, the one that is much the most common is meant, and none where none is. A text with quotation marks, or a long
one, may be copied, with the mistakes of its source: it stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pipeline.index.written import LONGEST
from pipeline.text import term_tokens

SHORTEST = 5  # letters; of shorter words too many are near
MUCH = 8  # quarters of a doubling by which the most common of several words is more common than the next
LONG = 30  # words
_QUOTES = frozenset('"“”«»')
_WORD = re.compile(rf"(?<![\w'’-])[A-Za-z]{{1,{LONGEST}}}(?![\w'’-])")

_IN_NAME = re.compile(r"\b(?:ibn|bin|ben|bint|abu|abi|umm|al|el)[ '’-]$", re.IGNORECASE)


class Speller:
    """Words that may be meant, found by what is left of them without one letter."""

    def __init__(self, words: Mapping[str, int]) -> None:
        """`words`: those that may be meant, each with how rare it is."""
        self._words = {word: rare for word, rare in words.items() if len(word) >= SHORTEST}
        self._near: dict[str, list[str]] = {}
        for word in sorted(self._words):
            for left in _lacking_one(word):
                self._near.setdefault(left, []).append(word)

    def meant(self, word: str) -> str | None:
        """The word that another was meant for; None where it is none, or may be several.

        >>> speller = Speller({"allowed": 40, "receive": 47, "relieve": 50, "mosque": 50})
        >>> speller.meant("alowed"), speller.meant("recieve"), speller.meant("mosqe"), speller.meant("rosque")
        ('allowed', 'receive', 'mosque', None)
        """
        for sounding in (word.replace("f", "ph"), word.replace("ph", "f")):
            if sounding != word and sounding in self._words:
                return sounding
        near = {one for left in _lacking_one(word) for one in self._near.get(left, ())}
        mistakes = (
            (_mistake(one, word), self._words[one], one)
            for one in near
            if one[0] == word[0] and not is_form(one, word)
        )
        found = sorted((kind, rare, one) for kind, rare, one in mistakes if kind is not None)
        likeliest = [(rare, one) for kind, rare, one in found if kind == found[0][0]]
        if not likeliest:
            return None
        least, meant = likeliest[0]
        others = (rare for rare, one in likeliest if term_tokens(one) != term_tokens(meant))
        return None if next(others, least + MUCH) - least < MUCH else meant


def may_be_copied(text: str) -> bool:
    """Whether a text has quotation marks, or is long: then its mistakes may be those of its source."""
    return len(text.split()) > LONG or not _QUOTES.isdisjoint(text)


def respelt(
    text: str,
    meant: Callable[[str], str | None],
    odd: Callable[[str], bool],
    rather: Callable[[str, str], bool],
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A text with the words that were meant, and each word that was changed with what it became.

    A word in capitals within a sentence may be a name, and one behind "ibn" or "abu" is: they stay.

    Args:
        meant: the word that another was meant for, if any.
        odd: whether a word, in small letters, is none of general language, nor one that questions are asked in.
        rather: whether of two words the second is rather meant, by what texts hold.
    """
    if may_be_copied(text):
        return text, ()
    changed: list[tuple[str, str]] = []

    def mend(match: re.Match[str]) -> str:
        written = match[0]
        word = written.lower()
        before = text[: match.start()]
        named = (written != word and before.strip() != "") or _IN_NAME.search(before)
        other = meant(word) if len(word) >= SHORTEST and not named and odd(word) else None
        if other is None or not rather(word, other):
            return written
        changed.append((written, other))
        return other

    mended = _WORD.sub(mend, text)
    return mended, tuple(changed)


def _lacking_one(word: str) -> set[str]:
    """The word, and what is left of it without one of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def is_form(meant: str, written: str) -> bool:
    """Whether a word is another but for a letter at its end, as its forms are: noble, nobles, nobler.

    >>> is_form("noble", "nobler"), is_form("nobles", "nobler"), is_form("prayer", "prayerr")
    (True, True, False)
    """
    return written[:-1] in (meant, meant[:-1]) and not written.endswith(2 * meant[-1])


def _mistake(meant: str, written: str) -> int | None:
    """What kind of mistake makes one word of another, the likeliest first; None where it takes more than one.

    >>> [_mistake(*pair.split()) for pair in ("receive recieve", "pillars pilars", "mosque mosqe", "organ often")]
    [0, 1, 2, None]
    """
    if abs(len(meant) - len(written)) > 1 or meant == written:
        return None
    short, long = sorted((meant, written), key=len)
    at = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) < len(long):
        if short[at:] != long[at + 1 :]:
            return None
        return 1 if long[at] in long[max(0, at - 1) : at] + long[at + 1 : at + 2] else 2
    if short[at + 2 :] == long[at + 2 :] and short[at : at + 2] == long[at : at + 2][::-1]:
        return 0
    return 2 if short[at + 1 :] == long[at + 1 :] else None
