"""Pairs of texts that mean the same, or belong together, read off the documents themselves.

    parallel    the Arabic and the English text (question, title) of one document
    linked      a text and the text that it speaks of, in either language: a verse and its comment
    chapter     the title of a chapter and a text in it, in either language
    asked       a title or a question and the answer to it
    halves      the first and the second half of a long text
    next        a text and the one after it in the same chapter or surah
    terms       ways to say one thing, where a glossary is given

Of a narration, what follows its chain of narrators: their names say nothing of what it is about, and would fill most of
the words that a step sees of it (docs/decisions/0355).

Each pair carries a key; two pairs of one key never meet in a batch, where each would be taken for a wrong
answer to the other. Nothing here knows vectors; the order of pairs follows the documents alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedder.chain import speech_start

LANGUAGES = ("ar", "en")
HANDED_DOWN = "hadith"  # the kind whose texts begin with a chain
TITLED_KINDS = frozenset({"fatwa", "book"})  # where a title says what the text is about, not where it stands
HALVED_WORDS = 24

WEIGHTS: Mapping[str, float] = {
    "parallel": 5.0,
    "linked": 3.0,
    "linked-across": 3.0,
    "chapter": 1.5,
    "asked": 4.0,
    "halves": 1.0,
    "next": 1.0,
    "terms": 1.0,
}

Terms = Sequence[Sequence[str]]  # each: ways to say one thing, in either language


class TextPool:
    """Texts as runs of word numbers; a word is numbered when it is first seen."""

    def __init__(self, words: Callable[[str], Sequence[str]]) -> None:
        self._words = words
        self._numbers: dict[str, int] = {}
        self._known: dict[str, int] = {}
        self._runs: list[NDArray[np.int32]] = []

    def add(self, text: str | None) -> int | None:
        """The number of a text; None when it holds no words."""
        if not text:
            return None
        number = self._known.get(text)
        if number is None:
            run = [self._numbers.setdefault(word, len(self._numbers)) for word in self._words(text)]
            number = len(self._runs)
            self._runs.append(np.array(run, dtype=np.int32))
            self._known[text] = number
        return number if self._runs[number].size else None

    def length(self, text: int) -> int:
        """How many words a text has."""
        return self._runs[text].size

    def halve(self, text: int) -> tuple[int, int]:
        """The numbers of the two halves of a text."""
        run = self._runs[text]
        middle = run.size // 2
        self._runs += [run[:middle], run[middle:]]
        return len(self._runs) - 2, len(self._runs) - 1

    @property
    def vocabulary(self) -> list[str]:
        """All words, by number."""
        return list(self._numbers)

    def runs(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All texts end to end, and where each begins (one more entry than texts)."""
        offsets = np.zeros(len(self._runs) + 1, dtype=np.int64)
        np.cumsum([run.size for run in self._runs], out=offsets[1:])
        flat = np.concatenate(self._runs) if self._runs else np.empty(0, np.int32)
        return flat.astype(np.int32, copy=False), offsets


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs of one kind: rows of (left text, right text, key)."""

    name: str
    weight: float
    rows: NDArray[np.int64]


@dataclass(slots=True)
class _Document:
    """What pairing needs of one document: text numbers by language."""

    id: str
    group: str
    text: dict[str, int] = field(default_factory=dict)
    question: dict[str, int] = field(default_factory=dict)
    title: dict[str, int] = field(default_factory=dict)
    chapter: dict[str, int] = field(default_factory=dict)
    links: Sequence[str] = ()


def _numbers(row: Mapping[str, object], name: str, pool: TextPool) -> dict[str, int]:
    found = {language: pool.add(row[f"{name}_{language}"]) for language in LANGUAGES}  # type: ignore[arg-type]
    return {language: number for language, number in found.items() if number is not None}


def _without_chain(row: Mapping[str, object]) -> Mapping[str, object]:
    """A row whose texts begin where a narration begins to speak."""
    if row["kind"] != HANDED_DOWN:
        return row
    texts = {f"text_{language}": (row[f"text_{language}"] or "", language) for language in LANGUAGES}
    return {**row, **{name: text[speech_start(text, language) :] for name, (text, language) in texts.items()}}  # type: ignore[index,arg-type]


def _document(row: Mapping[str, object], pool: TextPool) -> _Document:
    """One row of the documents table with its texts numbered."""
    group = str(row["chapter_ar"] or row["chapter_en"] or str(row["id"]).rpartition(":")[0])
    return _Document(
        id=str(row["id"]),
        group=f"{row['source']}\n{group}",
        text=_numbers(_without_chain(row), "text", pool),
        question=_numbers(row, "question", pool),
        title=_numbers(row, "title", pool) if row["kind"] in TITLED_KINDS else {},
        chapter=_numbers(row, "chapter", pool),
        links=row["links"] or (),  # type: ignore[arg-type]
    )


def _combine(left: Mapping[str, int], right: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    for first in LANGUAGES:
        for second in LANGUAGES:
            if first in left and second in right:
                yield left[first], right[second]


class _Collector:
    """Pairs by kind, in the order in which they are found."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[int, int, int]]] = {name: [] for name in WEIGHTS}

    def add(self, name: str, left: int, right: int, key: int) -> None:
        if left != right:
            self.rows[name].append((left, right, key))


