"""What a question says that marks it as one of the faith."""

from __future__ import annotations

import pytest
import yaml

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.faith import Faith
from pipeline.answer.lexicon.files import HOME
from pipeline.answer.routing.route import route
from schemas.answer import Intent
from schemas.errors import ConfigurationError


def said(question: str) -> int:
    return default_lexicon().faith.said_in(question)


@pytest.mark.parametrize(
    "question",
    [
        "What do you owe for breaking a promise made with wallahi?",
        "Is your salaah valid?",  # any spelling of an Arabic word
        "What was Khadija's trade?",
        "Did the Prophets pray?",
        "Who built al-Aqsa?",  # the article alone
        "Can the dead hear?",
        "هل للمطلقة سكن على طليقها؟",  # without what is joined to it
        "هل نكلم الكفار بلين؟",
        "موقعة الجمل",
        "فتح مصر",
        "من هو الغزالي",
        "شروط قبول العمل",
        "ما حكم الشراء بالتقسيط؟",
        "هل تقبل توبته؟",  # the ending of a feminine word with a pronoun behind it
        "كم ساحرا كان فيها؟",
        "ما الفرق بين السنة والفرض؟",
        "فتية الكهف",
        "juz amma",
        "جزء عم",
        "sukuk",
        "nasheed",
        "الادغام",
        "هَلْ يَجُوزُ ذٰلِكَ؟",
    ],
)
def test_words_of_faith_count_in_any_form(question: str) -> None:
    assert said(question)


@pytest.mark.parametrize(
    "question",
    [
        "Is my phone dead?",
        "What are the rules for hand luggage?",
        "How do I spell a name?",
        "كم يعيش الجمل؟",
        "ما شروط العمل عن بعد؟",
        "كم سنة عاش؟",  # not السنة, though their stem is one
        "من فاز بجائزة نوبل؟",
        "ما سبب إطلاق النار؟",
        "ما هي لجنة التحكيم؟",
        "من مؤلف الكتاب؟",
        "متى اخترع المحرك البخاري؟",
        "",
        "?!",
    ],
)
def test_words_of_the_world_do_not(question: str) -> None:
    assert said(question) == 0


def test_words_side_by_side_are_one_and_hold_those_inside_them() -> None:
    faith = Faith(
        {"en": {"any": ["people of the book", "book", "~salah"]}, "ar": {"any": ["الأمر بالمعروف"]}}
    )
    assert faith.said_in("Who are the people of the Book?") == 1
    assert faith.said_in("the book of people") == 1
    assert faith.said_in("Salaah, salah and a book") == 3
    assert faith.said_in("والأمر بالمعروف") == 1
    assert faith.said_in("المعروف") == 0


def test_every_entry_is_found_as_it_stands() -> None:
    listed = yaml.safe_load((HOME / "faith.yaml").read_text("utf-8"))
    entries = [entry for matters in listed.values() for words in matters.values() for entry in words]
    assert [entry for entry in entries if not said(entry.removeprefix("~"))] == []
    assert sorted(set(entries)) == sorted(entries)


@pytest.mark.parametrize("entry", ["", "?!", False])
def test_an_entry_without_words_is_told(entry: object) -> None:
    with pytest.raises(ConfigurationError, match="holds no word") as refused:
        Faith({"en": {"worship": ["prayer", entry]}})  # type: ignore[list-item]
    assert "worship" in str(refused.value.where)


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Who won the football cup?", Intent.OUT_OF_SCOPE),
        ("Is watching football haram?", Intent.RULING),
    ],
)
def test_a_word_of_faith_keeps_a_question_from_being_of_the_world(question: str, intent: Intent) -> None:
    assert route(question, default_lexicon()).intent is intent
