"""Demands of an Arabic question: the first of a thing, and who a person of several names is."""

from __future__ import annotations

import pytest

from pipeline.answer.demands.arabic import asks_of_person, in_order, joined, joined_pair, ordered
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from schemas.document import Document


def _asked(text: str) -> Asked:
    return asked(text, None, lambda token: 5.0, lambda token: True, frozenset())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("أول من أسلم علي", True),
        ("أول ما أنزل من القرآن اقرأ", False),
        ("أسلم علي وهو أول الصبيان", False),
        ("هو أولى بالمؤمنين من قومه ومن أسلم معه", False),
    ],
)
def test_the_ordinal_must_stand_before_what_it_counts(text: str, told: bool) -> None:
    question = _asked("من أول من أسلم؟")
    pair = ordered(fold("من أول من أسلم؟"), question)
    reading = read(Document("book:a:1", "book", "a", "a", text_ar=text), question)
    assert pair is not None
    assert reading is not None
    assert in_order(reading, *pair) is told


def test_another_form_of_the_verb_is_the_same_deed() -> None:
    question = _asked("ما أول ما نزل من القرآن؟")
    pair = ordered(fold("ما أول ما نزل من القرآن؟"), question)
    text = "أول ما أنزل من القرآن اقرأ باسم ربك"
    reading = read(Document("book:a:1", "book", "a", "a", text_ar=text), question)
    assert pair is not None
    assert reading is not None
    assert in_order(reading, *pair)


def test_the_first_time_counts_nothing() -> None:
    assert ordered(fold("أين كان النبي عندما نزل عليه الوحي أول مرة؟"), _asked("أول مرة")) is None


@pytest.mark.parametrize(
    ("question", "person"),
    [
        ("من هو خالد بن الوليد؟", True),
        ("من هي أم المؤمنين خديجة؟", True),
        ("من هو أول من أسلم؟", False),
        ("من هم الذين يحبهم الله؟", False),
        ("من هو بلال؟", False),
    ],
)
def test_a_person_of_several_names_is_one_thing(question: str, person: bool) -> None:
    assert asks_of_person(fold(question)) is person


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("بين الرجل وبين الكفر ترك الصلاة", True),
        ("إن الصلاة من تركها فقد كفر", True),
        ("صلاة الجمعة في جماعة واجبة على المقيمين فإذا نودي لها ترك البيع", False),
    ],
)
def test_a_deed_and_what_it_is_of_stand_together(text: str, together: bool) -> None:
    question = asked(
        "تارك الصلاة",
        None,
        lambda token: 5.0,
        lambda token: True,
        frozenset(),
        {"تار": ("ترك",)},
    )
    units = joined_pair(fold("حكم تارك الصلاة"), question)
    reading = read(Document("book:a:1", "book", "a", "a", text_ar=text), question)
    assert reading is not None
    assert len(units) == 2
    assert joined(reading, units) is together
