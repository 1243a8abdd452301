"""Figures are quoted from what is held back: no question of it is asked where something is taught or fitted."""

from __future__ import annotations

import json

from pipeline.evaluate.sets import questions_folder, read_set
from pipeline.text import analyse_query
from schemas.question import read_questions

HELD = (
    "corpora/everyday-held",
    "corpora/fatwa-held",
    "corpora/fatwa-paraphrases",
    "twins",
    "joined",
    "persons",
)


def words(question: str) -> frozenset[str]:
    return frozenset(analyse_query(question))


def questions_that_teach() -> list[str]:
    """The questions of every file that a gate, an order, a choice of sentences or the reader learns from."""
    asked = []
    for path in sorted(questions_folder().rglob("*.jsonl")):
        if path.parent.name == "sentences":
            asked += [json.loads(line)["question"] for line in path.read_text("utf-8").splitlines()]
        else:
            asked += [one.question for one in read_questions(path) if one.split != "test"]
    return asked


def test_no_held_question_is_asked_in_the_words_of_one_that_teaches() -> None:
    taught = {words(question) for question in questions_that_teach()}
    held = [one for name in HELD for one in read_set(name)]
    assert len(held) > 1_500
    assert [one.id for one in held if words(one.question) in taught] == []
