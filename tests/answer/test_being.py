"""Whether somebody is something is told of that very one: the name, and what he is, in one clause."""

from __future__ import annotations

import pytest
from demanded import demands, met


@pytest.mark.parametrize(
    ("question", "told", "beside"),
    [
        ("Was Idris a prophet?", "Idris was a man of truth and a prophet.", "Idris came; a prophet was there."),
        ("Is Bilal a prophet?", "Bilal is not a prophet.", "The prophet, Bilal and a rider came."),
        ("Is Bilal a prophet?", "Know that Bilal is no prophet.", "Bilal was sitting with the prophet."),
        ("Was Bilal a king?", "They called King Bilal to the gate.", "Bilal was asked by a king."),
        ("Was Umar a Jew or a Christian?", "Umar was neither a Jew nor a Christian.", "Umar saw a Christian."),
        ("Was Umar the father of Bilal?", "Umar, the father of Bilal, came.", "Umar rode. The father of Bilal came."),
        ("Was Hafsa the wife of Umar?", "I saw the wife of Umar, Hafsa, at the gate.", "Hafsa was the wife of Bilal."),
        ("Is Uhud a mountain?", "Uhud is a mountain that we love.", "At Uhud he saw a mountain."),
        ("هل بلال نبي؟", "ما كان بلال نبيا", "رأى النبي بلالا عند الباب"),
        ("هل أبو طلحة نبي؟", "ليس أبو طلحة بنبي", "جاء أبو طلحة إلى نبي الله"),
        ("هل كان بلال يهوديا أو نصرانيا؟", "ما كان بلال يهوديا ولا نصرانيا", "قال بلال رأيت يهوديا"),
        ("هل أحد نهر؟", "أحد نهر عظيم", "ما سأل أحد عن الجبل فقال معه نهر"),
        ("هل جبريل بشر؟", "ليس جبريل بشرا", "جبريل نزله وبشرى للمؤمنين"),
    ],
)  # fmt: skip
def test_a_text_says_it_or_denies_it_of_that_very_one(question: str, told: str, beside: str) -> None:
    assert met(question, told)
    assert not met(question, beside)


def test_a_verse_goes_on_with_he() -> None:
    said = "And mention Idris. Indeed, he was a man of truth and a prophet."
    assert met("Was Idris a prophet?", said, kind="quran")
    assert not met("Was Umar a prophet?", said, kind="quran")


def test_an_answer_to_that_question_need_not_say_it_again() -> None:
    assert met("Was Umar a king?", "No.", title="Was Umar a king?", kind="fatwa")
    assert not met("Was Umar a king?", "No.", title="How did Umar live?", kind="fatwa")


@pytest.mark.parametrize(
    "question",
    [
        "Is a woman a witness?",
        "Is marrying a Christian allowed?",
        "Is music a sin?",
        "Is Umar trustworthy?",
        "هل زواج المسلمة من نصراني جائز؟",
        "هل يجوز قتل المسلم؟",
        "هل في الجنة نهر؟",
    ],
)
def test_of_what_has_no_name_or_is_no_kind_nothing_is_demanded(question: str) -> None:
    assert "said of" not in demands(question)
