"""Arabic words that nothing knows are read as those that were meant; what may be a word stays."""

# ruff: noqa: E501  (tables of words read better with many to a line)

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.engine import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.mistyped import LETTERS
from pipeline.answer.words.mistyped_arabic import MORE, meant, respelt
from pipeline.index import Index
from pipeline.text.glossary import Glossary
from tests.answer.written_texts import Texts

TEXTS = Texts(
    {
        "الوضوء": 900, "الصحابه": 500, "الصحابي": 300, "الصلاه": 9000, "يجوز": 3000, "الشيطان": 800, "السلطان": 700, "البطاقه": 6, "ماذا": 4000,
        "الذبح": 150, "حسد": 5, "قمح": 4, "المسجد": 2000, "صلاه": 5000, "القلب": 200, "الكلب": 200, "الزكاه": 900, "ذكر": 800,
    },
    {"الصحابه": "الصحابة", "الصلاه": "الصلاة", "البطاقه": "البطاقة"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("الوظوء", ("الوضوء",)),  # by ear
        ("الصحاابه", ("الصحابه",)),  # struck twice
        ("الشيطاان", ("الشيطان",)), ("اللصلاه", ("الصلاه",)), ("االصلاه", ("الصلاه",)),
        ("الويضوء", ("الوضوء",)),  # a letter too many, where no likelier mistake is one
        ("الصلاهه", ("الصلاه",)), ("البطاقت", ("البطاقه",)), ("الزبح", ("الذبح",)), ("المجسد", ("المسجد",)),
        ("اليطان", ("الشيطان",)),  # the first letter behind the article is missing
        ("فيالصلاه", ("في", "الصلاه")), ("لاحسد", ("لا", "حسد")), ("لاقمح", ()), ("لايجوز", ("لا", "يجوز")), ("اصلاه", ("الصلاه",)),
        ("بالوظوء", ("بالوضوء",)),  # texts write it with another article
        ("الصحاب", ()), ("القلبب", ("القلب",)), ("الثلب", ()),  # two are as near
        ("قمر", ()), ("زكر", ("ذكر",)), ("الالصلاه", ()),
    ],
)  # fmt: skip
def test_what_a_word_was_meant_for(written: str, wanted: tuple[str, ...]) -> None:
    assert meant(written, 0, TEXTS) == wanted


@pytest.mark.parametrize("word", ["ب" * 4000, "الصلاه" * 600, "z" * 4000, "procesion" * 400])
def test_a_word_longer_than_any_that_texts_write_is_looked_at_no_further(word: str) -> None:
    """Words near it are as many as its letters, and as long: gigabytes."""

    class Asked(Texts):
        def times(self, words: Sequence[str]) -> list[int]:
            raise AssertionError(f"{len(words)} words near it")

    texts = Asked({}, {})
    assert respelt(word, lambda _: 0, texts) == (word, ())
    assert default_lexicon().respelt(word, lambda _: 0, Glossary([]), texts) == (word, ())


def test_a_word_whose_stem_texts_hold_is_meant_for_a_far_more_frequent_one_alone() -> None:
    assert meant("مازا", 4000 // MORE, TEXTS) == ("ماذا",)
    assert meant("مازا", 4000 // MORE + 1, TEXTS) == ()
    assert meant("الويضوء", 1, TEXTS) == ()  # any letter is no likely mistake
    assert meant("لايجوز", 1, TEXTS) == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("حكم الوظوء", "حكم الوضوء"), ("هل لايجوز البطاقت؟", "هل لا يجوز البطاقة؟"), ("حكم الصلاه", "حكم الصلاه"), ("الوُظوء", "الوُظوء"),
        ("«الوظوء»", "«الوظوء»"), ("الوظوء " * 31, "الوظوء " * 31), ("", ""),
    ],
)  # fmt: skip
def test_words_of_a_question_are_mended_where_they_stand(text: str, wanted: str) -> None:
    assert respelt(text, lambda word: 0, TEXTS)[0] == wanted


@given(st.text(alphabet=LETTERS["ar"] + " ـَ«", max_size=40))
def test_no_text_stops_it_and_what_it_changes_it_tells(text: str) -> None:
    changed_text, changed = respelt(text, lambda word: 0, TEXTS)
    assert (changed_text == text) == (not changed)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("مين خلق السماء", "مين خلق السماء"),  # who, in a dialect: no form of another word
        ("ما هو الاحصار", "ما هو الاحصار"),  # a term of the law that no text here writes
        ("ما هو الاخصار", "ما هو الانصار"),
    ],
)
def test_words_of_dialects_and_of_the_faith_are_meant_as_they_are_written(question: str, meant: str) -> None:
    texts = Texts({"مني": 9000, "الانصار": 9000}, {})
    assert default_lexicon().respelt(question, lambda _: 0, Glossary([]), texts)[0] == meant


def test_the_reader_is_told_what_a_word_was_read_as(index: Index) -> None:
    note = "“spokn” was read as “spoken”."
    assert note in (answer(index, "what is spokn of the camel and the market").note or "")
    assert "was read as" not in (answer(index, "what is spoken of the camel and the market").note or "")
