"""Choosing words, cutting long texts, leaving out chains of narrators, and escaping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.composing.markdown import escape
from pipeline.answer.composing.pieces import excerpt
from pipeline.answer.words.fold import fold, latin_key
from pipeline.answer.words.units import asked
from pipeline.index.embedder.chain import speech_start


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Narrated Abu X: The Prophet said something here.", "The Prophet said"),
        ("It was narrated from X that the Messenger said: \"Something is here for you.\"", "\"Something"),
        ("Abu X reported the Messenger as saying: Something is here for you.", "Something is"),
        ("Some plain text that has no chain of narrators in it.", "Some plain"),
    ],
)  # fmt: skip
def test_an_english_chain_is_left_out(text: str, rest: str) -> None:
    assert text[speech_start(text, "en") :].startswith(rest)


def test_an_arabic_chain_is_left_out_where_it_can_be_seen() -> None:
    text = "حَدَّثَنَا فُلَانٌ، أَخْبَرَنَا فُلَانٌ، عَنْ فُلَانٍ قَالَ هذا مثال من كلام المشروع وليس حديثا"
    assert text[speech_start(text, "ar") :].startswith("قَالَ هذا")
    assert speech_start("كلام بلا سلسلة من الرواة فيه", "ar") == 0


@given(st.lists(st.text(alphabet="abc .", min_size=5, max_size=200), min_size=1, max_size=60))
def test_an_excerpt_is_a_part_of_its_text(parts: list[str]) -> None:
    text = ". ".join(part.strip(" .") or "a" for part in parts) + "."
    part = excerpt(text, (len(text) // 2, len(text) // 2 + 1), whole=300, length=200)
    assert text[part.start : part.end] == part.text
    assert part.text


@given(st.text(max_size=200))
def test_escaped_text_opens_no_tag_and_no_link(text: str) -> None:
    escaped = escape(text)
    assert "<" not in escaped
    assert ">" not in escaped
    bare = escaped.replace("\\\\", "")
    assert all(bare[place - 1] == "\\" for place, letter in enumerate(bare) if letter in "*_`[]|~")


@given(st.text(max_size=100))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_names_in_latin_letters_have_one_key() -> None:
    assert len({latin_key(name) for name in ("Baqarah", "baqara", "Baqaarah", "Baqqarah")}) == 1


def test_question_form_weighs_a_quarter() -> None:
    found = asked("ruling fasting", None, lambda _: 4.0, lambda _: True, frozenset({"rule"}))
    assert [(unit.tokens, unit.weight) for unit in found.units] == [(("rule",), 1024), (("fast",), 4096)]
