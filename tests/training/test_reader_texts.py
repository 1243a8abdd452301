"""What documents teach: lessons, parallel texts, questions that ask the same; cleaned, and in windows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import made_texts
import pytest

from schemas.document import Document
from schemas.errors import IndexFormatError
from training.cleaning import cleaned, question_in, stems, windows
from training.texts import ARABIC, ENGLISH, Corpus, corpus_of


@pytest.fixture(scope="module")
def corpus(snapshot: Path) -> Corpus:
    return corpus_of(snapshot / "documents.arrow")


def test_lessons_are_of_every_kind_that_the_documents_hold(corpus: Corpus) -> None:
    kinds = Counter(one.kind for one in corpus.lessons)
    # Of the Arabic titles only one has three words.
    assert kinds == {"fatwa-en": 8, "fatwa-ar": 1, "chapter": 8, "chapter-across": 8, "heading": 4}


def test_a_title_and_a_letter_are_asked_of_the_answer_without_its_opening(corpus: Corpus) -> None:
    asked = {
        corpus.questions.texts[one.question]: corpus.texts.texts[one.text]
        for one in corpus.lessons
        if one.document == "fatwa:made:1" and one.kind == "fatwa-en"
    }
    told = "It is known that a traveller prays two units in place of four, as those of knowledge say."
    title = "The prayer of a traveller"
    assert asked[title] == told
    letter = "I would like to know: what is the ruling of the prayer of a traveller?"
    assert asked[letter] == f"{title}. {told}"


def test_texts_and_questions_in_two_languages_are_pairs(corpus: Corpus) -> None:
    assert len(corpus.parallel) == 4
    for arabic, english in corpus.parallel:
        assert (corpus.texts.languages[arabic], corpus.texts.languages[english]) == (ARABIC, ENGLISH)
    words = [{corpus.questions.texts[number] for number in pair} for pair in corpus.near]
    assert {"صلاة المسافر", "the prayer of a traveller"} in words


def test_every_number_is_one_of_a_text(corpus: Corpus) -> None:
    assert len(set(corpus.questions.texts)) == len(corpus.questions)
    assert {one.text for one in corpus.lessons} <= set(range(len(corpus.texts)))
    assert {number for pair in corpus.near for number in pair} <= set(range(len(corpus.questions)))


def test_what_a_book_was_asked_is_answered_by_what_follows(tmp_path: Path) -> None:
    asked = "سئل: هل يجوز للمسافر أن يجمع بين الصلاتين في بلده؟"
    told = "الجواب: نعم يجوز له ذلك إذا احتاج إليه كما ذكر أهل العلم في كتبهم"
    made = [
        Document(f"book:asked:{n}", "book", "asked", "openiti-fatwa", status="approved", text_ar=text)
        for n, text in (
            ("1:1", asked),
            ("1:2", told),
            ("1:3", "هذا كلام في مسألة أخرى لا صلة له بما قبله من كلام"),
        )
    ]
    corpus = corpus_of(made_texts.write_index(tmp_path, made) / "documents.arrow")
    (lesson,) = [one for one in corpus.lessons if one.kind == "book-asked"]
    assert corpus.questions.texts[lesson.question] == asked.removeprefix("سئل: ")
    assert corpus.texts.texts[lesson.text] == told.removeprefix("الجواب: ")


def test_the_same_table_gives_the_same(snapshot: Path, corpus: Corpus) -> None:
    again = corpus_of(snapshot / "documents.arrow")
    assert (again.texts.texts, again.lessons, again.near) == (corpus.texts.texts, corpus.lessons, corpus.near)


def test_what_is_no_table_of_documents_is_refused(tmp_path: Path) -> None:
    (tmp_path / "documents.arrow").write_bytes(b"none")
    with pytest.raises(IndexFormatError, match="cannot be used"):
        corpus_of(tmp_path / "documents.arrow")


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("<p>One &amp; two</p>\n\nthree", "One & two three"),
        ("Praise be to Allaah. It is so [1].", "It is so ."),
        ("الجواب : نعم", "نعم"),
        (None, ""),
    ],
)
def test_markup_and_openings_are_left_out(written: str | None, left: str) -> None:
    assert cleaned(written) == left


def test_windows_are_full_but_for_the_last_and_a_short_rest_is_none() -> None:
    text = " ".join(map(str, range(50)))
    assert [len(part.split()) for part in windows(text, 20, 6)] == [20, 20]
    assert [len(part.split()) for part in windows(text, 18, 6)] == [18, 18, 14]
    assert windows("one two", 20, 6) == ["one two"]


def test_a_letter_asks_in_its_last_sentence_with_a_mark_of_question() -> None:
    assert (
        question_in("Peace be upon you. May I pray in a train then? Thank you.")
        == "May I pray in a train then?"
    )
    assert question_in("I do not know whether to pray. Please tell me.") == "I do not know whether to pray."


def test_forms_of_a_word_are_one() -> None:
    assert stems("والصلاة") == stems("صلاة")
    assert stems("praying") == stems("prayer")
    assert stems("what is the ruling on") == frozenset()
