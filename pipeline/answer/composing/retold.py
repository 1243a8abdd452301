"""The questions that an answer retells: "Shaykh … was asked: … He replied: …", or prints: "Question: … Answer: …".

What somebody else asked is no ruling, and what he took for granted may be wrong; what was replied to him stands behind
it. Only what stands between the two is told here; nothing is chosen.
"""

from __future__ import annotations

import re

MOST = 1500  # characters of a retold question
NAMED = 160  # characters of a sentence in which who was asked is named before that
# A reply that is told and not set behind a colon: with it the question has ended.
_TOLD_EN, _TOLD_AR = r"\b(?:replied|answered|responded) that\b", r"(?<![\u0621-\u064a])ف?أجاب\w* ب?أن"
_RETOLD = re.compile(
    rf"\b(?:was|were|been) asked\b(?:(?!\b(?:was|were|been) asked\b|{_TOLD_EN}).){{0,{MOST}}}?"
    r"\b(?:repl(?:ied|y)|answered|responded|response|answer is)\b[^:.\n]{0,40}:"
    rf"|(?<![\u0621-\u064a])و?سئلت?\s(?:(?!سئل|{_TOLD_AR}).){{0,{MOST}}}?"
    r"(?<![\u0621-\u064a])(?:ف?أجاب\w*|الجواب|جواب)\b[^:.\n]{0,40}:"
    rf"|(?:^|(?<=\s))question\s*\d{{0,3}}\s*:(?:(?!\bquestion\s*\d{{0,3}}\s*:).){{0,{MOST}}}?\banswer\s*\d{{0,3}}\s*:"
    rf"|(?<![\u0621-\u064a])(?:ال)?سؤال\s*\d{{0,3}}\s*:(?:(?!سؤال\s*\d{{0,3}}\s*:).){{0,{MOST}}}?"
    r"(?<![\u0621-\u064a])(?:ال)?جواب\s*\d{0,3}\s*:"
    r"|(?<![\u0621-\u064a])[يت]قول(?: (?:ال)?سائل\w?)?\s?:\s?(?:هل|ما|ماذا|كيف|متى|أين|لماذا|كم)\s[^؟?\n]{0,300}[؟?]",
    re.I | re.S,
)


def retold(text: str) -> list[tuple[int, int]]:
    """Where a text tells what somebody was asked, up to where the reply begins; characters from and to, in order."""
    return [match.span() for match in _RETOLD.finditer(text)]


def is_retold(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a piece of the text tells nothing but a part of such a question, or who was asked."""
    return any(low - NAMED <= start and low < end <= high for low, high in spans)
