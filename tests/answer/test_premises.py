"""Why what the sources bid is forbidden, or what they forbid allowed, no text tells; what else is asked of it, texts may."""

# ruff: noqa: E501  (tables of questions read better with many to a line)
from __future__ import annotations

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from tests.answer.demanded import demands, met

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Why did the Prophet forbid greeting?", "Do not greet the Jews first. Spread greeting among yourselves."),
        ("why is hajj haram", "Pilgrimage to the House is due to Allah; whoever disbelieves does what is forbidden."),
        ("Why can't Muslims give charity?", "The Prophet said: do not withhold charity."),
        ("since when is reading the Quran not allowed", "It is not allowed to neglect reading the Quran."),
        ("Why does Islam allow usury?", "Allah has permitted trade and has forbidden usury."),
        ("لماذا الصدقة حرام؟", "الصدقة حرام على آل محمد"),
        ("لماذا أحل الإسلام الربا؟", "وأحل الله البيع وحرم الربا"),
    ],
)  # fmt: skip
def test_why_the_contrary_is_so_only_an_answer_to_it_tells(question: str, text: str) -> None:
    assert "premise" in demands(question)
    assert not met(question, text)
    assert met(question, text, title=question, kind="fatwa")


@pytest.mark.parametrize(
    "question",
    [
        "Why did the Prophet forbid wine?", "why is pork haram, can you explain", "Why is usury not allowed?", "why can muslims not eat pork",
        "Why is it a sin not to pray?", "Is charity forbidden?", "Why is fasting on Eid forbidden?", "why is wine not haram",
        "Why did the Prophet forbid greeting the Jews first?", "Why is giving zakat to the Prophet's family not allowed?",
        "Why is prayer obligatory?", "Why did the Prophet allow lying?", "Why does Islam allow four wives?",
        "لماذا حرم الله الربا؟", "لماذا نهى النبي عن الصيام يوم العيد؟", "لماذا حرم الزواج من المشركات؟", "هل الصدقة حرام؟", "لماذا لا يجوز ترك الصلاة؟",
    ],
)  # fmt: skip
def test_what_texts_may_tell_is_asked_as_it_stands(question: str) -> None:
    assert "premise" not in demands(question)


@pytest.mark.parametrize(
    "question", ["Why did the Prophet forbid fasting?", "why is wine halal", "لماذا الزنا حلال؟"]
)
def test_it_is_no_common_question_on_the_thing(question: str) -> None:
    assert LEXICON.wordings.wording(question) is not None
    assert route(question, LEXICON).wording is None


@pytest.mark.parametrize(
    ("question", "common"),
    [
        ("On what date will Judgement Day be?", "when-judgement-day"),
        ("how many years are left until the last hour", "when-judgement-day"),
        ("How long is the Day of Judgement?", "length-of-the-day"),
        ("Which verse says God does not burden a soul beyond what it can bear?", "no-burden-beyond-capacity"),
        ("verse that says whoever fears Allah will find a way out", "a-way-out"),
        ("Is Islam not for Arabs only?", None),
        ("Can I burden my wife?", None),
        ("What did Allah create from fire?", None),
    ],
)  # fmt: skip
def test_a_time_that_none_knows_and_a_verse_in_other_words_are_common(
    question: str, common: str | None
) -> None:
    wording = route(question, LEXICON).wording
    assert (wording and wording.name) == common
