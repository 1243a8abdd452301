"""An English word that nothing knows, by the word that it was meant for: one letter more or less, another, or two that
changed places.

Words that questions are asked in are meant before others that texts write, and never names: a name that nobody bears
stays what it is. What sounds alike goes first (orfan); then letters that changed places are the likeliest mistake, then
one letter for two of a kind or two for one. Where several words are as near, the one that is much the most common is
meant, and none where none is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pipeline.answer.words.mistyped import (
    BY_LETTER,
    LETTERS,
    LIKELY,
    Changed,
    Texts,
    by_letter,
    clearest,
    doubled,
    mended,
    single,
    swapped,
)
from pipeline.index.written import LONGEST
from pipeline.text import term_tokens

SHORTEST = 5  # letters; of shorter words too many are near
MUCH = 8  # quarters of a doubling by which the most common of several words is more common than the next
_WORD = re.compile(rf"(?<![\w'’-])[A-Za-z]{{{SHORTEST},{LONGEST}}}(?![\w'’-])")
_IN_NAME = re.compile(r"\b(?:ibn|bin|ben|bint|abu|abi|umm|al|el)[ '’-]$", re.IGNORECASE)


class Speller:
    """Words that may be meant, each with how rare it is."""

    def __init__(self, words: Mapping[str, int]) -> None:
        self._words = {word: rare for word, rare in words.items() if len(word) >= SHORTEST}
        self._letters = sorted(frozenset().union(*self._words))
        self._longest = max(map(len, self._words), default=0)

    def meant(self, word: str) -> str | None:
        """The word that another was meant for; None where it is none, or may be several.

        >>> speller = Speller({"allowed": 40, "receive": 47, "relieve": 50, "mosque": 50})
        >>> speller.meant("alowed"), speller.meant("recieve"), speller.meant("mosqe"), speller.meant("rosque")
        ('allowed', 'receive', 'mosque', None)
        """
        for sounding in (word.replace("f", "ph"), word.replace("ph", "f")):
            if sounding != word and sounding in self._words:
                return sounding
        if len(word) > self._longest + 1:
            return None  # no word is near it, but the words near it are many and long
        for near in (swapped(word), (*single(word), *doubled(word)), by_letter(word, self._letters)):
            found = {one for one in self._words.keys() & near if one[0] == word[0] and not is_form(one, word)}
            if found := found - {word}:
                return self._most_common(found)
        return None

    def _most_common(self, words: set[str]) -> str | None:
        """The one of some words that is much more common than the others, but for its own forms; None without one."""
        (least, meant), *others = sorted((self._words[one], one) for one in words)
        further = (rare for rare, one in others if term_tokens(one) != term_tokens(meant))
        return meant if next(further, least + MUCH) - least >= MUCH else None


def meant_in(texts: Texts, word: str) -> str | None:
    """The word of texts that an English one was meant for, and no name; None where it is none, or may be several."""
    by_fingers = dict.fromkeys((*single(word), *swapped(word), *doubled(word)))
    ways = [(by_fingers, LIKELY), (dict.fromkeys(by_letter(word, LETTERS["en"])), BY_LETTER)]
    found = clearest(ways, word, len(word), texts)
    return found if found and texts.form(found).islower() and not is_form(found, word) else None


def respelt(
    text: str,
    meant: Callable[[str], str | None],
    odd: Callable[[str], bool],
    rather: Callable[[str, str], bool],
) -> tuple[str, Changed]:
    """A text with the English words that were meant, and each word that was changed with what it became.

    A word in capitals within a sentence may be a name, and one behind "ibn" or "abu" is: they stay.

    Args:
        meant: the word that another was meant for, if any.
        odd: whether a word, in small letters, is none of general language, nor one that questions are asked in.
        rather: whether of two words the second is rather meant, by what texts hold.
    """

    def meant_by(match: re.Match[str]) -> str | None:
        word, before = match[0].lower(), match.string[: match.start()]
        named = (word != match[0] and before.strip() != "") or _IN_NAME.search(before)
        other = None if named or not odd(word) else meant(word)
        return other if other is not None and rather(word, other) else None

    return mended(text, _WORD, meant_by)


def is_form(meant: str, written: str) -> bool:
    """Whether a word is another but for a letter at its end, as its forms are: noble, nobles, nobler.

    >>> is_form("noble", "nobler"), is_form("nobles", "nobler"), is_form("prayer", "prayerr")
    (True, True, False)
    """
    return written[:-1] in (meant, meant[:-1]) and not written.endswith(2 * meant[-1])
