"""What may be asked at all: at most 4,000 characters of text, and something among them.

A question beyond the limits is an error of the one who sends it, not a decline. What says nothing in a question within
them is taken out or shortened, so that no rule walks through it again and again, and no answer repeats it.
"""

from __future__ import annotations

import re
import unicodedata

from schemas.api import MAX_MESSAGE
from schemas.errors import QuestionError

MARKS = 32  # signs and spaces in a row, of which the rest says nothing more

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_ROW = re.compile(rf"(\W{{{MARKS}}})\W+")
# Signs of direction show what stands behind them in another order; Arabic and English letters have their own.
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


def shortened(question: str) -> str:
    """A question without signs of direction, and with no more than so many signs and spaces in a row; a letter has at
    most a few marks of its own."""
    return _ROW.sub(r"\1", _DIRECTION.sub("", question))


def check_limits(question: str) -> None:
    """Raise `QuestionError` for a question that is too long, empty, or holds control characters."""
    if len(question) > MAX_MESSAGE:
        raise QuestionError(
            "the question is too long",
            expected=f"at most {MAX_MESSAGE} characters",
            found=f"{len(question)} characters",
            remedy="ask about one thing at a time",
        )
    spelled = len(unicodedata.normalize("NFKC", question))
    if spelled > 2 * MAX_MESSAGE:
        raise QuestionError(
            "the question is too long",
            expected=f"at most {MAX_MESSAGE} characters, few of which stand for whole phrases",
            found=f"{spelled} characters where each sign is spelled out",
            remedy="ask about one thing at a time",
        )
    match = _CONTROL.search(question)
    if match:
        raise QuestionError(
            "the question holds a control character",
            expected="text",
            found=f"U+{ord(match[0]):04X} at character {match.start() + 1}",
            remedy="send the question as plain text in UTF-8",
        )
    if not question.strip():
        raise QuestionError("the question is empty", expected="a question in English or Arabic")
