"""Whole numbers in a folded text, in digits or in words of either language, as a set or in digits where they stand.

Words are read by the table of `pipeline.text.number_words`; words that stand side by side make one number as each
language says it: "four hundred and five", خمسة وأربعون, سبعون ألفا. Of digits each run is a number by itself.
Ordinals are not read, nor hundreds and thousands of which it is not said how many.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.telling import AND, BEFORE_NUMBER
from pipeline.answer.routing.around_reference import ORDINALS
from pipeline.answer.words.fold import fold
from pipeline.answer.words.replacing import replaced
from pipeline.text.number_words import number_words

_WORD = re.compile(r"[a-z']+|[\u0621-\u064a]+|\d+(?:[:.,]\d+)*")
_DIGITS = re.compile(r"\d{1,6}|\d{1,3}(?:,\d{3})+")
_DIGIT = re.compile("[0-9]")
_TEN, _HUNDRED, _THOUSAND = 10, 100, 1000
_FACTORS = (_HUNDRED, _THOUSAND, _THOUSAND**2)
# "The thirteenth", "the twenty-seventh": the ten behind an Arabic ordinal counts nothing.
_ORDINAL = re.compile(rf"[وفبل]?(?:ال)?(?:{'|'.join(ORDINALS)})ه?$")
_ARTICLE = re.compile(r"[وفب]?ال(?=\w\w)")
_OWN = frozenset(("واحد", "واحده"))  # whose first letter joins them to nothing
# By themselves these are no number, but many.
_MANY = frozenset("hundreds thousands millions مئات آلاف ألوف ملايين".split())

# "Eleven" and "twelve": these words are numbers before a ten alone ("احد" is "anybody").
_UNITS = {1: ("احد", "احدي"), 2: ("اثنا", "اثني", "اثنتا", "اثنتي", "ثنتا", "ثنتي")}
_BEFORE_TEN = {
    before + word: value for value, words in _UNITS.items() for word in words for before in BEFORE_NUMBER
}


class _Number(NamedTuple):
    """A number, and where it stands in a text."""

    value: int
    start: int
    end: int


def numbers_in(folded: str, lexicon: Lexicon) -> frozenset[int]:
    """The numbers of a folded text.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> sorted(numbers_in("خمسه واربعين يوما او سبعون الفا", default_lexicon()))
    [45, 70000]
    """
    return frozenset(number.value for number in _numbers(folded, lexicon.cardinals))


def in_digits(folded: str, lexicon: Lexicon) -> str:
    """A folded question with its numbers in digits, behind the article where they bear one; of ordinals, which say that
    there are so many, the English ones beyond "first", which may be said of several.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> in_digits("the one hundred and fourteen surahs", default_lexicon())
    'the 114 surahs'
    """
    numbers = _numbers(folded, lexicon.countings)
    return replaced(folded, ((one.start, one.end, _written(one, folded)) for one in numbers))


def _written(number: _Number, folded: str) -> str:
    return f"{'ال' if _ARTICLE.match(folded, number.start) else ''}{number.value}"


def _numbers(folded: str, table: Mapping[str, int]) -> list[_Number]:
    """The numbers of a folded text, by a table of the words for those below a hundred."""
    words = _WORD.findall(folded)
    known = not (table.keys().isdisjoint(words) and _great().keys().isdisjoint(words))
    if not known and not _DIGIT.search(folded):
        return []  # most texts, and they are asked about in many places
    run = _Run()
    before, place_before = "", 0
    for match in _WORD.finditer(folded):
        word, place = match[0], match.start()
        value = _value(word, table)
        if value is None or (value % _TEN == 0 and _ORDINAL.match(before)):
            if word != "and" or not run.of_hundreds:
                run.end()
        else:
            if value > 0 and value % _TEN == 0 and before in _BEFORE_TEN:
                run.begin(_BEFORE_TEN[before], before, place_before)
            run.reads(value, word, place)
        before, place_before = word, place
    run.end()
    return run.found


class _Run:
    """Words that stand side by side and make one number, as far as they were read; `found` are the numbers so far."""

    def __init__(self) -> None:
        self.found = list[_Number]()
        self._words = 0
        self._whole = self._part = 0  # thousands, and what may be of the next
        self._room = 0  # what is added must be less
        self._start = self._end = 0
        self._many = self._digits = False

    @property
    def of_hundreds(self) -> bool:
        """Whether it ends with a hundred or more, behind which English says "and"."""
        return self._room >= _HUNDRED

    def reads(self, value: int, word: str, place: int) -> None:
        """Read the next word, and begin anew where it is no part of this number."""
        if not self._takes(value, word):
            self.end()
            self.begin(value, word, place)
        self._end = place + len(word)

    def begin(self, value: int, word: str, place: int) -> None:
        """Begin anew with a number."""
        self._words, self._many, self._start = 1, word in _many(), place
        self._whole, self._part = (value, 0) if value >= _THOUSAND else (0, value)
        self._digits = word[0].isdigit()
        self._room = 0 if self._digits else _room(value)

    def _takes(self, value: int, word: str) -> bool:
        """Take the next number as part of this one, if it is."""
        if not self._words:
            return False
        joined = word[0] == AND and word not in _OWN
        units_first = joined and not self._whole and self._part < _HUNDRED <= value  # ستين وثلاثمائة
        in_words = not self._digits and not word[0].isdigit()
        if not joined and value in _FACTORS and 0 < self._part < (_TEN if value == _HUNDRED else value):
            self._multiply(value)
        elif self.of_hundreds and value < self._room and (joined or word.isascii()):
            self._part, self._room = self._part + value, _room(value)
        elif units_first or (in_words and _is_joined(self._part % _HUNDRED, value)):
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

    def end(self) -> None:
        """Note the number, if it is one; and read nothing more of it."""
        said, self._words, self._room = self._words, 0, 0
        if said and not (self._many and said == 1):
            self.found.append(_Number(self._whole + self._part, self._start, self._end))


def _room(value: int) -> int:
    """Below what a number must be that is added to one: a hundred to thousands, a unit to tens."""
    if value >= _THOUSAND:
        return _THOUSAND
    return _HUNDRED if value >= _HUNDRED else 0


def _is_joined(left: int, right: int) -> bool:
    """'forty five', 'خمسة وأربعون', 'أربعة عشر': two words for one number."""
    low, high = min(left, right), max(left, right)
    return 0 < low < _TEN <= high < _HUNDRED and high % _TEN == 0 and (high > _TEN or right == _TEN)


def _value(word: str, table: Mapping[str, int]) -> int | None:
    """A word's number."""
    if "0" <= word[0] <= "9":
        return int(word.replace(",", "")) if _DIGITS.fullmatch(word) else None
    great = _great().get(word)
    return table.get(word) if great is None else great


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
