"""The first step over a range of documents: passages, and the numbers of their words.

What is kept of a range: its passages as a table, how many each document has, and every text that is read for words,
as numbers of different words. Rows of words: first the text of each passage, then each heading, then the subject of
each text, then heading and text together of the few passages where markup could reach from one into the other, so that
both must be read as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.index.analysis.characters import texts_of, utf8_of
from pipeline.index.analysis.parts import finished, part, save_part
from pipeline.index.analysis.plain import embedded, subject_of
from pipeline.index.analysis.scan import WordTable
from pipeline.index.analysis.sums import copy_spans
from pipeline.index.analysis.windows import windows_of
from pipeline.index.tables import open_table, table_writer
from pipeline.text import passages as defined
from pipeline.text import shown
from pipeline.text.words import searchable
from schemas.document import Document
from schemas.errors import BuildError
from schemas.tables import DOCUMENTS, LANGUAGES, PASSAGES

_HEADING = ("title_ar", "title_en", "chapter_ar", "chapter_en", "question_ar", "question_en", "markup")


@dataclass(frozen=True, slots=True)
class Range:
    """Some documents in a row, and where what is found of them is kept."""

    documents: Path
    first: int
    count: int
    folder: Path
    number: int

    @property
    def passages(self) -> Path:
        """The table of their passages."""
        return self.folder / f"passages-{self.number:05}.arrow"

    @property
    def words(self) -> Path:
        """The arrays of their words."""
        return part(self.folder, f"words-{self.number:05}")


@dataclass(frozen=True, slots=True)
class _Units:
    """The texts that documents have: one for each language, Arabic before English."""

    document: NDArray[np.int64]  # row of each
    language: NDArray[np.uint8]
    texts: pa.Array  # as shown
    headings: pa.Array
    subjects: pa.Array  # "" where none is known

    def __len__(self) -> int:
        return len(self.document)


def cut_range(given: Range) -> int:
    """Cut a range and number its words, unless that was done before; returns its number of documents."""
    if finished(given.words):
        return given.count
    table = open_table(given.documents, DOCUMENTS).slice(given.first, given.count)
    units = _units(table, str(given.documents))
    windows = windows_of(units.texts)
    passages = _passages(table, units, windows)
    with table_writer(given.passages, PASSAGES) as writer:
        writer.write_batch(passages)
    owner = units.document[windows[:, 0]]
    headings = windows[:, 0] + len(windows)
    asked = pc.not_equal(units.subjects, "").to_numpy(zero_copy_only=False)
    subjects = np.where(asked, np.arange(len(units)) + len(units) + len(windows), -1)[windows[:, 0]]
    words, row_ends, together, read = _words(passages, units, windows)
    blob, bounds = read.words()
    save_part(
        given.words,
        {
            "counts": np.bincount(owner, minlength=given.count).astype(np.uint32),
            "language": units.language[windows[:, 0]],
            "headings": headings,
            "together": together,
            "subjects": subjects,
            "words": words,
            "row_starts": np.concatenate([[0], row_ends]),
            "blob": blob,
            "bounds": bounds,
        },
    )
    return given.count


def _units(table: pa.Table, where: str) -> _Units:
    texts, documents, languages = [], [], []
    for place, language in enumerate(LANGUAGES):
        column = _one(table.column(f"text_{language}"))
        rows = np.flatnonzero(
            pc.greater(pc.fill_null(pc.binary_length(column), 0), 0).to_numpy(zero_copy_only=False)
        )
        texts.append(column.take(pa.array(rows)))
        documents.append(rows)
        languages.append(np.full(len(rows), place, np.uint8))
    document, language_of = np.concatenate(documents), np.concatenate(languages)
    order = np.lexsort((language_of, document))
    document, language_of = document[order], language_of[order]
    together = pa.concat_arrays(texts).take(pa.array(order))
    try:
        together.validate(full=True)
    except pa.ArrowInvalid as error:
        raise BuildError(
            "a text of the documents is not UTF-8",
            where=where,
            found=str(error),
            remedy="remove the table, and run the same command again: it is made anew",
        ) from error
    markup = _one(table.column("markup")).take(pa.array(document))
    headings = list(_headings(table, document, language_of))
    names = _one(table.column("id")).take(pa.array(document)).to_pylist()
    subjects = pa.array(map(subject_of, names, headings), pa.string())
    shown_texts = _as_shown(together, markup)
    return _Units(document, language_of, shown_texts, pa.array(headings, pa.string()), subjects)


def _one(column: pa.ChunkedArray) -> pa.Array:
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)


def _as_shown(texts: pa.Array, markup: pa.Array) -> pa.Array:
    """The texts as a person is shown them; only those with markup differ."""
    marked = pc.not_equal(markup, "plain")
    rows = np.flatnonzero(marked.to_numpy(zero_copy_only=False))
    read = [shown(texts[row].as_py(), markup[row].as_py()) for row in rows.tolist()]
    return pc.replace_with_mask(texts, marked, pa.array(read, pa.string())) if read else texts


def _headings(table: pa.Table, documents: NDArray[np.int64], languages: NDArray[np.uint8]) -> Iterator[str]:
    columns = {name: table.column(name).to_pylist() for name in _HEADING}
    for row, language in zip(documents.tolist(), languages.tolist(), strict=True):
        values = {name: column[row] for name, column in columns.items()}
        yield defined.heading_of(Document("", "", "", "", **values), LANGUAGES[language])


def _passages(table: pa.Table, units: _Units, windows: NDArray[np.int64]) -> pa.RecordBatch:
    """The passages of windows, as rows of the table."""
    unit = pa.array(windows[:, 0])
    document = pa.array(units.document[windows[:, 0]])
    language = pa.array(units.language[windows[:, 0]])
    columns = [
        _one(table.column("id")).take(document),
        pa.array(LANGUAGES, pa.string()).take(language),
        *(pa.array(windows[:, place].astype(np.int32)) for place in (1, 4, 5)),
        units.headings.take(unit),
        _texts(units.texts, windows[:, 2:4]),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=PASSAGES)


def _texts(texts: pa.Array, spans: NDArray[np.int64]) -> pa.Array:
    data, _ = utf8_of(texts)
    bounds = np.zeros(len(spans) + 1, np.int64)
    np.cumsum(spans[:, 1] - spans[:, 0], out=bounds[1:])
    if bounds[-1] > np.iinfo(np.int32).max:
        raise BuildError(
            "a document is too long to be cut",
            expected="less than 1 GB of text",
            remedy="divide it into several documents",
        )
    out = np.empty(bounds[-1], np.uint8)
    copy_spans(data, spans, bounds, out)
    return texts_of(out, bounds.astype(np.int32))


def _words(
    passages: pa.RecordBatch, units: _Units, windows: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64], WordTable]:
    """Numbers of words, where each row of them ends, the rows that hold heading and text together, the words."""
    texts, headings = passages.column("text"), units.headings
    marked_texts, marked_headings = _marked(texts), _marked(headings)
    rows = np.flatnonzero(marked_texts | marked_headings[windows[:, 0]])
    both = [
        searchable(embedded(headings[unit].as_py(), texts[row].as_py()))
        for row, unit in zip(rows.tolist(), windows[rows, 0].tolist(), strict=True)
    ]
    together = np.full(len(texts), -1, np.int64)
    together[rows] = np.arange(len(rows)) + len(texts) + 2 * len(headings)
    read = WordTable()
    subjects = _masked(units.subjects, _marked(units.subjects))
    every = [_masked(texts, marked_texts), _masked(headings, marked_headings), subjects]
    every.append(pa.array(both, pa.string()))
    words, ends = read.read(*utf8_of(pa.concat_arrays(every)))
    return words, ends, together, read


def _marked(texts: pa.Array) -> NDArray[np.bool_]:
    """Which texts hold what could be markup."""
    found = pc.or_(pc.match_substring(texts, "<"), pc.match_substring(texts, "&"))
    return np.asarray(found.to_numpy(zero_copy_only=False), np.bool_)


def _masked(texts: pa.Array, marked: NDArray[np.bool_]) -> pa.Array:
    """The texts as they are searched. Control characters need no masking: they are in no word."""
    if not marked.any():
        return texts
    read = [searchable(texts[row].as_py()) for row in np.flatnonzero(marked).tolist()]
    return pc.replace_with_mask(texts, pa.array(marked), pa.array(read, pa.string()))
