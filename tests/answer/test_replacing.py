"""Words that are read in the place of others stand where those stood, and all else stays as it is written."""

from __future__ import annotations

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.replacing import replaced

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("spans", "text"),
    [
        ([], "a  b, c"),
        ([(0, 1, "A")], "A  b, c"),
        ([(6, 7, "")], "a  b, "),
        ([(0, 1, "x y"), (3, 4, "z")], "x y  z, c"),
        ([(0, 1, ""), (1, 4, "")], ", c"),
    ],
)
def test_what_stands_between_spans_stays(spans: list[tuple[int, int, str]], text: str) -> None:
    assert replaced("a  b, c", spans) == text


def test_a_bracket_that_is_opened_in_a_name_is_closed_in_it() -> None:
    plain = LEXICON.epithets.plain
    assert plain("Did the Holy Prophet (pbuh) fast (often) ?") == "Did the prophet fast (often) ?"
    assert plain("Did he (the Holy Prophet) fast?") == "Did he (the prophet) fast?"


def test_a_question_keeps_its_spaces_where_nothing_is_taken_from_it() -> None:
    for question in ("who  built it", "oneself  oneself"):
        assert LEXICON.without_empty(question) == question
    assert LEXICON.without_empty("How can one  protect oneself  from it") == "How can one protect from it"
