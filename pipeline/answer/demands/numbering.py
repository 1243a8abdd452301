"""The checks that demands put to one text on numbers and order: what is counted, claimed, shared out or the first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.asking.numbers import numbers_in
from pipeline.answer.demands import arabic, english, shares
from pipeline.answer.demands.places import NEAR, spots, surroundings
from pipeline.answer.demands.read import Read
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import Unit

BESIDE = 36  # characters: about three words of Arabic with their vowels, six of English
_OF_ANOTHER = re.compile(r"^\W*of (?:the |these |those )?\w+")  # "the wings of two angels" counts no wings


def counts(unit: Unit, text: Read) -> bool:
    """A number stands beside the thing that is counted."""
    amount, window, reach = text.lexicon.amount(text.language), text.around, NEAR[text.language]
    # Where an Arabic text is read for an English question, forms of a word do not tell where a plural stands.
    own = text.language == "en" or text.question.language == "ar"
    of = arabic.bare if own and text.language == "ar" else None
    sides = (
        f"{window[max(0, start - reach) : end]} {_OF_ANOTHER.sub(' ', window[end : end + reach])}"
        for start, end in spots(window, [unit] if own else text.question.units, of)
        if not english.of_another(window[max(0, start - NEAR["en"]) : start])
    )
    return any(numbers_in(fold(near), text.lexicon) - {1} or amount.search(fold(near)) for near in sides)


def tells_share(share: tuple[str, str], text: Read) -> bool:
    """It tells of a share of a whole where it speaks of the question."""
    return shares.tells_share(fold(text.around), text.language, share)


def counts_each(unit: Unit, text: Read) -> bool:
    """A number stands right beside the thing whose parts are counted."""
    window = text.around
    beside = arabic.counts_each if text.language == "ar" else english.counts_each
    return any(
        beside(window[max(0, start - BESIDE) : start], window[end : end + BESIDE], text.lexicon)
        for start, end in spots(window, [unit])
    )


def holds_number(number: int, subject: Sequence[Unit], text: Read) -> bool:
    """It holds a number, beside something asked about."""
    whole = text.reading.text
    return number in numbers_in(fold(whole), text.lexicon) and any(
        number in numbers_in(fold(near), text.lexicon)
        for near in surroundings(whole, text.language, subject or text.question.units)
    )


def in_order(ordinal: str, counted: Sequence[frozenset[str]], text: Read) -> bool:
    """An ordinal stands before the words that it counts."""
    if text.question.language == "en":
        return text.language != "en" or english.in_order(text.reading, ordinal, counted)
    return text.language == "ar" and all(arabic.in_order(text.reading, ordinal, words) for words in counted)
