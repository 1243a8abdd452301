"""Which questions a gate is fitted on: those about corpora only where an index holds what they are about."""

from __future__ import annotations

from pipeline.evaluate.sets import fitting_questions, questions_folder, read_all
from schemas.question import read_questions

ABOUT = [
    one for path in sorted((questions_folder() / "corpora").glob("*.jsonl")) for one in read_questions(path)
]


def test_without_corpora_the_questions_of_fit_and_calibrate_are_all_but_for_those_that_no_text_answers() -> (
    None
):
    fitted = [one for one in ABOUT if one.split != "test"]
    unanswered = [one for one in fitted if one.expect == "decline" and one.twin is None]
    assert {one.kind for one in unanswered} == {"out-of-scope", "near-miss"}
    own = [one for one in read_all() if one.split != "test"]
    assert fitting_questions(lambda _: False) == sorted([*own, *unanswered], key=lambda one: one.id)


def test_with_corpora_their_questions_join_and_none_of_the_test_part_does() -> None:
    found = fitting_questions(lambda _: True)
    wanted = {one.id for one in ABOUT if one.split != "test"}
    assert wanted
    assert wanted <= {one.id for one in found}
    assert all(one.split != "test" for one in found)
    assert len({one.id for one in found}) == len(found)


def test_a_near_miss_joins_with_its_twin_alone() -> None:
    twins = {one.twin for one in ABOUT if one.twin and one.split != "test"}
    twin = next(one for one in ABOUT if one.id in twins)
    found = fitting_questions(lambda reference: reference in twin.references)
    misses = {one.id for one in found if one.twin} & {one.id for one in ABOUT}
    assert misses == {one.id for one in ABOUT if one.twin == twin.id}


def test_a_question_joins_where_a_text_was_read_that_does_not_answer_it() -> None:
    one = next(one for one in ABOUT if one.wrong and one.split != "test")
    found = fitting_questions(lambda reference: reference == one.wrong[0])
    assert one.id in {each.id for each in found}


def test_a_question_names_what_answers_it_of_the_texts_that_are_there() -> None:
    one = next(one for one in ABOUT if len(one.references) > 1 and one.wrong and one.split != "test")
    for held in (one.references[:1], one.wrong[:1]):
        found = {each.id: each for each in fitting_questions(lambda reference, held=held: reference in held)}
        assert found[one.id].references == tuple(set(held) & set(one.references))


def test_what_a_corpus_answers_is_no_near_miss_there() -> None:
    held = fitting_questions(lambda reference: reference == "fatwa:islamqa:146584")
    about = [one for one in held if one.question == "Is comprehensive car insurance permissible?"]
    assert [one.expect for one in about] == ["answer"]


def test_ids_are_used_once_and_topics_of_the_test_part_stay_out_of_fitting() -> None:
    own = read_all()
    assert not {one.id for one in own} & {one.id for one in ABOUT}
    tested = {one.template for one in (*own, *ABOUT) if one.split == "test"}
    assert not tested & {one.template for one in (*own, *ABOUT) if one.split != "test"}


def test_no_fatwa_that_is_measured_is_fitted_on() -> None:
    tested = {one for question in ABOUT if question.split == "test" for one in question.references}
    assert not tested & {one for question in ABOUT if question.split != "test" for one in question.references}
