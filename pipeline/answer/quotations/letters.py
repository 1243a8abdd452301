"""Words by their letters alone, as they are compared with those of scripture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from pipeline.answer.words.tongue import ARABIC
from pipeline.sources.mushaf import AND
from pipeline.text import word_texts

# What carries a small alif, where a verse was copied without its marks: elsewhere it only ends words.
_CARRIER = re.compile("ى(?=[\u0621-\u064a])")


def language_of(question: str) -> str:
    """`ar` where a third of the letters and more are Arabic."""
    return "ar" if len(ARABIC.findall(question)) > len(question) // 3 else "en"


def letters_of(text: str) -> list[str]:
    """The words of a text by their letters alone: those of its skeleton.

    >>> letters_of("أَتَىٰكَ") == letters_of("أتىك") == letters_of("أتاك")
    True
    """
    return word_texts(_CARRIER.sub("ا", text))


def within(inner: list[str], outer: list[str]) -> bool:
    """Whether words stand one after another in others; words that are joined count as their parts do, but begin and
    end where words of the others do.

    >>> within(["في", "ما", "رزقناكم", "يوما"], ["من", "فيما", "رزقناكم", "يوما"])
    True
    >>> within(["في", "ما", "رزقناكم", "يو"], ["من", "فيما", "رزقناكم", "يوما"])
    False
    """
    if f" {' '.join(inner)} " in f" {' '.join(outer)} ":
        return True
    return len(inner) >= 4 and len("".join(inner)) >= 14 and joined_within(inner, outer)


def joined_within(inner: Sequence[str], outer: Sequence[str]) -> bool:
    """Whether words stand in others however both are parted, beginning and ending where words of the others do; an
    "and" or "so" may be left out before the first."""
    letters, line = "".join(inner), "".join(outer)
    ends = {0, *accumulate(map(len, outer))}
    place = line.find(letters)
    while place >= 0:
        led = place - 1 in ends and line[place - 1] in AND
        if (place in ends or led) and place + len(letters) in ends:
            return True
        place = line.find(letters, place + 1)
    return False
