"""Which of two things is the better: a text must say of both which it is, whichever it is."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import pytest
from demanded import demands, met


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("is the lamp better than the candle", True), ("who is better, the miller or the baker?", True), ("which is better: reading at home or in the garden", True),
        ("هل السراج أفضل من الشمعة", True), ("أيهما أفضل: السراج أم الشمعة؟", True), ("من خير، الطحان أم الخباز؟", True),
        ("is it better to read at home", False), ("who was better at archery", False), ("what is the best charity", False), ("who is better than the miller", False),
        ("هل الأفضل قراءة السراج", False), ("ما أفضل الصدقة؟", False), ("هل السراج من الشمعة", False),
    ],
)  # fmt: skip
def test_it_is_asked_of_two_sides(question: str, asked: bool) -> None:
    assert ("ranked" in demands(question)) is asked


@pytest.mark.parametrize(
    ("question", "tells", "silent"),
    [
        ("is the miller better than the baker", "In those days the baker was the best of us, and then the miller.", "The miller met the baker, and they went home together."),
        ("is the miller better than the baker", "We used to prefer the miller to the baker.", "The miller has better flour. He sold it to a man who lived far away from the town, beyond the river and the two hills and the old road to the north, where the baker died."),
        ("is secret reading better than public reading", "Reading in secret is more excellent than in public.", "Reading in secret is like giving; reading is better than sleep."),
        ("هل الطحان أفضل من الخباز", "كان الخباز خيرا من الطحان عندنا", "لقي الطحان الخباز فذهبا معا"),
    ],
)  # fmt: skip
def test_a_text_says_of_both_which_is_the_better(question: str, tells: str, silent: str) -> None:
    assert met(question, tells)
    assert not met(question, silent)
