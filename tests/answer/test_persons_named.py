"""Who is named: the Prophet by each of his titles, others by theirs, and nobody by a capital letter alone."""

from __future__ import annotations

import pytest
from demanded import demands, met

from pipeline.answer.lexicon import Lexicon


@pytest.mark.parametrize(
    ("folded", "named"),
    [
        ("what did the prophet do", "prophet"), ("did the noble messenger of allah ride", "noble messenger of allah"),
        ("did the apostle ride", "apostle"), ("did muhammad ride", "muhammad"), ("did the prophet musa ride", None),
        ("did the prophets ride", None), ("ماذا فعل رسول الله", "رسول الله"), ("هل ركب النبي محمد", "النبي محمد"),
        ("هل ركب الرسول", "الرسول"), ("هل ركب النبي موسي", None), ("هل ركب الرسل", None),
    ],
)  # fmt: skip
def test_the_prophet_is_named_by_each_of_his_titles_and_not_where_another_is(
    folded: str, named: str | None, lexicon: Lexicon
) -> None:
    found = [match["prophet"] for match in lexicon.named.finditer(folded) if match["prophet"]]
    assert found == ([named] if named else [])


@pytest.mark.parametrize(
    "question",
    [
        "What did the prophet say about anger?",
        "What did the messenger say about anger?",
        "ماذا قال النبي عن الغضب؟",
        "ماذا قال الرسول عن الغضب؟",
    ],
)
def test_what_he_said_is_asked_by_whatever_title(question: str) -> None:
    assert "spoken" in demands(question)


def test_what_he_said_is_told_by_a_text_that_names_him_in_either_language() -> None:
    question = "What did the prophet say about anger?"
    assert met(question, "The Apostle forbade anger.", kind="book")
    assert met(question, "He forbade anger, may Allah bless him (صلى الله عليه وسلم).", kind="book")
    assert not met(question, "The apostles of anger are many.", kind="book")


def test_titles_before_a_name_are_the_same_for_all_that_is_said_of_it() -> None:
    assert met("Was the caliph Umar a king?", "Umar was no king.")
    assert "said of" in demands("When was Hazrat Umar killed?")
    assert "said of" in demands("متى قتل الخليفة عمر؟")


def test_a_word_with_a_capital_is_no_name_by_that_alone(lexicon: Lexicon) -> None:
    assert {"Prophet", "Allah", "Caliph", "Then", "Muslims"} <= lexicon.no_names
    assert {"Medina", "Friday"} <= lexicon.nobodys_names - lexicon.no_names
    assert {"Muhammad", "Umar"}.isdisjoint(lexicon.nobodys_names)
    assert "proper" not in demands("Can I fast on a Thursday with the Emperor?")
    assert "proper" in demands("Can I fast on a Thursday in Bradford?")
