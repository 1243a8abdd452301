"""Somebody who is asked for by his kin is told of by a text on the kin of that very person."""

from __future__ import annotations

import pytest
from demanded import LEXICON, demands, read_for

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.kin import kin_in


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("who was the father of Moses", "The father of Moses was a gardener.", True),
        ("who was the father of Moses", "Moses (peace be upon him) was told. His father planted palms.", True),
        ("who was the father of Moses", "Moses said: Your father is the gardener.", False),
        ("who was the brother of Moses", "Moses and his brother the gardener came.", True),
        ("who was Aisha's sister", "Aisha's sister planted a palm.", True),
        ("who was Aisha's sister", "Aisha planted a palm and a woman had a sister.", False),
        ("who was the mother of the Prophet", "The mother of the gardener came to the market.", False),
        ("من والد عائشة", "كان أبو عائشة بستانيا", True),
        ("من والد عائشة", "قالت عائشة إن الوالد يحب البستان", False),
    ],
)  # fmt: skip
def test_kin_are_those_of_the_very_one(question: str, text: str, told: bool) -> None:
    read = read_for(question, text)
    kin = kin_in(Asking(question, read.question, LEXICON))
    assert kin is not None
    assert kin.told_by(read) is told


def test_a_name_that_begins_as_kin_asks_for_none() -> None:
    assert "kin" not in demands("who is Abu Musa al-Ashari")
    assert "kin" not in demands("من هو أبو موسى الأشعري")
