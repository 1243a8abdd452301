"""The language of a question: that of most of its letters, whatever it begins with."""

from __future__ import annotations

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.words.units import asked


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("هل PayPal حلال؟", "ar"),
        ("هل ٤٠ يوما عدة المتوفى عنها زوجها؟", "ar"),
        ("What is in the surah الفاتحة?", "en"),
        ("الفاتحة: what does this surah tell of?", "en"),
        ("2:255", "en"),
    ],
)
def test_the_language_of_a_question_is_that_of_most_of_its_letters(text: str, language: str) -> None:
    wanted = asked(text, None, lambda token: 5.0, lambda token: True, frozenset())
    assert wanted.language == route(text, default_lexicon()).language == language
