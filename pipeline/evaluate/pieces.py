"""Whether a verse or a narration is found by a piece of it, in the ways that people ask for one.

    pieces = drawn(index, 40)
    rows = measure(index, answer, pieces)

A piece is a run of words of one text, that few texts of its kind hold. What is right is known of every one of them: a
text that holds the words. Nobody has to judge, and no text is kept: pieces are drawn from the index that is measured,
by a checksum in place of chance, so that one index always gives the same.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from pipeline.answer.words.reading import shown_text
from pipeline.index.types import Filters
from pipeline.text import word_texts
from schemas.answer import Answer
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index import Index

FEW = 4  # texts that may hold a piece
LEAST_LETTERS = 4  # of each word of a piece of one word or two: with less it is no name, and no content
ADDED = 1  # words that a text has beside a piece


@dataclass(frozen=True, slots=True)
class Way:
    """How pieces of a kind of text are asked for: so many words, in these forms."""

    kind: Kind
    language: str
    lengths: tuple[int, ...]
    forms: tuple[str, ...]


WAYS = (
    Way(
        Kind.QURAN,
        "ar",
        (1, 2, 3),
        ("تفسير {}", "ما معنى {} في القرآن", "تفسير آية {}", "آية {}", "ما تفسير قوله تعالى {}"),
    ),
    Way(
        Kind.QURAN,
        "en",
        (3, 4, 6),
        (
            "tafsir of {}",
            "what does “{}” mean in the Quran",
            "explain the verse {}",
            "which verse says {}",
            "where in the Quran does it say {}",
        ),
    ),
    Way(Kind.HADITH, "ar", (4, 6), ("حديث {}", "شرح حديث {}", "ما صحة حديث {}", "قال رسول الله {}", "{}")),
    Way(
        Kind.HADITH,
        "en",
        (7, 10),
        (
            "hadith {}",
            "explain the hadith {}",
            "is the hadith “{}” authentic",
            "did the Prophet say {}",
            "The Prophet said: {}",
            "{}",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a text, and the references of all texts of its kind that hold them."""

    way: Way
    words: tuple[str, ...]
    held_by: frozenset[str]


@dataclass(frozen=True, slots=True)
class PieceRow:
    """What came of pieces of one kind, language and length: how many questions showed a text that holds the piece
    first, or behind others; showed only others; or were declined."""

    kind: str
    language: str
    words: int
    questions: int
    first: int
    behind: int
    others: int
    declined: int


_SPOKEN = {"ar": "Arabic", "en": "English"}
_TOLD = {str(Kind.QURAN): "verse", str(Kind.HADITH): "narration"}
COLUMNS: tuple[tuple[str, Callable[[PieceRow], str]], ...] = (
    ("a piece of a", lambda row: _TOLD[row.kind]),
    ("language", lambda row: _SPOKEN[row.language]),
    ("words", lambda row: str(row.words)),
    ("questions", lambda row: str(row.questions)),
    ("shown first", lambda row: f"{row.first} ({100 * row.first / row.questions:.1f} %)"),
    ("behind others", lambda row: str(row.behind)),
    ("others alone", lambda row: str(row.others)),
    ("declined", lambda row: str(row.declined)),
)


def drawn(index: Index, count: int) -> list[Piece]:
    """So many pieces of each kind, language and length, where the index has them."""
    found: list[Piece] = []
    for way in WAYS:
        texts = _Texts.of(index, way)
        for length in way.lengths:
            found += islice(_pieces(texts, way, length), count)
    return found


def measure(
    index: Index, ask: Callable[[Index, str], Answer], pieces: Iterable[Piece]
) -> tuple[PieceRow, ...]:
    """Ask for every piece in every form; a row for each kind, language and length, in the order of `WAYS`."""
    told: dict[tuple[str, str, int], list[int]] = {}
    for piece in pieces:
        counts = told.setdefault((str(piece.way.kind), piece.way.language, len(piece.words)), [0] * 4)
        for form in piece.way.forms:
            counts[_outcome(ask(index, form.format(" ".join(piece.words))), piece)] += 1
    return tuple(PieceRow(*key, sum(counts), *counts) for key, counts in told.items())


def _outcome(answer: Answer, piece: Piece) -> int:
    """The place of an answer among first, behind, others and declined."""
    verdict = answer.verdict
    if not verdict.answered:
        return 3
    if verdict.sources[0] in piece.held_by:
        return 0
    return 2 if piece.held_by.isdisjoint(verdict.sources) else 1


@dataclass(frozen=True, slots=True)
class _Texts:
    """The words of all texts of a kind in one line, in which a text ends where two spaces meet."""

    references: Sequence[str]
    words: Sequence[Sequence[str]]
    line: str
    starts: Sequence[int]

    @classmethod
    def of(cls, index: Index, way: Way) -> _Texts:
        documents = map(index.document, index.columns.documents_of(Filters(kinds=(str(way.kind),))).tolist())
        held = [
            (one.id, word_texts(shown_text(one, way.language))) for one in documents if one.text(way.language)
        ]
        parts = [f" {' '.join(words)} " for _, words in held]
        starts = list(accumulate(map(len, parts), initial=0))
        return cls([one for one, _ in held], [words for _, words in held], "".join(parts), starts)

    def holding(self, run: Sequence[str]) -> frozenset[str]:
        """The texts that hold some words, or more than `FEW` of them."""
        wanted, found, place = f" {' '.join(run)} ", set[str](), -1
        while len(found) <= FEW and (place := self.line.find(wanted, place + 1)) >= 0:
            found.add(self.references[bisect_right(self.starts, place) - 1])
        return frozenset(found)


def _pieces(texts: _Texts, way: Way, length: int) -> Iterator[Piece]:
    """Pieces of a length, of one text after another in the order of a checksum."""
    order = sorted(range(len(texts.references)), key=lambda place: _checksum(texts.references[place], length))
    for place in order:
        words = texts.words[place]
        if len(words) < length + ADDED:
            continue
        first = len(words) // 2 if way.kind is Kind.HADITH else 0  # a narration begins with who told it
        start = first + _checksum(texts.references[place], "start") % max(1, len(words) - length + 1 - first)
        run = tuple(words[start : start + length])
        if length <= 2 and min(map(len, run)) < LEAST_LETTERS:
            continue
        if any(one.isascii() is not (way.language == "en") for one in run) or len(run) < length:
            continue
        held_by = texts.holding(run)
        if len(held_by) <= FEW:
            yield Piece(way, run, held_by)


def _checksum(*told: object) -> int:
    return zlib.crc32(repr(told).encode())
