"""The words that answer: which sentence of a text, and how much around it.

A summary shows the part of the best text that covers most of the question and holds the type of answer that
is asked for, never its opening by default (`worth`). What a quotation needs around it, to say something by itself, is
taken in. Every part is cut from the shown text at its own boundaries (`pieces`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.answer.fold import fold
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.pieces import EDGE, SHORT, Part, body_of, pieces_of, trimmed
from pipeline.answer.reading import Reading
from pipeline.answer.spoken import goes_on
from pipeline.answer.units import Asked
from pipeline.answer.worth import Worth, introduces
from schemas.document import Document

BARE = 60  # a quotation shorter than this takes in what stands before it
FULL = 260  # a shorter quotation takes in what follows it
MOST = 4  # pieces of a quotation
BY_ONE = ("fatwa", "tafsir", "book")  # texts of one voice
BACK = 480  # characters that a quotation may have with the sentence that it points back to
_POINTS_BACK = re.compile(
    r"(?:these|this|those|it|they|he|she|its|their|his|her)\b|(?:وهو|وهي|وهم|فهو|فهي|ويصرف|وتصرف)\s", re.I
)
_REPLY = re.compile(
    r"(?:(?:all )?praise be to all?aa?h\.\s*|(?:answer|الجواب|جواب)\s*[:：]\s*)"
    r"(?:(?:yes|no|نعم|لا|بلى)\s*[.,،:؛]\s*)?|(?:yes|no|نعم|لا|بلى)\s*[.,،:؛]\s*",
    re.I,
)


def answering_part(
    document: Document, reading: Reading, question: Asked, lexicon: Lexicon, asked: str
) -> Part:
    """The sentence, or the clauses of a long one, that answer."""
    body = body_of(document, reading)
    pieces = pieces_of(reading.text, *body)
    worth = Worth(document, reading, question, lexicon, asked, body[0], pieces)
    first, last = max(_runs(pieces), key=lambda run: worth.of(*run))  # of equals the first
    first, last = _widened(document, reading, lexicon, pieces, first, last)
    start, end = pieces[first][0], pieces[last][1]
    replies = document.kind == "fatwa" or (document.kind == "book" and reading.language == "ar")
    if replies and (match := _REPLY.match(reading.text, start, end)):
        # "Answer:" is a heading; "yes" and "no" reply to the question of the fatwa, not to this one.
        return trimmed(reading.text, match.end(), end, whole=True)
    return trimmed(reading.text, start, end, whole=not reading.text[body[0] : start].strip(EDGE))


def _runs(pieces: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The runs of pieces that may be quoted: single ones, and several that are short together."""
    for first in range(len(pieces)):
        for last in range(first, min(first + MOST, len(pieces))):
            if last > first and pieces[last][1] - pieces[first][0] > SHORT:
                break
            yield first, last


def _widened(
    document: Document,
    reading: Reading,
    lexicon: Lexicon,
    pieces: list[tuple[int, int]],
    first: int,
    last: int,
) -> tuple[int, int]:
    """A run with what it needs around it: what it points back to, and as much behind it as makes it full."""
    if first and document.kind in BY_ONE and _points_back(reading, pieces[first][0]):
        first -= pieces[last][1] - pieces[first - 1][0] <= BACK  # a sentence that begins with "these" or "he"
    while last + 1 < len(pieces) and pieces[last + 1][1] - pieces[first][0] <= FULL:
        following = fold(reading.text[slice(*pieces[last + 1])])
        if document.kind in BY_ONE and (
            introduces(following) or lexicon.is_closing(following, reading.language)
        ):
            break
        last += 1
    if first and pieces[last][1] - pieces[first][0] < BARE and document.kind == "hadith":
        first -= pieces[last][1] - pieces[first - 1][0] <= SHORT  # a few last words mean little by themselves
    return first, last


def _points_back(reading: Reading, start: int) -> bool:
    return _POINTS_BACK.match(reading.text, start) is not None or (
        reading.language == "ar" and goes_on(reading.text, start)
    )
