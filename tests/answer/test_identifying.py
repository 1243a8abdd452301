"""Who somebody described was is told by a name beside all of the description, in one sentence."""

from __future__ import annotations

import pytest
from demanded import demands, met


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Who was the gardener of the merchant?",
            "They saw Salim, the gardener of the merchant, at the well.",
        ),
        ("Who was the gardener of the merchant?", "We saw the merchant and his gardener Salim at the well."),
        ("Who was called the falcon of the valley?", "The one called the falcon of the valley was Salim."),
        ("Which companion was a tailor?", "In those days Salim was a tailor."),
        ("Which battle did the Prophet watch?", "The Prophet watched the battle of Harra from a hill."),
        ("Which prophet is mentioned most in the Qur'an?", "The one mentioned most in the Qur'an is Moses."),
    ],
)
def test_a_name_beside_the_description_tells_who_it_was(question: str, told: str) -> None:
    assert met(question, told)


@pytest.mark.parametrize(
    ("question", "beside"),
    [
        ("Who was the gardener of the merchant?", "The gardener of the merchant stood at the well."),
        ("Who was the gardener of the merchant?", "The merchant sent Salim to the gardener at the well."),
        ("Who was the gardener of the merchant?", "They met Salim. The gardener of the merchant was away."),
        ("Who was called the falcon of the valley?", "They called Salim to the falcon in the valley."),
        ("Which companion was a tailor?", "A tailor invited the Prophet to a meal."),
        (
            "Which battle did the Prophet watch?",
            "At Harra the Prophet and all of his men had made them watch.",
        ),
        ("Which prophet is mentioned most in the Qur'an?", "In the Qur'an there is mention of Moses."),
    ],
)
def test_a_text_without_his_name_or_of_something_else_does_not(question: str, beside: str) -> None:
    assert not met(question, beside)


def test_an_answer_to_that_question_need_not_say_it_again() -> None:
    question = "Who was the gardener of the merchant?"
    assert met(question, "His name is not known.", title=question, kind="fatwa")


def test_who_did_a_deed_or_what_sort_of_man_is_meant_is_not_described_so() -> None:
    for question in ("Who was given a house of pearls?", "Who is the man from whom others are safe?"):
        assert "identified" not in demands(question)
