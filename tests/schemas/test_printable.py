"""What a terminal is shown of a text: every letter and every space, and nothing that steers it."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from schemas.printable import printable, printable_lines


@pytest.mark.parametrize("space", ["\u0020", "\u00a0", "\u2009", "\u202f", "\u3000"])
def test_a_space_of_any_width_stays(space: str) -> None:
    assert printable(f"a{space}b") == f"a{space}b"


def test_what_ends_and_indents_lines_leaves_no_mark() -> None:
    assert printable("one\ttwo\r") == "one two"
    assert printable_lines("one\r\n\ttwo") == "one\n two"


def test_nothing_else_that_steers_a_terminal_is_let_through() -> None:
    for code in range(sys.maxunicode + 1):
        shown = printable(chr(code))
        if unicodedata.category(chr(code))[0] == "C" or unicodedata.category(chr(code)) in ("Zl", "Zp"):
            assert shown == {"\t": " ", "\r": ""}.get(chr(code), "�"), hex(code)
        else:
            assert shown == chr(code)
