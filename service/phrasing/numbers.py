"""Numbers in a text, in figures of any kind and in words of both languages, by their value and with their place.

A run of number words is one number where grammar makes it one (twenty-five, مئة وعشرون), else several.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pipeline.text import Word, normalise
from pipeline.text.number_words import number_words
from service.phrasing.words import forms

_FIGURES = re.compile(r"(\d{1,30})(?:st|nd|rd|th)?", re.ASCII)
_JOINED = frozenset(".,٫٬")


@dataclass(frozen=True, slots=True)
class Number:
    """A value, and the half-open run of words that states it."""

    value: str
    first: int
    last: int


@cache
def _table() -> dict[str, str]:
    return {normalise(one.word): one.value for one in number_words() if one.kind != "none"}


def number_word(word: str) -> str | None:
    """The value of one number word, as "12" or "1/2"."""
    table = _table()
    return next((table[form] for form in forms(word) if form in table), None)


def numbers(text: str, found: list[Word]) -> list[Number]:
    """The numbers of a text, in order; `found` are its words."""
    out: list[Number] = []
    place = 0
    while place < len(found):
        match = _FIGURES.fullmatch(found[place].text)
        if match:
            number = _figures(text, found, place, match[1])
        elif number_word(found[place].text) is not None:
            number = _words(found, place)
        else:
            place += 1
            continue
        out.append(number)
        place = number.last
    return out


def _figures(text: str, found: list[Word], place: int, whole: str) -> Number:
    """A number in figures; 2.5 and 1,000 are one number each."""
    last = place + 1
    while last < len(found):
        gap = text[found[last - 1].end : found[last].start]
        following = _FIGURES.fullmatch(found[last].text)
        if gap not in _JOINED or following is None:
            break
        thousands = gap in ",٬" and len(following[1]) == 3
        whole = whole + following[1] if thousands and "." not in whole else f"{whole}.{following[1]}"
        last += 1
    return Number(whole.lstrip("0") or "0", place, last)


def _words(found: list[Word], place: int) -> Number:
    """The longest run of number words from a place that is one number."""
    first, total, current = place, 0, 0
    while place < len(found):
        value = number_word(found[place].text)
        if value is None:
            joins = found[place].text == "and" and place > first and place + 1 < len(found)
            if joins and (number_word(found[place + 1].text) or "/").isdigit() and current + total >= 20:
                place += 1
                continue
            break
        if not value.isdigit():
            if place == first:
                return Number(value, first, place + 1)
            break
        number = int(value)
        if number >= 1000 and (place == first or current):
            total, current = total + max(1, current) * number, 0
        elif number == 100 and current % 100:
            current += current % 100 * 99
        elif place == first or _adds(current, total, number):
            current += number
        else:
            break
        place += 1
    return Number(str(total + current), first, place)


def _adds(current: int, total: int, number: int) -> bool:
    """Whether a number word continues a number: hundred and five, twenty-five, خمسة وعشرون."""
    if current == 0:
        return total > number
    low = current % 100
    if low == 0:
        return number < 100
    if low < 10:
        return number in range(10, 100, 10)
    return low % 10 == 0 and low >= 20 and 0 < number < 10
