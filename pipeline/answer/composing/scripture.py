"""Passages that an answer quotes from the Bible, in order to answer it: no word of them is what it says itself.

Such a passage is known by the place that is named behind it ("1 Corinthians 11:5-10"). Nothing is chosen here.
"""

from __future__ import annotations

import re

from pipeline.answer.routing.around_reference import BIBLE_EN

MOST = 1500  # characters of a quoted passage
# Those whose names are words and names of others besides count only as an answer writes them, with what it quotes.
_MORE = (
    "Joshua Judges Samuel Kings Chronicles Ecclesiastes Daniel Hosea Micah Colossians Thessalonians Titus Hebrews James"
    " Peter Numbers"
)
_BOOKS = "|".join((*map(str.title, BIBLE_EN), *_MORE.split()))
_PLACE = re.compile(
    rf"\b(?:{_BOOKS}),? (?:chapter )?\d{{1,3}} ?: ?\d"
    r"|(?<![\u0621-\u064a])(?:سفر|[إا]نجيل|رسالة)\s[^.()\[\]]{3,40}[(\[]?\s?\d{1,3}\s?[:/]\s?\d"
)
_OPENS = re.compile(r"[“«]")
_CLOSES = re.compile(r"[”»]")


def bible_passages(text: str) -> list[tuple[int, int]]:
    """Where a text quotes the Bible in quotation marks, up to the place that it names; characters from and to, in
    order."""
    spans: list[tuple[int, int]] = []
    for place in _PLACE.finditer(text):
        low = max(place.start() - MOST, spans[-1][1] if spans else 0)
        closing = [one.start() for one in _CLOSES.finditer(text, low, place.start())]
        if closing and place.start() - closing[-1] <= 80:
            opened = [one.start() for one in _OPENS.finditer(text, low, closing[-1])]
            earlier = closing[-2] if len(closing) > 1 else low
            begins = next((one for one in opened if one >= earlier), None)
            if begins is not None:
                spans.append((begins, place.end()))
    return spans


def is_bible(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a piece of the text lies in such a passage."""
    return any(low < end and start < high for low, high in spans)
