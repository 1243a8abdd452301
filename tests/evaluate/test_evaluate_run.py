"""Outcomes and their counts, on a world small enough to count by hand."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import pytest
from small_world import FakeIndex, answer_of, asking

from pipeline.evaluate.golden import self_test
from pipeline.evaluate.record import as_bytes, as_document, summary
from pipeline.evaluate.run import Evaluation, evaluate
from pipeline.snapshot.rules import behind
from schemas.tables import canonical_json


@pytest.fixture
def evaluation(small) -> Evaluation:  # type: ignore[no-untyped-def]
    index, questions, answer = small
    return evaluate(index, questions, answer)


def test_each_outcome_has_its_name(evaluation: Evaluation) -> None:
    assert {one.question.id: one.result for one in evaluation.outcomes} == {
        "hello": "declined",
        "lookup": "right",
        "miss-declined": "declined",
        "miss-false": "false-answer",
        "missed": "missed",
        "right": "right",
        "wrong": "wrong-passage",
    }


def test_the_counts_of_the_test_part(evaluation: Evaluation) -> None:
    row = evaluation.row("test")
    assert row is not None
    assert (row.questions, row.answerable, row.answered, row.right) == (6, 4, 3, 2)
    assert (row.declinable, row.false_answers) == (2, 1)
    assert row.coverage == pytest.approx(3 / 4)
    assert row.false_answer_bound == pytest.approx(0.97468, abs=1e-5)


def test_ranking_measures_leave_lookups_out(evaluation: Evaluation) -> None:
    row = evaluation.row("test")
    assert row is not None
    assert row.ranked == 3
    assert row.mrr_10 == pytest.approx((1 / 2 + 0 + 1) / 3)
    assert row.map_10 == pytest.approx((1 / 4 + 0 + 1) / 3)
    assert row.hit_5 == pytest.approx(2 / 3)


def test_languages_kinds_and_parts_have_rows_of_their_own(evaluation: Evaluation) -> None:
    arabic = evaluation.row("test", "ar")
    greeting = evaluation.row("fit", "en", "greeting")
    assert arabic is not None
    assert greeting is not None
    assert (arabic.questions, arabic.false_answers) == (2, 1)
    assert (greeting.questions, greeting.false_answers, greeting.map_10) == (1, 0, None)
    assert evaluation.row("calibrate") is None


def test_twins_compare_how_willing_the_gate_was(evaluation: Evaluation) -> None:
    row = evaluation.row("test", "all", "near-miss")
    assert row is not None
    assert (row.twins, row.twins_won) == (2, 0.5)  # .9 beats .7; -.3 does not beat -.2


def test_a_wrong_passage_counts_as_an_error_and_a_missed_right_one_does_not(evaluation: Evaluation) -> None:
    errors = {one.question.id: one.would_be_error for one in evaluation.outcomes}
    assert errors["wrong"]
    assert not errors["missed"]
    assert not errors["right"]
    assert errors["hello"]


def test_an_answer_speaks_by_its_first_text() -> None:
    read = asking(id="read", references=("quran:1:1",), wrong=("quran:2:2",))
    for sources, result in {
        ("quran:1:1", "quran:2:2"): "right",
        ("quran:3:3", "quran:1:1"): "right",
        ("quran:2:2", "quran:1:1"): "wrong-passage",
        ("quran:3:3",): "wrong-passage",
    }.items():
        for given in (answer_of(sources, 0.5), answer_of((), -0.5)):
            index = FakeIndex({read.question: sources})
            (outcome,) = evaluate(index, [read], lambda *_, given=given: given).outcomes
            assert outcome.result == (result if given.verdict.answered else "missed")
            assert outcome.would_be_error == (result != "right")


def test_what_nothing_is_known_to_answer_cannot_be_missed_and_can_be_answered_in_vain() -> None:
    unknown = asking(id="unknown", references=(), wrong=("quran:2:2",))
    for sources, result in {
        (): "unjudged",
        ("quran:3:3",): "unjudged",
        ("quran:2:2",): "wrong-passage",
    }.items():
        evaluation = evaluate(FakeIndex({}), [unknown], lambda *_, given=sources: answer_of(given))
        (row, *_), (outcome,) = evaluation.table, evaluation.outcomes
        assert outcome.result == result
        assert (row.questions, row.answerable, row.answered, row.augrc) == (1, 0, 0, None)


def test_the_gravest_errors_come_first(evaluation: Evaluation) -> None:
    assert [one.question.id for one in evaluation.worst()] == ["miss-false", "wrong", "missed"]
    assert [one.question.id for one in evaluation.worst(1)] == ["miss-false"]


def test_the_order_of_questions_changes_nothing(small) -> None:  # type: ignore[no-untyped-def]
    index, questions, answer = small
    shuffled = list(questions)
    random.Random(7).shuffle(shuffled)
    assert as_bytes(evaluate(index, questions, answer)) == as_bytes(evaluate(index, shuffled, answer))


def test_the_file_names_failures_and_rounds(evaluation: Evaluation) -> None:
    document = as_document(evaluation)
    assert document["failures"] == {
        "false-answer": ["miss-false"],
        "wrong-passage": ["wrong"],
        "missed": ["missed"],
    }
    test_row = next(row for row in document["table"] if (row["split"], row["kind"]) == ("test", "all"))
    assert test_row["mrr_10"] == 0.5
    assert all(len(str(value)) <= 9 for value in test_row.values())


def test_nothing_is_behind_itself(evaluation: Evaluation) -> None:
    assert list(behind(summary(evaluation), summary(evaluation))) == []


def test_what_fell_behind_is_said(small, evaluation: Evaluation) -> None:  # type: ignore[no-untyped-def]
    index, questions, _ = small
    worse = evaluate(index, questions, lambda _, question: answer_of(("quran:9:9",), 0.9))
    said = [finding.problem for finding in behind(summary(evaluation), summary(worse))]
    assert "all/false_answer_rate goes from 0.5 to 1 (lower is better)" in said
    assert any(sentence.startswith("en/right_of_answered goes") for sentence in said)
    assert not any("mrr" in sentence for sentence in said)


def test_other_questions_do_not_compare(small, evaluation: Evaluation) -> None:  # type: ignore[no-untyped-def]
    index, questions, answer = small
    fewer = evaluate(index, questions[:3], answer)
    (found,) = behind(summary(evaluation), summary(fewer))
    assert "measured on other questions" in found.problem


def test_texts_that_were_read_and_do_not_answer_make_other_questions(evaluation: Evaluation) -> None:
    read = [
        replace(one, question=one.question.model_copy(update={"wrong": ("quran:1:1",)}))
        for one in evaluation.outcomes
    ]
    (found,) = behind(summary(evaluation), summary(replace(evaluation, outcomes=tuple(read))))
    assert "measured on other questions" in found.problem


def test_questions_without_such_texts_are_those_of_older_snapshots(evaluation: Evaluation) -> None:
    asked = [one.question.model_dump(mode="json", exclude={"wrong"}) for one in evaluation.outcomes]
    assert summary(evaluation).questions == hashlib.sha256(canonical_json(asked)).hexdigest()


def test_the_self_test_says_what_came_out_otherwise() -> None:
    questions = [
        asking(id="a", references=("quran:1:1",)),
        asking(id="b", references=("quran:1:1",)),
        asking(id="c", references=("quran:1:1",)),
        asking(id="d", expect="decline", kind="greeting"),
        asking(id="e", expect="decline", kind="greeting"),
    ]
    answers = {
        "a?": answer_of(("quran:1:1",)),
        "b?": answer_of(("quran:2:2",)),
        "c?": answer_of(),
        "d?": answer_of(("quran:1:1",)),
        "e?": answer_of(),
    }
    said = self_test(questions, lambda question: answers[question])
    assert len(said) == 3
    assert "quran:2:2" in said[0]
    assert "was declined (nothing_found)" in said[1]
    assert "must be declined" in said[2]


def test_the_commentary_on_an_expected_verse_is_expected() -> None:
    question = asking(id="a", references=("quran:1:1",))
    for source, good in (("tafsir:any:1:1", True), ("tafsir:any:1:2", False), ("fatwa:any:1:1", False)):
        assert (self_test([question], lambda _, of=source: answer_of((of,))) == []) is good, source


def test_the_manifest_is_told_the_figures_of_the_test_part(evaluation: Evaluation) -> None:
    told = summary(evaluation)
    figures = {figure.name: figure for figure in told.figures}
    assert figures["all/coverage"].value == 0.75
    assert figures["ar/false_answer_rate"].better == "lower"
    assert told.digest == hashlib.sha256(as_bytes(evaluation)).hexdigest()
    assert told.questions == as_document(evaluation)["questions"]["sha256"]


def test_a_language_of_few_questions_cannot_fall_behind() -> None:
    questions = [
        asking(id="a", references=("quran:1:1",)),
        asking(id="b", references=("quran:1:1",), language="mixed"),
    ]
    evaluation = evaluate(FakeIndex({}), questions, lambda *_: answer_of(("quran:1:1",)))
    assert {figure.name.split("/")[0] for figure in summary(evaluation).figures} == {"all", "en"}


def test_a_veto_over_a_confident_gate_is_a_sure_decline() -> None:
    question = asking(id="a", expect="decline", kind="near-miss")
    vetoed = evaluate(FakeIndex({}), [question], lambda *_: answer_of((), 2.0)).outcomes[0]
    assert vetoed.willingness == float("-inf")
