"""A question that an answer retells is not quoted as a ruling."""

from __future__ import annotations

import pytest

from pipeline.answer.composing.retold import NAMED, is_retold, retold

ASKED = (
    "Travellers may break the fast. End quote. The Committee was asked: We heard that to fast on a journey is nothing. "
    "Is that so? They replied: Whoever finds it easy may fast. That is established."
)
ARABIC = "الحمد لله. وسئل الشيخ عن رجل يظن أن صومه باطل، فهل يقضي؟ فأجاب بقوله: صومه صحيح ولا قضاء عليه."


def told(text: str, words: str) -> bool:
    start = text.index(words)
    return is_retold(retold(text), start, start + len(words))


@pytest.mark.parametrize(
    ("text", "words", "asked"),
    [
        (ASKED, "Travellers may break the fast.", False),
        (ASKED, "The Committee was asked: We heard that to fast on a journey is nothing.", True),
        (ASKED, "Is that so?", True),
        (ASKED, "They replied: Whoever finds it easy may fast.", False),
        (ASKED, "That is established.", False),
        (ARABIC, "وسئل الشيخ عن رجل يظن أن صومه باطل، فهل يقضي؟", True),
        (ARABIC, "صومه صحيح ولا قضاء عليه.", False),
        ("يقول: ما حكم صوم الغريب؟ صوم الغريب صحيح.", "يقول: ما حكم صوم الغريب؟", True),
        ("يقول: ما حكم صوم الغريب؟ صوم الغريب صحيح.", "صوم الغريب صحيح.", False),
    ],
)
def test_only_what_was_asked_is_told_apart(text: str, words: str, asked: bool) -> None:
    assert told(text, words) is asked


@pytest.mark.parametrize(
    "text",
    [
        "The Prophet was asked about the sea and he said that its water is pure.",
        "We were asked whether this is lawful. It is.",
        "سئل النبي عن ماء البحر فقال هو الطهور ماؤه",
        "He replied: It is lawful.",
        "He was asked about smoke and replied that it is unlawful. This is agreed upon. The answer is: no.",
        "سئل عن الدخان فأجاب بأنه حرام. وهذا متفق عليه. والجواب: لا.",
        "",
    ],
)
def test_without_a_reply_nothing_is_told_apart(text: str) -> None:
    assert retold(text) == []


def test_the_nearest_asking_before_a_reply_counts() -> None:
    text = "We were asked before. It is lawful, as is known. He was asked: Why? He replied: By agreement."
    assert [text[start:end] for start, end in retold(text)] == ["was asked: Why? He replied:"]


def test_a_piece_that_holds_the_reply_too_may_be_quoted() -> None:
    text = "He was asked whether it is lawful and answered thus: It is."
    assert not is_retold(retold(text), 0, len(text))


def test_what_stands_far_before_it_is_no_part_of_it() -> None:
    text = "x" * (NAMED + 10) + " he was asked why; he replied: because."
    (low, _) = retold(text)[0]
    assert not is_retold(retold(text), 0, low + 5)


def test_a_long_text_of_askings_without_replies_tells_nothing() -> None:
    assert retold("he was asked why. " * 20_000) == []
    assert retold("سئل الشيخ عن ذلك. " * 20_000) == []
