"""Verses written in Latin letters, as they sound: found in whatever spelling, and nothing else taken for them."""

# ruff: noqa: E501  (tables of questions read better with many to a line)
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.sounded import find_sounded, sounds_of
from pipeline.index import Index

LEXICON = default_lexicon()


def found(index: Index, question: str) -> tuple[str, ...]:
    sounded = find_sounded(index, question, LEXICON)
    return sounded.references if sounded else ()


@pytest.mark.parametrize(
    ("question", "verses"),
    [
        ("wa lam yakul lahu kufuwan ahad", (4,)),
        ("Wa lam yakun la-hū kufuwan aḥad.", (4,)),
        ("walam yakullahu kufwan ahad", (4,)),
        ("allahus samad lam yalid wa lam yulad", (2, 3)),
        ("Allāhu ṣ-Ṣamad, lam yalid wa lam yūlad", (2, 3)),
        ("what does wa lam yakul lahu kufuwan ahad mean in English?", (4,)),
        ('the meaning of "allahus samad lam yalid wa lam yulad"', (2, 3)),
        ("which surah is wa lam yakun lahu kufuwan ahad from", (4,)),
    ],
)
def test_verses_are_found_as_they_sound(index: Index, question: str, verses: tuple[int, ...]) -> None:
    assert found(index, question) == tuple(f"quran:112:{verse}" for verse in verses)


@pytest.mark.parametrize(
    "question",
    ["Who led the prayer in the mosque of Madinah?", "assalamu alaikum wa rahmatullah", "abu bakr umar uthman ali", "lam yalid wa", "", "???",
     "xyzzy plugh frobozz", "What is the ruling on qul huwa allahu ahad in every rakah of the prayer?"],
)  # fmt: skip
def test_nothing_else_is_taken_for_a_verse(index: Index, question: str) -> None:
    assert found(index, question) == ()


def test_the_reader_is_told_how_it_was_found(index: Index) -> None:
    shown = answer(index, "wa lam yakul lahu kufuwan ahad")
    assert shown.verdict.sources == ("quran:112:4",)
    assert "Latin letters" in (shown.note or "")
    assert "Nor is there to Him any equivalent" in shown.summary


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader_of_sounds(text: str) -> None:
    assert set(sounds_of(text)) <= set("BTDJHRXGFKLM")


def test_one_text_that_holds_pasted_words_is_quoted_whole(index: Index) -> None:
    shown = answer(index, 'Where is "the camel is spoken of in sample" from?')
    assert shown.verdict.sources == ("hadith:bukhari:101",)
    assert 'It was said, "The camel is spoken of in sample 101."' in shown.summary