def _own_pairs(document: _Document, key: int, chapter_key: int, out: _Collector) -> None:
    for texts in (document.text, document.question, document.title):
        if len(texts) == len(LANGUAGES):
            out.add("parallel", texts["en"], texts["ar"], key)
    for left, right in _combine(document.chapter, document.text):
        out.add("chapter", left, right, chapter_key)
    for asked in (document.title, document.question):
        for left, right in _combine(asked, document.text):
            out.add("asked", left, right, key)
    for left, right in _combine(document.title, document.question):
        out.add("asked", left, right, key)


def _linked_pairs(document: _Document, other: _Document, key: int, out: _Collector) -> None:
    for language in LANGUAGES:
        for other_language in LANGUAGES:
            if language in other.text and other_language in document.text:
                name = "linked" if language == other_language else "linked-across"
                out.add(name, other.text[language], document.text[other_language], key)


def _term_pairs(terms: Terms, pool: TextPool, out: _Collector) -> None:
    for place, forms in enumerate(terms, start=1):
        numbers = [number for number in map(pool.add, forms) if number is not None]
        for left, right in combinations(dict.fromkeys(numbers), 2):
            out.add("terms", left, right, -place)


def collect_pairs(
    rows: Iterator[Mapping[str, object]],
    pool: TextPool,
    terms: Terms = (),
    weights: Mapping[str, float] = WEIGHTS,
) -> list[Pairs]:
    """Every pair of every kind, kinds sorted by name, empty ones left out.

    Args:
        rows: rows of the documents table, in their order.
        pool: takes up the texts.
        terms: ways to say one thing, group by group.
        weights: how often each kind is drawn, relative to the others.
    """
    documents = [_document(row, pool) for row in rows]
    places = {document.id: place for place, document in enumerate(documents)}
    chapters: dict[tuple[int, ...], int] = {}
    out = _Collector()
    for place, document in enumerate(documents):
        chapter = tuple(sorted(document.chapter.values()))
        chapter_key = len(documents) + chapters.setdefault(chapter, len(chapters))
        _own_pairs(document, place, chapter_key, out)
        for link in document.links:
            if (target := places.get(link)) is not None:
                _linked_pairs(document, documents[target], target, out)
        if place and documents[place - 1].group == document.group:
            for language in LANGUAGES:
                if language in document.text and language in documents[place - 1].text:
                    out.add("next", documents[place - 1].text[language], document.text[language], place)
    for place, document in enumerate(documents):
        for language in LANGUAGES:
            if language in document.text and pool.length(document.text[language]) >= HALVED_WORDS:
                out.add("halves", *pool.halve(document.text[language]), place)
    _term_pairs(terms, pool, out)
    return [
        Pairs(name, weights[name], np.array(found, dtype=np.int64))
        for name, found in sorted(out.rows.items())
        if found and weights.get(name, 0) > 0
    ]
