"""English words of two senses, what one may do, and what is set beside worship: which texts tell them."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import pytest
from demanded import demands, met

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.said import Words
from pipeline.answer.lexicon.senses import Senses

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "told", "other_sense"),
    [
        ("cupping and wudu", "Cupping does not break wudu.", "He made wudu with a cup of water."),
        ("islam and climate change", "Climate change is told of in Islam.", "He came to Islam and the climate changed for him."),
        ("cupping days of the month", "The days of the month for being cupped are these.", "A cup is filled on these days of the month."),
        ("red roses of the traveller", "The traveller planted a red rose.", "A red sun rises for the traveller."),
        ("bow and arrow of the traveller", "The traveller had a bow and an arrow.", "The traveller bowed when the arrow flew."),
        ("the traveller and his well", "The traveller and his well were known in the valley.", "The traveller was treated well."),
        ("swearing at the traveller", "He abused the traveller; swearing is evil.", "He was swearing an oath by the name of the traveller."),
        ("dating a traveller", "Dating a traveller is a relationship outside marriage.", "The dates of the traveller were sweet."),
        ("glasses of the traveller", "The traveller wore glasses.", "The traveller broke a glass of water."),
        ("depression of the traveller", "Grief and depression befell the traveller.", "The traveller will not see a depression or an elevation."),
    ],
)  # fmt: skip
def test_a_text_tells_a_word_in_the_sense_in_which_it_is_asked(
    question: str, told: str, other_sense: str
) -> None:
    assert "sense" in demands(question)
    assert met(question, told)
    assert not met(question, other_sense)
    assert met(question, other_sense, title=f"On {question}", kind="fatwa")


@pytest.mark.parametrize(
    "question",
    ["a cup of water", "who rose from the dead", "bowing in prayer", "the traveller was treated well", "swearing an oath", "eating dates", "leaves of a tree"],
)  # fmt: skip
def test_a_word_of_one_sense_demands_nothing(question: str) -> None:
    assert "sense" not in demands(question)


def test_an_arabic_text_has_no_english_senses() -> None:
    assert met("cupping days", "أيام الحجامة cupping كأس", kind="book")


def test_a_row_without_what_tells_it_is_told_by_its_own_words() -> None:
    (told,) = Senses({"senses": [{"asked": "lamp|lamp_oil"}]}).asked_in("oil for a lamp")
    assert any(Words.of("The oil of a lamp is spilt.").all(told))
    assert not any(Words.of("The olive oil is spilt.").all(told))


@pytest.mark.parametrize(
    ("question", "rules", "story"),
    [
        ("can i carry a lantern to the river", "Do not carry a lantern to the river.", "A man had to carry a lantern to the river."),
        ("is it ok to carry a lantern", "There is no harm in it if you carry a lantern.", "He went out to carry a lantern."),
        ("should i carry a lantern", "The Prophet carried a lantern.", "An old man carried a lantern."),
    ],
)  # fmt: skip
def test_what_one_may_do_no_story_rules_in_which_somebody_does_it(
    question: str, rules: str, story: str
) -> None:
    assert met(question, rules)
    assert not met(question, story)
    assert met(question, story, kind="fatwa")
    assert met(question, story, kind="quran")


@pytest.mark.parametrize(
    "question", ["who carried a lantern", "a man carried a lantern", "how do i carry a lantern"]
)
def test_what_is_not_asked_for_leave_may_be_a_story(question: str) -> None:
    assert "ruled" not in demands(question)


def test_what_is_set_beside_an_act_of_worship_is_judged() -> None:
    question = "lantern and wudu"
    assert met(question, "A lantern does not break wudu.")
    assert not met(question, "Wine was never said to break wudu.")
    assert "named" in demands("forgotten lanterns and prayer")
    assert "named" not in demands("lantern of the river")
    assert "named" not in demands("verse about lanterns and prayer")
