"""A sentence that leads to the words of another is known by its end, however the Prophet is blessed in it."""

from __future__ import annotations

import pytest

from pipeline.answer.composing.forms import introduces
from pipeline.answer.words.fold import fold


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("قال ﷺ:", True),
        ("وقال النبي ﷺ:", True),
        ("قال رسول الله صلى الله عليه وسلم :", True),
        ("ثم قال عليه الصلاة والسلام", True),
        ("لقوله عز وجل:", True),
        ("The Prophet (peace be upon him) said:", True),
        ("وهذا قول أهل العلم", False),
        ("صلى الله عليه وسلم", False),
    ],
)
def test_the_end_of_a_sentence_that_leads_to_the_words_of_another(text: str, leads: bool) -> None:
    assert introduces(fold(text)) is leads
