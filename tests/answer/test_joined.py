"""Several questions in one: which are told apart, and how each is answered or left."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import pytest
from hypothesis import given as given_any
from hypothesis import strategies as some

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.joined import MOST, parts_of
from pipeline.index import Index
from schemas.answer import Mode, Reason
from service.phrasing.passages import material_of

LEXICON = default_lexicon()
FEEDS = "Who feeds a fasting person?"
SHIPS = "Which hadith says that lighthouses guide ships?"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is zakat and who must pay it?", ["What is zakat", "who must pay zakat"]),
        ("What is riba? Is it a major sin?", ["What is riba", "Is riba a major sin"]),
        ("When was the Prophet born, and when did he die?", ["When was the Prophet born", "when did the Prophet die"]),
        ("Who was Noah and how many years did he preach?", ["Who was Noah", "how many years did Noah preach"]),
        ("What is backbiting and what is its punishment?", ["What is backbiting", "what is punishment of backbiting"]),
        ("What is adultery and what is the punishment?", ["What is adultery", "what is the punishment of adultery"]),
        ("How many rakats is fajr and how many is isha?", ["How many rakats is fajr", "how many rakats is isha"]),
        ("What is the capital of France and what is zakat?", ["What is the capital of France", "what is zakat"]),
        ("What are the rights of the husband and the rights of the wife?", ["What are the rights of the husband", "What are the rights of the wife"]),
        ("ما هي الزكاة وعلى من تجب؟", ["ما هي الزكاة", "على من تجب الزكاة"]),
        ("متى ولد النبي ومتى توفي؟", ["متى ولد النبي", "متى توفي النبي"]),
        ("ما هو الربا وما حكمه؟", ["ما هو الربا", "ما حكمه الربا"]),
        ("ما هو الزنا وما العقوبة؟", ["ما هو الزنا", "ما العقوبة الزنا"]),
        ("كيف أتوضأ؟ وما نواقض الوضوء؟", ["كيف أتوضأ", "ما نواقض الوضوء"]),
        ("ما هي أركان الإسلام وأركان الإيمان؟", ["ما هي أركان الإسلام", "ما هي أركان الإيمان"]),
        ("من هو نوح وَكم سنة دعا قومه؟", ["من هو نوح", "كم سنة دعا قومه"]),
        ("تعريف المضاربة وحكمها", ["تعريف المضاربة", "حكم المضاربة"]),
        ("الظهار: تعريفه، وكفارته؟", ["تعريف الظهار", "كفارة الظهار"]),
        ("ما هي صلاة الاستخارة وكيفيتها؟", ["ما هي صلاة الاستخارة", "كيفية صلاة الاستخارة"]),
    ],
)  # fmt: skip
def test_each_is_asked_by_itself(question: str, asked: list[str]) -> None:
    assert [one.asked for one in parts_of(question, LEXICON)] == asked


@pytest.mark.parametrize(
    "question",
    [
        "What is zakat?",
        "Is it haram to listen to music or is it allowed?",
        "What is the reward for those who fast and who pray at night?",
        "What did the Prophet say about how to eat and how to drink?",
        "Who is the Muslim, according to the Prophet, from whom others are safe, and what we say?",
        "Can women pray during menstruation and do they make up the prayers?",
        "I am asked what he is and what it was",
        "What is the difference between the pillars of Islam and the pillars of faith?",
        "What? Who? When?",
        "ما الفرق بين أركان الإسلام وأركان الإيمان؟",
        "العقيقة حكمها",
        "حكمه وفضله",
        "حكم طلاق الرجل زوجته",
        "ما الجائز وما الممنوع من التوسل؟",
        "هل تقضي الحائض الصيام وهل تقضي الصلاة؟",
        "ما حكم السماء وما فيها؟",
        "زكاة وصلاة",
        " ".join(["What is zakat and what is it?"] * (MOST + 1)),
    ],
)
def test_what_asks_one_thing_or_is_not_plain_is_one(question: str) -> None:
    assert parts_of(question, LEXICON) == ()


@given_any(
    some.lists(
        some.sampled_from("what is zakat and it , ? who the of ما هي وما ؟ و - حكم متى ومتى".split()),
        max_size=14,
    )
)
def test_any_words_are_read(words: list[str]) -> None:
    parts = parts_of(" ".join(words), LEXICON)
    assert len(parts) != 1
    assert len(parts) <= MOST
    assert all(one.asked.strip() and one.written.strip() for one in parts)


def test_each_is_answered_from_its_own_texts(index: Index) -> None:
    told = answer(index, f"{SHIPS} {FEEDS}", explain=True)
    alone = [answer(index, one) for one in (SHIPS, FEEDS)]
    assert told.verdict.answered
    assert told.verdict.sources == (*alone[0].verdict.sources, *alone[1].verdict.sources)
    assert told.summary == "\n\n".join(one.summary for one in alone)
    assert f"### {SHIPS}" in told.detail
    assert f"### {FEEDS}" in told.detail
    assert "weak" in (told.note or "")
    assert [one.references for one in told.evidence] == [told.verdict.sources]  # narrations all, in one group
    assert told.verdict.explanation["answered"] == [SHIPS, FEEDS]
    assert [one["searched"] for one in told.verdict.explanation["parts"]] == [SHIPS[:-1], FEEDS[:-1]]  # type: ignore[attr-defined]


def test_what_is_not_answered_is_named(index: Index) -> None:
    left = "Who invented the quantum toaster?"
    told = answer(index, f"{SHIPS} {left}")
    alone = answer(index, SHIPS)
    assert told.verdict.answered
    assert told.verdict.sources == alone.verdict.sources
    assert told.summary == alone.summary
    assert f"not answered here: “{left}”" in (told.note or "")
    assert "###" not in told.detail


def test_where_none_is_answered_the_whole_is_declined(index: Index) -> None:
    told = answer(index, "Who invented the quantum toaster? What is the boiling point of tungsten?")
    assert not told.verdict.answered
    assert told.verdict.reason in (Reason.NOTHING_FOUND, Reason.OUT_OF_SCOPE)


def test_a_text_that_answers_two_is_shown_once(index: Index) -> None:
    told = answer(index, f"{SHIPS} Which hadith says that lighthouses guide sailors at night?")
    assert told.verdict.sources == ("hadith:bukhari:3",)
    assert sum(one.content.count("Lighthouses") for one in told.evidence) == 1


def test_markup_of_a_question_means_nothing_above_its_texts(index: Index) -> None:
    told = answer(index, f"{SHIPS} Who feeds a <b>fasting</b> *person*?")
    assert "### Who feeds a &lt;b&gt;fasting&lt;/b&gt; \\*person\\*?" in told.detail


def test_a_case_of_ones_own_is_declined_whole(index: Index) -> None:
    told = answer(index, "My husband divorced me in anger, is my divorce valid? Who feeds a fasting person?")
    assert told.verdict.reason is Reason.NEW_RULING


def test_several_have_one_opening_and_are_not_phrased(index: Index) -> None:
    told = answer(index, f"{SHIPS} {FEEDS}", Mode.DAWAH, "Christian")
    assert told.verdict.answered
    assert told.detail.count("What the sources say:") == 1
    assert material_of(told, f"{SHIPS} {FEEDS}") is None
    assert material_of(answer(index, SHIPS), SHIPS) is not None
