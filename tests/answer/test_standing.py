"""What a text is counts beside what it says: samples, books and other languages stand behind."""

from __future__ import annotations

import pytest

from pipeline.answer.standing import precise, standing
from pipeline.answer.units import Asked, asked
from schemas.document import Document


def _asked(text: str) -> Asked:
    return asked(text, None, lambda token: 5.0, lambda token: True, frozenset())


def _document(**values: str) -> Document:
    kind = values.pop("kind", "fatwa")
    return Document(f"{kind}:binbaz:1", kind, "binbaz", "binbaz", **{"status": "approved"} | values)


QUESTION = _asked("ما حكم صوم الجمعة؟")


@pytest.mark.parametrize(
    "behind",
    [
        _document(text_ar="نص", status="sample"),
        _document(text_ar="نص", kind="book"),
        _document(text_en="A text."),
    ],
)
def test_what_is_no_published_source_in_the_language_asked_stands_behind(behind: Document) -> None:
    assert standing(behind, QUESTION) < standing(_document(text_ar="نص"), QUESTION) == 0


def test_a_title_that_says_the_question_alone_gains_more_than_a_narrower_one() -> None:
    exact = precise(_document(title_ar="حكم صوم الجمعة"), QUESTION)
    narrower = precise(_document(title_ar="حكم صوم الجمعة قضاء لمن أفطر في السفر"), QUESTION)
    assert exact > narrower > precise(_document(title_en="Fasting on Friday"), QUESTION) == 0
