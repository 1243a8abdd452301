"""How many kin somebody has is told of that very one."""

# ruff: noqa: E501  (tables of questions read better with many to a line)

from __future__ import annotations

import re

import pytest
from demanded import met

from pipeline.answer.demands.places import IN_PRINT, blanked


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("How many children did the Prophet have?", "The Prophet had seven children.", True),
        ("How many children did the Prophet have?", "The Prophet told of two women who each had a child, when seven years had passed.", False),
        ("How many daughters did the Prophet have?", "The Prophet forbade (1) to be undutiful to mothers, (2) to withhold, (3) to demand, (4) to bury daughters.", False),
        ("How many daughters did the Prophet have?", "The daughters of the Messenger were four.", True),
        ("How many uncles did the Prophet have?", "The two uncles of the Prophet came to Medina.", False),
        ("How many sons did Yaqub have?", "Yaqub gathered his twelve sons before he died.", True),
        ("How many sons did Yaqub have?", "Yaqub the carpenter said that in that town a merchant from Egypt and his servants had twelve sons.", False),
        ("كم عدد أولاد النبي؟", "سئل عن عدد أولاد النبي فقال المتفق عليه منهم ستة .", True),
        ("كم عدد أولاد النبي؟", "قال النبي اعدلوا بين أولادكم في ثلاثة أمور .", False),
        ("كم عدد بنات النبي؟", "بنات النبي أربع .", True),
        ("كم عدد أولاد علي بن أبي طالب؟", "أتي علي بن أبي طالب في امرأة ولدت من ثلاث .", False),
        ("كم عدد أعمام النبي؟", "كان النبي يقسم . ولو كانت الإخوة فيها تسعة والأعمام ثلاثين .", False),
        ("كم عدد أبناء يعقوب؟", "أولاد يعقوب اثنا عشر رجلا .", True),
        ("كم بنت للنبي؟", "قالت بنت النبي لي ثلاثة أبناء .", False),
        ("كم عدد أولاد أبي بكر؟", "قال ابن أبي بكر خمسة عشر قولا .", False),
        ("How many wives can a man have?", "A man may marry four wives.", True),
    ],
)  # fmt: skip
def test_kin_are_counted_of_the_very_one(question: str, text: str, told: bool) -> None:
    assert met(question, text) is told


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("له (5) بنات", "له     بنات"),
        ("a verse ﴿ 12 ﴾, [p. 3]", "a verse       ,       "),
        ("opened (5 (and never closed", "opened (5 (and never closed"),
        ("(five) of them", "(five) of them"),
    ],
)
def test_digits_in_closed_brackets_are_a_place_and_the_rest_keeps_its_own(text: str, left: str) -> None:
    assert blanked(text, re.compile(IN_PRINT)) == left
