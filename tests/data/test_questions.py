"""The question sets: their form, the parts kept apart, and that what they expect exists."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from pipeline.evaluate.sets import REPEATED, read_all, read_set, set_names
from schemas.answer import Intent
from schemas.question import Question

ROOT = Path(__file__).parents[2]
QUESTIONS = read_all(ROOT / "data" / "questions")


def by_id() -> dict[str, Question]:
    return {question.id: question for question in QUESTIONS}


def test_there_are_enough_of_each() -> None:
    expect = Counter(question.expect for question in QUESTIONS)
    assert len(QUESTIONS) >= 320
    assert expect["decline"] >= 110
    languages = Counter(question.language for question in QUESTIONS)
    assert languages["ar"] >= 0.45 * len(QUESTIONS)
    assert languages["mixed"] >= 3


def test_every_kind_is_in_both_languages_and_in_every_part() -> None:
    seen = defaultdict(set)
    for question in QUESTIONS:
        seen[question.kind] |= {question.language, question.split}
    for kind, having in seen.items():
        assert {"ar", "en", "fit", "calibrate", "test"} <= having, kind


def test_no_template_stands_in_two_parts() -> None:
    parts = defaultdict(set)
    for question in QUESTIONS:
        parts[question.template].add(question.split)
    assert {name for name, found in parts.items() if len(found) > 1} == set()
    assert "" not in parts


def test_no_question_is_asked_twice() -> None:
    words = Counter(" ".join(question.question.casefold().split()) for question in QUESTIONS)
    assert [text for text, times in words.items() if times > 1] == []


def test_every_near_miss_has_an_answerable_twin_beside_it() -> None:
    known = by_id()
    for question in QUESTIONS:
        if question.kind == "near-miss":
            assert question.twin is not None, question.id
            twin = known[question.twin]
            assert (twin.expect, twin.language, twin.split) == ("answer", question.language, question.split)


def test_what_must_be_answered_says_from_what() -> None:
    assert [
        question.id for question in QUESTIONS if question.expect == "answer" and not question.references
    ] == []


def test_intents_are_known() -> None:
    assert {question.intent for question in QUESTIONS} - {None} <= {str(intent) for intent in Intent}


def test_answers_rest_on_every_kind_of_document() -> None:
    kinds = {reference.split(":")[0] for question in QUESTIONS for reference in question.references}
    assert kinds == {"quran", "hadith", "tafsir", "fatwa"}


@pytest.mark.parametrize("name", sorted(REPEATED))
def test_repeated_sets_repeat(name: str) -> None:
    words = {question.question: question for question in QUESTIONS}
    for question in read_set(name, ROOT / "data" / "questions"):
        original = words[question.question]
        assert (question.expect, question.references) == (original.expect, original.references)


def test_the_demonstration_shows_every_kind_and_one_decline() -> None:
    demo = read_set("demo", ROOT / "data" / "questions")
    assert [question.language for question in demo[:4]] == ["en", "en", "ar", "ar"]
    assert [question.expect for question in demo] == ["answer"] * 4 + ["decline"]


def test_every_set_is_described() -> None:
    readme = (ROOT / "data" / "questions" / "README.md").read_text("utf-8")
    assert [name for name in set_names(ROOT / "data" / "questions") if f"{name}.jsonl" not in readme] == []


def test_expected_references_exist_in_the_starter(starter_ids: frozenset[str]) -> None:
    missing = {reference for question in QUESTIONS for reference in question.references} - starter_ids
    assert missing == set()
