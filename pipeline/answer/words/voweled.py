"""Patterns for Arabic words as texts write them, with any vowels."""

from __future__ import annotations

VOWELS = "[\u064b-\u065f\u0670]*"


def voweled(text: str) -> str:
    """A pattern for Arabic words, one behind the other, with any vowels."""
    return " ".join(VOWELS.join((*word, "")) for word in text.split())


def any_of(*texts: str) -> str:
    """A pattern for one of some Arabic words with any vowels."""
    return f"(?:{'|'.join(map(voweled, texts))})"
