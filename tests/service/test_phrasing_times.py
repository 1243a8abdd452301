"""When something is so: a phrased sentence says it as its passages do."""

from __future__ import annotations

import pytest

from service.phrasing.passages import Passage
from service.phrasing.rejection import Outcome, Rejected
from service.phrasing.wording import check_words

EN = (
    "He makes up the days after the month of Ramadan, before the next Ramadan. "
    "Zakat al-Fitr is paid before the Eid prayer."
)
AR = "ويقضي الأيام بعد شهر رمضان، وتخرج زكاة الفطر قبل صلاة العيد."


def passage(text: str) -> Passage:
    return Passage("S1", "fatwa:sample:1", "fatwa", "", text, text)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "He makes up the days in Ramadan."),
        ("en", "He makes up the days during the month of Ramadan."),
        ("en", "Zakat al-Fitr is paid after the Eid prayer."),
        ("en", "Zakat al-Fitr is paid at the prayer."),
        ("ar", "ويقضي الأيام في شهر رمضان."),
        ("ar", "وتخرج زكاة الفطر بعد صلاة العيد."),
    ],
)
def test_another_time_is_refused(language: str, sentence: str) -> None:
    with pytest.raises(Rejected) as refused:
        check_words(sentence, language, [passage(EN if language == "en" else AR)])
    assert refused.value.outcome is Outcome.BINDING_WORD


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "He makes up the days after Ramadan."),
        ("en", "He makes up the days before the next Ramadan."),
        ("en", "Before the prayer, Zakat al-Fitr is paid."),
        ("en", "In the days of Zakat al-Fitr, he makes up."),  # of what is set in no time nothing is known
        ("ar", "ويقضي الأيام بعد رمضان."),
        ("ar", "وقبل صلاة العيد تخرج زكاة الفطر."),
    ],
)
def test_the_same_time_may_be_said_otherwise(language: str, sentence: str) -> None:
    check_words(sentence, language, [passage(EN if language == "en" else AR)])
