"""Numbers in words that say a place among texts: `الحديث السبعون ألفا`, `verse number two hundred and ninety`.

They are read where nothing else can be meant: behind the word for a text with "number", or in Arabic where both bear
the article, for the hadith of the seventy thousand is no hadith of that number. One word alone is left as it is.
"""

from __future__ import annotations

from functools import cache

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.around_reference import HADITH_WORD, SURAH_WORD, VERSE_WORD
from pipeline.answer.words.fold import fold
from pipeline.text.number_words import number_words

_TEXT = HADITH_WORD | VERSE_WORD | SURAH_WORD
_NUMBER = frozenset(("number", "no", "رقم"))
_JOINING = frozenset(("and", "بعد"))
LEAST = 2  # words


def with_digits(tokens: list[str], lexicon: Lexicon) -> list[str]:
    """The tokens of a question, with the number of a text that stands in words written in digits.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> with_digits("الحديث السبعون الفا من البخاري".split(), default_lexicon())[:2]
    ['الحديث', '70000']
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
    return tokens


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
