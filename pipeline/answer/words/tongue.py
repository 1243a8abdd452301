"""The language that a question is asked in, and answered in."""

from __future__ import annotations

import re

from pipeline.answer.words.fold import fold

LATIN = re.compile(r"[a-z]")
ARABIC = re.compile(r"[\u0621-\u064a]")


def tongue_of(question: str) -> str:
    """The language with more letters; Arabic at a tie, English without letters."""
    folded = fold(question)
    arabic, latin = len(ARABIC.findall(folded)), len(LATIN.findall(folded))
    return "ar" if arabic and arabic >= latin else "en"
