"""Phrases as plain words: what they allow, and what is no phrase."""
# ruff: noqa: E501  (tables of phrases read better with many to a line)

from __future__ import annotations

import pytest

from pipeline.answer.lexicon.said import Phrases, Words
from schemas.errors import ConfigurationError

NAMED = {"title": "sheikh|~imam"}


def _ends(phrase: str, text: str) -> set[int]:
    said = Words.of(text)
    return Phrases.of([phrase], NAMED, frozenset({"is"})).ends(said, 0, len(said.words))


@pytest.mark.parametrize(
    ("phrase", "text", "ends"),
    [
        ("dear {title}", "Dear Sheikh", {2}), ("dear {title}", "dear Imaam, is it", {2}), ("dear {title}", "dear friend", set()),
        ("thanks|thank_you very_much?", "thank you very much", {2, 4}), ("thanks|thank_you", "thank them", set()),
        ("hello /", "hello, world", {1}), ("hello /", "hello world", set()), ("hello /", "hello is it", {1}), ("hello /", "hello", set()), ("/ hello", "hello", set()),
        ("~salam", "Salaam", {1}), ("salam", "Salaam", set()), ("the_prophet 's ring", "the Prophet’s ring", {4}), ("don't", "don’t", {1}),
        ("سؤال", "سُؤَالٌ: هل", {1}), ("مره", "مرة", {1}), ("hello", "", set()),
    ],
)  # fmt: skip
def test_where_a_phrase_ends(phrase: str, text: str, ends: set[int]) -> None:
    assert _ends(phrase, text) == ends


@pytest.mark.parametrize(
    ("phrase", "found"), [("hello?", "none"), ("", "none"), ("a|", "none"), ("dear {nobody}", "nobody")]
)
def test_a_phrase_that_cannot_be_read_is_told(phrase: str, found: str) -> None:
    with pytest.raises(ConfigurationError, match=found) as told:
        Phrases.of([phrase], NAMED)
    assert told.value.where == phrase
