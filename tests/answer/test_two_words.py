"""A thing of two words is not answered from texts that hold them apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.validate import apart
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE, Asked, asked

FAR = Reading("en", "text", (), window=ONE, cover=ONE, near=0, beside=0, missed=0, titled=0, span=(0, 4))
NEAR = replace(FAR, near=ONE)


def asked_of(question: str) -> Asked:
    return asked(question, None, lambda token: 5.0, lambda token: True, frozenset())


@pytest.mark.parametrize(
    "question", ["What is a blood bank?", "What are water rights?", "ما هو السلم الموسيقي؟"]
)
def test_words_that_stand_apart_in_every_text_name_something_else(question: str) -> None:
    assert apart(question, asked_of(question), [FAR, FAR])
    assert not apart(question, asked_of(question), [FAR, NEAR])


@pytest.mark.parametrize(
    "question",
    ["What is zakat?", "What breaks the fast of the traveller?", "What is the zakat on gold and silver?"],
)
def test_other_questions_may_be_met_by_words_apart(question: str) -> None:
    assert not apart(question, asked_of(question), [FAR])


@pytest.mark.parametrize("question", ["ما عقوبة القنديل؟", "ما كفارة القنديل؟"])
def test_a_word_of_judgement_is_no_part_of_a_name(question: str) -> None:
    assert apart(question, asked_of(question), [FAR])
    assert not apart(question, asked_of(question), [FAR], default_lexicon().judging)
