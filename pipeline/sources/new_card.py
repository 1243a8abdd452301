"""The words of a new card that stand for the editors' own, and what of them a card still holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CARD_WORDS = {
    "titles.ar": "عنوان المصدر",
    "titles.en": "Title of the source",
    "edition": "Which edition the texts follow, and whose numbers they carry.",
    "author": "Name of the author",
    "licence.statement": "What the source says about its licence, and where it says it.",
    "attribution": "How the source is to be named where it is shown.",
}


def unfilled(card: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of a card under which the words of a new card still stand, in their order.

    >>> unfilled({"titles": {"en": "Title of the source", "ar": "كتاب"}, "author": "Malik"})
    ('titles.en',)
    """
    return tuple(key for key, words in CARD_WORDS.items() if _at(card, key) == words)


def _at(card: Mapping[str, Any], key: str) -> object:
    value: object = card
    for step in key.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value
