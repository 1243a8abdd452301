"""Numbers in a text, in figures of any kind and in words of both languages, by their value and with their place.

A run of number words is one number where grammar makes it one (twenty-five, مئة وعشرون), else several.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pipeline.text import Word, normalise
from service.phrasing.words import forms

_ENGLISH = """zero 0|one 1|two 2|three 3|four 4|five 5|six 6|seven 7|eight 8|nine 9|ten 10|eleven 11|twelve 12|
thirteen 13|fourteen 14|fifteen 15|sixteen 16|seventeen 17|eighteen 18|nineteen 19|twenty 20|thirty 30|forty 40|
fourty 40|fifty 50|sixty 60|seventy 70|eighty 80|ninety 90|hundred 100|hundreds 100|thousand 1000|thousands 1000|
million 1000000|millions 1000000|first 1|second 2|third 3|thirds 3|fourth 4|fourths 4|fifth 5|fifths 5|sixth 6|
sixths 6|seventh 7|eighth 8|eighths 8|ninth 9|tenth 10|tenths 10|eleventh 11|twelfth 12|thirteenth 13|
fourteenth 14|fifteenth 15|sixteenth 16|seventeenth 17|eighteenth 18|nineteenth 19|twentieth 20|thirtieth 30|
fortieth 40|hundredth 100|once 1|twice 2|thrice 3|double 2|doubled 2|triple 3|dozen 12|dozens 12|couple 2|pair 2|
single 1|half 1/2|halves 1/2|quarter 1/4|quarters 1/4|tenfold 10|sevenfold 7|twofold 2|threefold 3"""
_ARABIC = """واحد واحدة أحد إحدى أول أولى مرة=1|اثنان اثنين اثنا اثني اثنتان اثنتين اثنتا ثنتين ثاني ثانية ركعتين ركعتان
مرتين مرتان يومين يومان شهرين شهران سنتين سنتان عامين عامان ليلتين ليلتان ساعتين سجدتين سجدتان ضعفين أسبوعين مثلين=2|
ثلاث ثلاثة ثالث ثالثة=3|أربع أربعة رابع رابعة=4|خمس خمسة خامس خامسة=5|ست ستة سادس سادسة=6|سبع سبعة سابع سابعة=7|
ثمان ثماني ثمانية ثامن ثامنة=8|تسع تسعة تاسع تاسعة=9|عشر عشرة عاشر عاشرة=10|عشرون عشرين=20|ثلاثون ثلاثين=30|
أربعون أربعين=40|خمسون خمسين=50|ستون ستين=60|سبعون سبعين=70|ثمانون ثمانين=80|تسعون تسعين=90|مئة مائة مئات=100|
مئتان مئتين مائتان مائتين=200|ثلاثمئة ثلاثمائة=300|أربعمئة أربعمائة=400|خمسمئة خمسمائة=500|ستمئة ستمائة=600|
سبعمئة سبعمائة=700|ثمانمئة ثمانمائة ثمانيمائة=800|تسعمئة تسعمائة=900|ألف آلاف ألوف=1000|ألفان ألفين=2000|
مليون ملايين=1000000|نصف=1/2|ثلث=1/3|ثلثان ثلثين ثلثي=2/3|ربع=1/4|سدس=1/6|ثمن=1/8|صفر=0"""
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
    table = dict(entry.strip().split() for entry in _ENGLISH.split("|"))
    for entry in _ARABIC.split("|"):
        written, value = entry.split("=")
        table.update(dict.fromkeys(normalise(written).split(), value.strip()))
    return table


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
