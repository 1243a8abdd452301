"""Whole numbers in a folded text, in digits or in words of either language, as a set.

Words are read by the table of `pipeline.text.number_words`; a unit beside a ten is added to it, as Arabic says it and
as English joins it. Ordinals are not read, nor numbers beside a hundred or a thousand: what they make is rarely what a
question claims.
"""

from __future__ import annotations

import re

from pipeline.answer.asking.around_reference import ORDINALS
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.telling import BEFORE_NUMBER
from pipeline.answer.words.fold import fold
from pipeline.text.number_words import number_words

_WORD = re.compile(r"[a-z']+|[\u0621-\u064a]+|\d+(?:[:.,]\d+)*")
_GREAT = frozenset(
    fold(one.word) for one in number_words() if one.kind in ("number", "also") and int(one.value) >= 100
)
_DIGIT = re.compile("[0-9]")
_TEN = 10
# "The thirteenth", "the twenty-seventh": the ten behind an Arabic ordinal counts nothing.
_ORDINAL = re.compile(rf"[وفبل]?(?:ال)?(?:{'|'.join(ORDINALS)})ه?$")

# "Eleven" and "twelve": these words are numbers before a ten alone ("احد" is "anybody").
_BEFORE_TEN = {
    before + word: value
    for word, value in (("احد", 1), ("احدي", 1), ("اثنا", 2), ("اثني", 2), ("اثنتا", 2), ("اثنتي", 2))
    for before in BEFORE_NUMBER
}


def numbers_in(folded: str, lexicon: Lexicon) -> frozenset[int]:
    """The numbers of a folded text.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> sorted(numbers_in("خمسه واربعين يوما", default_lexicon()))
    [45]
    """
    words = _WORD.findall(folded)
    if lexicon.cardinals.keys().isdisjoint(words) and not _DIGIT.search(folded):
        return frozenset()  # most texts, and they are asked about in many places
    values: dict[int, int] = {}
    for place, word in enumerate(words):
        value, before = _value(word, lexicon), words[place - 1] if place else ""
        if value is None or (value % _TEN == 0 and _ORDINAL.match(before)):
            continue
        if value > 0 and value % _TEN == 0 and before in _BEFORE_TEN:
            values[place - 1] = _BEFORE_TEN[before]
        values[place] = value
    found: set[int] = set()
    taken = -1  # the last word that is part of a number
    for place, value in values.items():
        if place <= taken or value < 0:
            continue
        after = values.get(place + 1)
        taken = place + (after is not None and (after < 0 or _joined(value, after)))
        if after is None or after >= 0:
            found.add(value + (after if after is not None and taken > place else 0))
    return frozenset(found)


def _joined(left: int, right: int) -> bool:
    """'forty five', 'خمسة وأربعون', 'أربعة عشر': two words for one number."""
    low, high = min(left, right), max(left, right)
    return 0 < low < _TEN <= high and high % _TEN == 0 and (high > _TEN or right == _TEN)


def _value(word: str, lexicon: Lexicon) -> int | None:
    """A word's number; -1 for a hundred and more, which make numbers that are not read."""
    if "0" <= word[0] <= "9":
        return int(word) if len(word) < 5 and word.isdecimal() else None
    if word in _GREAT:
        return -1
    return lexicon.cardinals.get(word)
