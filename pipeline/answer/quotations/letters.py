"""Words by their letters alone, as they are compared with those of scripture."""

from __future__ import annotations

import re

from pipeline.answer.words.tongue import ARABIC
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
    """Whether words stand one after another in others; joined words count as their parts do."""
    if f" {' '.join(inner)} " in f" {' '.join(outer)} ":
        return True
    return len(inner) >= 4 and len("".join(inner)) >= 14 and "".join(inner) in "".join(outer)
