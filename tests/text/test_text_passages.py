"""Sentences and the windows that are searched."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.text import cut, sentences, shown
from pipeline.text.passages import SLACK, WINDOW, Passage
from schemas.document import Document
from schemas.tables import PASSAGES


def document(**values) -> Document:
    return Document(id="fatwa:test:1", kind="fatwa", collection="test", source="test", **values)


def long_text(words: int, sentence: int = 12) -> str:
    return " ".join(f"word{n}" + ("." if n % sentence == sentence - 1 else "") for n in range(words))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("قال كذا. ثم سكت؟ نعم!", ["قال كذا.", "ثم سكت؟", "نعم!"]),
        (
            "Narrated by Dr. Ali b. Abi Talib. He said so.",
            ["Narrated by Dr. Ali b. Abi Talib.", "He said so."],
        ),
        (
            'He said: "Actions are by intentions." Then he left.',
            ['He said: "Actions are by intentions."', "Then he left."],
        ),
        ("See vol. 3, pp. 4-5. Done.", ["See vol. 3, pp. 4-5.", "Done."]),
        ("It is 2.5 percent. Pay it.", ["It is 2.5 percent.", "Pay it."]),
        ("First paragraph\n\nSecond one", ["First paragraph", "Second one"]),
        ("الأول؛ الثاني.", ["الأول؛", "الثاني."]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_sentences_end_where_a_reader_pauses(text, parts):
    assert [text[start:end] for start, end in sentences(text)] == parts


@given(st.text(max_size=200))
def test_sentences_cover_every_word_once(text):
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert sum(len("".join(text[start:end].split())) for start, end in spans) == len("".join(text.split()))


def test_a_short_document_is_one_passage_a_language():
    passages = list(cut(document(text_ar="نص قصير.", text_en="A short text.", title_en="Title")))
    assert [(passage.language, passage.number, passage.text) for passage in passages] == [
        ("ar", 1, "نص قصير."),
        ("en", 1, "A short text."),
    ]


def test_a_passage_mirrors_the_table():
    row = next(cut(document(text_en="Text."))).as_row()
    assert list(row) == PASSAGES.names
    assert Passage(**row).as_row() == row


def test_the_heading_holds_title_chapter_and_question_of_the_language():
    made = document(
        title_en="Wiping", title_ar="المسح", chapter_en="Purity", question_en="<p>May I wipe?</p>", markup="html",
        text_en="<p>Yes.</p>", text_ar="<p>نعم.</p>",
    )  # fmt: skip
    headings = {passage.language: passage.heading for passage in cut(made)}
    assert headings == {"ar": "المسح", "en": "Wiping\nPurity\nMay I wipe?"}


def test_windows_cover_the_text_overlap_and_end_with_sentences():
    text = long_text(1000)
    passages = list(cut(document(text_en=text)))
    assert [passage.number for passage in passages] == list(range(1, len(passages) + 1))
    assert all(passage.text == text[passage.start : passage.end] for passage in passages)
    assert all(passage.text.endswith(".") for passage in passages[:-1])
    assert all(after.start < before.end for before, after in pairwise(passages))
    assert passages[0].start == 0
    assert passages[-1].end == len(text)
    assert all(len(passage.text.split()) <= WINDOW + SLACK for passage in passages)


def test_spans_point_into_the_shown_text():
    html = "<p>" + long_text(400).replace(". ", ".</p><p>") + "</p>"
    made = document(text_en=html, markup="html")
    for passage in cut(made):
        assert shown(html, "html")[passage.start : passage.end] == passage.text


@given(st.integers(0, 900), st.integers(1, 300))
@settings(max_examples=40)
def test_no_word_is_lost(words, sentence):
    text = long_text(words, sentence)
    covered = set()
    for passage in cut(document(text_en=text)):
        covered.update(passage.text.split())
    assert covered == set(text.split())


def test_a_text_without_sentences_is_cut_all_the_same():
    passages = list(cut(document(text_ar="كلمة " * 5000)))
    assert len(passages) > 30
    assert all(len(passage.text.split()) <= WINDOW + SLACK for passage in passages)


def test_a_huge_text_is_cut():
    text = long_text(500_000)
    assert len(text) > 4_000_000
    assert sum(1 for _ in cut(document(text_en=text))) > 3_000


def test_a_document_without_text_gives_nothing():
    assert list(cut(document(text_en="   ", text_ar=None))) == []
