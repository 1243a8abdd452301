"""A document is read in the language in which it covers most of the question."""

from __future__ import annotations

import pytest

from pipeline.answer.words.reading import read, read_in
from pipeline.answer.words.units import Asked, Unit
from schemas.document import Document

LAMP, TOWER = (
    Unit((english,), (frozenset((english,)), frozenset((arabic,))), weight)
    for english, arabic, weight in (("lamp", "مصباح", 2048), ("tower", "برج", 1024))
)
BOTH = Asked(("lamp", "tower"), (LAMP, TOWER), "en")
NONE = "A word on the sea, and on what swims in it."


@pytest.mark.parametrize(
    ("arabic", "english", "language"),
    [
        ("مصباح في برج", NONE, "ar"),
        ("مصباح في برج", "The tower stands on a rock.", "ar"),
        ("مصباح في برج", "A lamp in the tower.", "en"),
        ("برج على صخرة", "A lamp in the tower.", "en"),
        ("كلام عن البحر", NONE, "en"),
        ("صلى الله. وسلم على مصباح في برج", "A lamp.", "ar"),
    ],
)
def test_the_language_that_covers_more_is_read_and_at_a_tie_that_of_the_question(
    arabic: str, english: str, language: str
) -> None:
    document = _narration(arabic, english)
    reading = read(document, BOTH)
    assert reading is not None
    assert reading == read_in(document, language, BOTH)


def test_of_words_far_apart_the_reading_that_has_them_together_is_the_stronger() -> None:
    document = _narration("مصباح في برج", f"tower {'sea rock ' * 40} lamp")
    assert read(document, BOTH) == read_in(document, "ar", BOTH)


def _narration(arabic: str, english: str) -> Document:
    return Document("hadith:harbour:1", "hadith", "harbour", "harbour", text_ar=arabic, text_en=english)
