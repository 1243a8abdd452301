"""Where a comment in English explains a verse: behind the verse's own words, which it quotes in Arabic.

A comment on several verses begins with the first of them, and often before it with where the surah was revealed, what
reciting it is worth, or a story. What it says of one verse follows that verse's words and their translation. A comment
that quotes more than the verse in one run tells something else there, and one without its words is read as any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.answer.composing.pieces import Part, pieces_of, trimmed
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import NOTHING, Asked
from pipeline.sources.mushaf import consonants, spellings
from pipeline.text import analyse, word_texts
from schemas.document import Document
from schemas.reference import ReferenceId

QUOTED = 4  # consonants of a verse that a comment quotes, at least
SAID = 60  # characters that it says of these words, at least, behind their translation
TOLD = 160  # characters behind the translation, in which it says that it tells the meaning
ROOM = 420  # characters of what it says that are quoted
_ARABIC = re.compile(r"[\u0621-\u06ff][\u0600-\u06ff\s–،.۔*-]*[\u0600-\u06ff]")
_BRACKETS = re.compile(r"[()]")
_BETWEEN = " \n\t\u200f»”\"'.:,-"
_NUMBER = re.compile(r"\s\d{1,2}\.\s*\Z")  # of the next part of a list
_ENDS = re.compile(r"[.!?][)\"”'’\]]*\s*\Z")
_EXPLAINS = re.compile(
    r"\b(?:mean(?:s|ing|t)?|refer(?:s|ring)|indicat\w+|i\.e|that is|in other words|impl(?:y|ies)|allah (?:says|states"
    r"|informs|tells|commands|affirms|mentions)|so allah|mentions|asserts|declares|entails|the \w+ of this ayah)\b",
    re.I,
)


def explaining_part(reading: Reading, verses: Sequence[Document], question: Asked) -> Part | None:
    """What a comment says of verses behind words of theirs: of those that a question names, rather where it says that
    it tells the meaning, of the first words of a verse and the first of several. None where it quotes none."""
    text = reading.text
    if reading.language != "en":
        return None
    own = [tuple(consonants([one]) for one in spellings(verse.text_ar or "")) for verse in verses]
    asked = frozenset(question.tokens)
    best: tuple[tuple[bool, int, int, int], int, int, int] | None = None
    for run, start, end in _stretches(text):
        said = _translated(text, start, end)
        if end - said < SAID or len(run) < QUOTED:
            continue
        verse = next((place for place, written in enumerate(own) if any(run in one for one in written)), None)
        if verse is None:
            continue
        named = len(asked.intersection(analyse(text[start:said])))
        opens = any(one.startswith(run) for one in own[verse])
        tells = _EXPLAINS.search(text, said, min(end, said + TOLD)) is not None
        rank = named > 0, 2 * tells + opens + (named * 2 > len(asked)), -verse, named
        if best is None or rank > best[0]:
            best = rank, start, said, end
    return _from(text, *best[1:]) if best else None


def opening_part(reading: Reading) -> Part:
    """What a comment begins with, as many sentences as there is room for."""
    return _from(reading.text, 0, 0, len(reading.text))


def explains(comment: Document, reading: Reading, verse: Document) -> bool:
    """Whether a comment says something of one verse: it is on that verse alone, or quotes it."""
    told = ReferenceId.parse(comment.id).locators
    alone = len(told) > 1 and told[1].last in (None, told[1].first)
    return alone or explaining_part(reading, (verse,), NOTHING) is not None


def _stretches(text: str) -> Iterator[tuple[str, int, int]]:
    """The consonants of each run of Arabic words, and the places between which English follows it."""
    runs = list(_ARABIC.finditer(text))
    ends = [*(one.start() for one in runs[1:]), len(text)]
    for run, end in zip(runs, ends, strict=False):
        yield consonants(word_texts(run[0])), run.end(), end


def _translated(text: str, start: int, end: int) -> int:
    """Where the translation in brackets behind a quotation ends; brackets may stand in it."""
    depth = 0
    for mark in _BRACKETS.finditer(text, start, end):
        if depth == 0 and text[start : mark.start()].strip(_BETWEEN):
            break
        depth += 1 if mark[0] == "(" else -1
        if depth <= 0:
            return mark.end()
    return start


def _from(text: str, start: int, said: int, end: int) -> Part:
    """As many sentences as there is room for behind a quotation, from its translation, without one that leads to a
    further quotation; `said` is where the translation ends."""
    pieces = pieces_of(text, start, end)
    last = max(1, next((at for at, piece in enumerate(pieces) if piece[1] - start > ROOM), len(pieces)))
    while last > 1 and not _ENDS.search(text, *pieces[last - 1]) and pieces[last - 2][1] - said >= SAID:
        last -= 1
    end = pieces[last - 1][1]
    number = _NUMBER.search(text, start, end)
    return trimmed(text, start, number.start() if number else end, whole=True)
