"""The checks that demands put to one text on numbers and order: what is counted, claimed, listed or first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.demands import arabic
from pipeline.answer.demands.languages import LANGUAGES
from pipeline.answer.demands.places import IN_PRINT, NEAR, blanked, is_kin, spots, surroundings
from pipeline.answer.demands.read import Read
from pipeline.answer.routing.numbers import numbers_in
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import Unit

BESIDE = 36  # characters: about three words of Arabic with their vowels, six of English
_OF_ANOTHER = re.compile(r"^\W*of (?:the |these |those )?\w+")  # "the wings of two angels" counts no wings
# Some of what is counted, and not how many there are: "the last ten nights", العشر الأواخر.
_SOME = {
    "en": re.compile(r"\b(?:last|first|middle|other|next|remaining) \w+"),
    "ar": re.compile(r"(?<!\w)[وفبل]?ال\w+ (?:الاواخر|الاوائل|الاول|الاولي|الاواسط|الاوسط|الباقيه)(?!\w)"),
}
_PLACE = re.compile(IN_PRINT)


def counts(unit: Unit, text: Read) -> bool:
    """A number stands beside the thing that is counted."""
    amount, window, reach = text.lexicon.amount(text.language), text.around, NEAR[text.language]
    if text.language == "ar":
        window = blanked(window, _PLACE)
    # Where an Arabic text is read for an English question, forms of a word do not tell where a plural stands.
    own = text.language == "en" or text.question.language == "ar"
    of = arabic.bare if own and text.language == "ar" else None
    sides = (
        f"{window[_word_from(window, start - reach) : end]} "
        f"{_OF_ANOTHER.sub(' ', window[end : _word_to(window, end + reach)])}"
        for start, end in spots(window, [unit] if own else text.question.units, of)
        if not is_kin(window, start)
    )
    told = (_SOME[text.language].sub(" ", fold(near)) for near in sides)
    return any(numbers_in(near, text.lexicon) - {1} or amount.search(near) for near in told)


def _word_from(text: str, start: int) -> int:
    """Where the first whole word begins behind a place: half of one may be a number (بالف, of بالفحشاء)."""
    return 0 if start <= 0 else text.find(" ", start) + 1 or len(text)


def _word_to(text: str, end: int) -> int:
    """Where the last whole word ends before a place."""
    return len(text) if end >= len(text) else max(0, text.rfind(" ", 0, end + 1))


def counts_each(unit: Unit, text: Read) -> bool:
    """A number stands right beside the thing whose parts are counted."""
    window, own = text.around, LANGUAGES[text.language]
    return any(
        own.counts_each(window[max(0, start - BESIDE) : start], window[end : end + BESIDE], text.lexicon)
        for start, end in spots(window, [unit])
    )


def holds_number(number: int, subject: Sequence[Unit], text: Read) -> bool:
    """It holds a number, beside something asked about."""
    whole = text.reading.text
    return number in numbers_in(fold(whole), text.lexicon) and any(
        number in numbers_in(fold(near), text.lexicon)
        for near in surroundings(whole, text.language, subject or text.question.units)
    )


def in_order(ordered: tuple[str, Sequence[frozenset[str]]], text: Read) -> bool:
    """An ordinal stands before the words that it counts; an Arabic text says those of an English question otherwise."""
    if text.language != text.question.language:
        return text.language == "ar"
    return LANGUAGES[text.language].in_order(text.reading, *ordered)


def follows(units: Sequence[Unit], text: Read) -> bool:
    """What is listed stands right behind its head, in the language of the question."""
    return text.language == text.question.language and LANGUAGES[text.language].follows(text.reading, units)
