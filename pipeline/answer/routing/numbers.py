"""Whole numbers in a folded text, in digits or in words of either language, as a set.

Words are read by the table of `pipeline.text.number_words`; words that stand side by side make one number as each
language says it: "four hundred and five", خمسة وأربعون, سبعون ألفا. Ordinals are not read, nor hundreds and thousands
of which it is not said how many.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.telling import AND, BEFORE_NUMBER
from pipeline.answer.routing.around_reference import ORDINALS
from pipeline.answer.words.fold import fold
from pipeline.text.number_words import number_words

_WORD = re.compile(r"[a-z']+|[\u0621-\u064a]+|\d+(?:[:.,]\d+)*")
_DIGITS = re.compile(r"\d{1,6}|\d{1,3}(?:,\d{3})+")
_DIGIT = re.compile("[0-9]")
_TEN, _HUNDRED, _THOUSAND = 10, 100, 1000
_FACTORS = (_HUNDRED, _THOUSAND, _THOUSAND**2)
# "The thirteenth", "the twenty-seventh": the ten behind an Arabic ordinal counts nothing.
_ORDINAL = re.compile(rf"[وفبل]?(?:ال)?(?:{'|'.join(ORDINALS)})ه?$")
_OWN = frozenset(("واحد", "واحده"))  # whose first letter joins them to nothing
# By themselves these are no number, but many.
_MANY = frozenset("hundreds thousands millions مئات آلاف ألوف ملايين".split())

# "Eleven" and "twelve": these words are numbers before a ten alone ("احد" is "anybody").
_UNITS = {1: ("احد", "احدي"), 2: ("اثنا", "اثني", "اثنتا", "اثنتي", "ثنتا", "ثنتي")}
_BEFORE_TEN = {
    before + word: value for value, words in _UNITS.items() for word in words for before in BEFORE_NUMBER
}


def numbers_in(folded: str, lexicon: Lexicon) -> frozenset[int]:
    """The numbers of a folded text.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> sorted(numbers_in("خمسه واربعين يوما او سبعون الفا", default_lexicon()))
    [45, 70000]
    """
    words = _WORD.findall(folded)
    known = not (lexicon.cardinals.keys().isdisjoint(words) and _great().keys().isdisjoint(words))
    if not known and not _DIGIT.search(folded):
        return frozenset()  # most texts, and they are asked about in many places
    found, run = set[int](), _Run()
    for place, word in enumerate(words):
        value, before = _value(word, lexicon), words[place - 1] if place else ""
        if value is None or (value % _TEN == 0 and _ORDINAL.match(before)):
            if word != "and" or not run.of_hundreds:
                found |= run.end()
            continue
        if value > 0 and value % _TEN == 0 and before in _BEFORE_TEN:
            run.begin(_BEFORE_TEN[before], before)
        if not run.takes(value, word):
            found |= run.end()
            run.begin(value, word)
    return frozenset(found | run.end())


class _Run:
    """Words that stand side by side and make one number, as far as they were read."""

    def __init__(self) -> None:
        self._words = 0
        self._whole = self._part = 0  # thousands, and what may be of the next
        self._room = 0  # what is added must be less
        self._many = False

    @property
    def of_hundreds(self) -> bool:
        """Whether it ends with a hundred or more, behind which English says "and"."""
        return self._room >= _HUNDRED

    def begin(self, value: int, word: str) -> None:
        """Begin anew with a number."""
        self._words, self._many = 1, word in _many()
        self._whole, self._part = (value, 0) if value >= _THOUSAND else (0, value)
        self._room = 0 if word[0].isdigit() else _room(value)

    def takes(self, value: int, word: str) -> bool:
        """Take the next number as part of this one, if it is."""
        if not self._words:
            return False
        joined = word[0] == AND and word not in _OWN
        units_first = joined and not self._whole and self._part < _HUNDRED <= value  # ستين وثلاثمائة
        if not joined and value in _FACTORS and 0 < self._part < (_TEN if value == _HUNDRED else value):
            self._multiply(value)
        elif self.of_hundreds and value < self._room and (joined or word.isascii()):
            self._part, self._room = self._part + value, _room(value)
        elif units_first or _is_joined(self._part % _HUNDRED, value):
            self._part, self._room = self._part + value, 0
        else:
            return False
        self._words += 1
        return True

    def _multiply(self, factor: int) -> None:
        """What was read since the thousands is so many hundreds, thousands or millions."""
        if factor == _HUNDRED:
            self._part *= factor
        else:
            self._whole, self._part = self._whole + self._part * factor, 0
        self._room = factor

    def end(self) -> set[int]:
        """The number, if it is one; and nothing more of it."""
        said, self._words, self._room = self._words, 0, 0
        return {self._whole + self._part} if said and not (self._many and said == 1) else set()


def _room(value: int) -> int:
    """Below what a number must be that is added to one: a hundred to thousands, a unit to tens."""
    if value >= _THOUSAND:
        return _THOUSAND
    return _HUNDRED if value >= _HUNDRED else 0


def _is_joined(left: int, right: int) -> bool:
    """'forty five', 'خمسة وأربعون', 'أربعة عشر': two words for one number."""
    low, high = min(left, right), max(left, right)
    return 0 < low < _TEN <= high < _HUNDRED and high % _TEN == 0 and (high > _TEN or right == _TEN)


def _value(word: str, lexicon: Lexicon) -> int | None:
    """A word's number."""
    if "0" <= word[0] <= "9":
        return int(word.replace(",", "")) if _DIGITS.fullmatch(word) else None
    great = _great().get(word)
    return lexicon.cardinals.get(word) if great is None else great


@cache
def _great() -> dict[str, int]:
    """Words for hundreds and more, with what Arabic writes before and behind them."""
    return {
        form: int(one.value)
        for one in number_words()
        if one.kind in ("number", "also") and int(one.value) >= _HUNDRED
        for form in _forms(one.word)
    }


@cache
def _many() -> frozenset[str]:
    return frozenset(form for one in _MANY for form in _forms(one))


def _forms(word: str) -> list[str]:
    if word.isascii():
        return [word]
    return [before + fold(word) + behind for before, behind in product(BEFORE_NUMBER, ("", "ا"))]
