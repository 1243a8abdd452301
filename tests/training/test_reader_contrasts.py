"""Texts beside a lesson's own: found by the search, never its own; and nothing that is measured by teaches."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pipeline.evaluate.sets import (
    CORPORA,
    ORDER,
    READER,
    fitting_questions,
    questions_folder,
    read_folder,
    read_set,
    set_names,
)
from pipeline.index import Index
from schemas.question import Question, read_questions
from training.contrasts import Found, find, searched, with_contrasts
from training.judged import PARTS, judged_in, questions_of
from training.packed import TEACHING, Packed
from training.settings import CONTRASTS, LESSON_WEIGHTS, Searched
from training.texts import ENGLISH, Corpus, corpus_of


@pytest.fixture
def corpus(snapshot: Path) -> Corpus:
    return corpus_of(snapshot / "documents.arrow")


def test_a_lessons_own_text_is_never_among_its_contrasts(corpus: Corpus, index: Index) -> None:
    found = {
        number: find(index, corpus.questions.texts[number], Searched())
        for number in searched(corpus.lessons, Searched())
    }
    assert any(found.values())
    own = {one.question: set[int]() for one in corpus.lessons}
    documents = {one.question: set[str]() for one in corpus.lessons}
    for lesson in corpus.lessons:
        own[lesson.question].add(lesson.text)
        documents[lesson.question].add(lesson.document)
    for listed in with_contrasts(corpus, found):
        assert not {listed.text, *own[listed.question]} & set(listed.contrasts)
        assert len(set(listed.contrasts)) == len(listed.contrasts) <= CONTRASTS
        theirs = {hit.text for hit in found[listed.question] if hit.document in documents[listed.question]}
        assert not theirs & {corpus.texts.texts[one] for one in listed.contrasts}


def test_texts_stand_with_titles_but_where_the_question_is_one(corpus: Corpus) -> None:
    lesson = next(one for one in corpus.lessons if one.kind == "fatwa-en")
    title = corpus.questions.texts[lesson.question]
    own = Found(lesson.document, title, "what it says", ENGLISH)
    other = Found("fatwa:made:9", "Of another", "what that says", ENGLISH)
    listed = with_contrasts(corpus, {lesson.question: [own, other]})
    (mine,) = [one for one in listed if one.question == lesson.question]
    assert corpus.texts.texts[mine.text] == "what it says"
    assert corpus.texts.texts[mine.contrasts[0]] == "what that says"
    letter = next(one for one in corpus.lessons if one.document == lesson.document and one != lesson)
    listed = with_contrasts(corpus, {letter.question: [own, other]})
    (mine,) = [one for one in listed if one.question == letter.question]
    assert corpus.texts.texts[mine.contrasts[0]] == "Of another. what that says"


def test_a_lesson_for_which_nothing_was_found_counts_half(corpus: Corpus) -> None:
    for listed in with_contrasts(corpus, {}):
        kinds = {one.kind for one in corpus.lessons if one.question == listed.question}
        assert listed.weight in {LESSON_WEIGHTS[kind] / 2 for kind in kinds}


def test_of_each_kind_no_more_are_searched_than_is_stated(corpus: Corpus) -> None:
    none = Searched(fatwa_en=0, fatwa_ar=0, book_asked=0, heading=2, chapter=0)
    assert len(searched(corpus.lessons, none)) == 2


def test_what_is_measured_by_stands_behind_all_that_teaches(packed: Packed) -> None:
    judged, facts = packed["judged"], packed.facts
    teaching = judged[:, 3] < TEACHING
    assert set(judged[:, 3]) == set(range(len(PARTS)))
    assert judged[teaching, 0].max() < facts.taught_questions
    assert judged[~teaching, 0].min() >= facts.taught_questions or _known_wording(packed)
    for taught in (packed["near"], packed["lessons"][:, 0]):
        assert taught.max() < facts.taught_questions
    for taught in (packed["parallel"], packed["lessons"][:, 1:]):
        assert taught.max() < facts.taught_texts


def _known_wording(packed: Packed) -> bool:
    """Whether a measured question before the border is one in the very words of a title, as documents have it."""
    measured = packed["judged"][packed["judged"][:, 3] >= TEACHING, 0]
    early = set(measured[measured < packed.facts.taught_questions].tolist())
    return early <= set(packed["lessons"][:, 0].tolist())


def test_both_labels_are_read_off_the_questions(packed: Packed) -> None:
    assert set(packed["judged"][:, 2]) == {0, 1}
    assert np.unique(packed["judged"][:, :2], axis=0).shape[0] == len(packed["judged"])


def test_nothing_held_or_fitted_teaches() -> None:
    teaching = [one for part in PARTS[:TEACHING] for one, _ in questions_of(part)]
    others = [one for part in PARTS[TEACHING:] for one, _ in questions_of(part)]
    fitted = fitting_questions(lambda _: True)
    assert len(teaching) + len(questions_of("closely held")) == len(read_folder(READER)) + len(
        read_folder(ORDER)
    )
    for named in ("id", "question", "template"):
        mine = {getattr(one, named) for one in teaching}
        assert not mine & {getattr(one, named) for one in (*others, *fitted)}, named


def test_no_text_that_a_question_was_written_on_is_one_that_is_measured_by() -> None:
    texts = {
        name for one in (*_of("closely"), *_of("closely held")) for name in (*one.references, *one.wrong)
    }
    sets = [*set_names(), *(f"{CORPORA}/{name}" for name in set_names(questions_folder() / CORPORA))]
    measured = {name for each in sets for one in read_set(each) for name in (*one.references, *one.wrong)}
    assert len(texts) > 3000
    assert not texts & measured


def test_of_each_text_either_all_questions_teach_or_none() -> None:
    assert not {one.template for one in _of("closely")} & {one.template for one in _of("closely held")}
    for one in (*_of("closely"), *_of("closely held")):
        assert len((*one.references, *one.wrong)) == 1


def _of(part: str) -> list[Question]:
    return [one for one, _ in questions_of(part)]


def test_a_question_on_one_text_is_read_with_it_as_it_is_shown(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    from made_texts import asking

    asked = asking("one", "must a traveller shorten", "fatwa:made:1", "hadith:made:9")
    monkeypatch.setattr("training.judged.questions_of", lambda _: [(asked, False)])
    (read,) = judged_in(index, ["closely"])
    assert read.answers
    assert read.text.startswith("The prayer of a traveller. Praise be to Allaah.")


def test_the_taught_and_the_held_share_no_topic_and_no_text_that_answers() -> None:
    taught = read_questions(questions_folder() / READER / "taught.jsonl")
    held = read_set("corpora/everyday-held")
    assert (len(taught), len(held)) == (3751, 798)
    assert {one.split for one in taught} == {"fit"}
    assert {one.split for one in held} == {"test"}
    for named in (lambda one: {one.template}, lambda one: set(one.references)):
        mine = set[str]().union(*map(named, taught))
        assert not mine & set[str]().union(*map(named, held))


def test_a_text_that_nobody_judged_teaches_only_where_all_were_read(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    from made_texts import asking

    question = asking("one", "how does a traveller pray", "fatwa:made:1", "fatwa:made:9")
    for all_read in (False, True):
        monkeypatch.setattr("training.judged.questions_of", lambda _, read=all_read: [(question, read)])
        labels = [one.answers for one in judged_in(index, ["taught"])]
        assert True in labels
        assert (False in labels) is all_read


def test_the_questions_are_told_as_the_readme_counts_them() -> None:
    folder = Path(__file__).parents[2] / "data" / "questions"
    lines = (folder / READER / "taught.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    readme = (folder / READER / "README.md").read_text("utf-8")
    english = sum(row["language"] == "en" for row in rows)
    declined = sum(row["expect"] == "decline" for row in rows)
    assert f"{len(rows):,} questions" in readme
    assert f"{english} English and {len(rows) - english} Arabic" in readme
    assert f"{declined} are near misses" in readme
    closely = (*_of("closely"), *_of("closely held"))
    answered = sum(bool(one.references) for one in closely)
    texts = len({one.template for one in closely})
    assert f"{len(closely):,} questions on {texts:,} texts" in readme
    assert f"{answered:,} that the text answers and {len(closely) - answered:,} that it does not" in readme
    assert f"{len(_of('closely held')):,} of them" in readme
