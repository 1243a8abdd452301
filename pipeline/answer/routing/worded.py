"""Numbers in words that say a place among texts: `الحديث السبعون ألفا`, `verse number two hundred and ninety`.

They are read where nothing else can be meant: behind the word for a text with "number", or in Arabic where both bear
the article, for the hadith of the seventy thousand is no hadith of that number. One word alone is left as it is, but
for the place of a surah: `the 18th surah`, `ثالث سورة`, `السورة الأخيرة`. The end of a surah that is named is none
(`آخر سورة البقرة`), nor is a chapter where the Qur'an is not.
"""

from __future__ import annotations

from functools import cache

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.around_reference import (
    FIRST,
    HADITH_WORD,
    LAST,
    NTH,
    NTH_AFTER,
    QURAN_WORD,
    SURAH_WORD,
    VERSE_WORD,
    after_any,
    names_in,
)
from pipeline.answer.routing.verses import LONGEST_NAME
from pipeline.answer.words.fold import fold
from pipeline.text.number_words import number_words

_TEXT = HADITH_WORD | VERSE_WORD | SURAH_WORD
_NUMBER = frozenset(("number", "no", "رقم"))
_JOINING = frozenset(("and", "بعد"))
LEAST = 2  # words
_CHAPTER = frozenset(("chapter", "ch"))  # of any book
_BEFORE = (  # the place of a surah, before its word or behind "is"; 0 for the last
    NTH
    | {word[2:-1]: number for word, number in NTH_AFTER.items() if number > 1}
    | dict.fromkeys(FIRST, 1)
    | dict.fromkeys(LAST, 0)
)


def with_digits(tokens: list[str], lexicon: Lexicon) -> list[str]:
    """The tokens of a question, with the number of a text that stands in words written in digits.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> with_digits("الحديث السبعون الفا من البخاري".split(), default_lexicon())[:2]
    ['الحديث', '70000']
    >>> with_digits("the third surah".split(), default_lexicon())
    ['the', 'surah', '3']
    """
    for place, token in enumerate(tokens[:-LEAST]):
        if token not in _TEXT:
            continue
        start = place + 1 + (tokens[place + 1] in _NUMBER)
        if start == place + 1 and not (token.startswith("ال") and tokens[start].startswith("ال")):
            continue
        number, end = _read(tokens, start, lexicon)
        if end - start >= LEAST:
            return [*tokens[:start], str(number), *tokens[end:]]
    return _with_place(tokens, lexicon)


def _with_place(tokens: list[str], lexicon: Lexicon) -> list[str]:
    """The tokens of a question, with the place of a surah as a number behind its word."""
    for at, word in enumerate(tokens):
        if word not in SURAH_WORD or (word in _CHAPTER and QURAN_WORD.isdisjoint(tokens)):
            continue
        number, start, end = _placed(tokens, at)
        named = names_in(tokens[end : end + LONGEST_NAME], lexicon.surah_names, LONGEST_NAME)
        if start < end and not any(name.start == 0 for name in named):
            return [*tokens[:start], word, str(number or len(lexicon.surahs)), *tokens[end:]]
    return tokens


def _placed(tokens: list[str], at: int) -> tuple[int, int, int]:
    """The place that is told of the surah whose word stands at a place, 0 for the last, with where it begins and ends;
    nowhere where none is told."""
    if at and tokens[at - 1] in _BEFORE:
        return _BEFORE[tokens[at - 1]], at - 1, at + 1
    behind = tokens[at + 1 : at + 2]
    if behind and behind[0] in NTH_AFTER:
        return NTH_AFTER[behind[0]], at, at + 2
    told = after_any(tokens, at + 2, {"the"}, _NUMBER)
    if behind == ["is"] and told < len(tokens):
        if tokens[told] in _BEFORE:
            return _BEFORE[tokens[told]], at, told + 1
        if tokens[told].isdecimal() and told > at + 2:
            return int(tokens[told]), at, told + 1
    return 0, at, at


def _read(tokens: list[str], start: int, lexicon: Lexicon) -> tuple[int, int]:
    """The number in words at a place, and the place after."""
    total = part = 0
    end = start
    while end < len(tokens):
        value = _value(tokens[end], lexicon)
        if (value is None and not (part and tokens[end] in _JOINING)) or _is_next(part, value or 0):
            break
        if value is not None and value >= 1000:
            total, part = total + (part or 1) * value, 0
        elif value == 100 and 0 < part < 10:
            part *= value
        else:
            part += value or 0
        end += 1
    return total + part, end


def _is_next(part: int, value: int) -> bool:
    """Whether a number cannot be part of the same: a unit behind a unit, a ten behind a ten."""
    return (0 < value < 10 and part % 10 > 0) or (10 <= value < 100 and part % 100 >= 10)


def _value(word: str, lexicon: Lexicon) -> int | None:
    joined = word.removeprefix("و")
    bare = joined.removeprefix("ال")
    for form in (word, joined, joined.removesuffix("ا"), bare, bare.removesuffix("ه")):
        for table in (_of_places(), *lexicon.numbers.values()):
            if form in table:
                return table[form]
    return None


@cache
def _of_places() -> dict[str, int]:
    """What says a place beside the numbers that a lexicon has: hundreds and more, and Arabic ordinals."""
    return {"حادي": 1} | {  # "the one and twentieth", which is said beside a ten alone
        fold(one.word): int(one.value)
        for one in number_words()
        if one.kind == "order" or (one.kind != "share" and int(one.value) >= 100)
    }
