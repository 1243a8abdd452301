"""The documents of an index: `documents.arrow`, in the order of their reference ids.

The place of a document in that order is its ordinal. It is found by binary search, with the order of ids that
`schemas.reference` states.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.disk.writing import link
from pipeline.index.copies import FILE as COPIES_FILE
from pipeline.index.copies import CopyStore
from pipeline.index.rows import Rows
from pipeline.index.tables import ROWS, damaged, open_table, sound, table_writer
from schemas.document import Document
from schemas.errors import BuildError, ReferenceIdError
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS

FILE = "documents.arrow"


class DocumentStore:
    """An open table of documents; `count` of them."""

    def __init__(self, table: pa.Table, copies: CopyStore | None = None) -> None:
        self.copies = copies or CopyStore(None)
        self._rows = Rows(table)
        self._ids = table.column("id")
        self.count: int = table.num_rows

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map a table; raises `IndexFormatError`."""
        return cls(open_table(path, DOCUMENTS), CopyStore.open(path.with_name(COPIES_FILE)))

    def document(self, ordinal: int) -> Document:
        """The document of an ordinal."""
        return Document.from_row(self._rows[ordinal])

    def reference(self, ordinal: int) -> str:
        """The reference id of an ordinal."""
        return self._rows.text("id", ordinal)

    def ordinal(self, reference: str) -> int | None:
        """The ordinal of a reference id, or of the document whose words a copy of that id has.

        None if there is neither, or the text is no id."""
        try:
            wanted = ReferenceId.parse(reference).document
        except ReferenceIdError:
            return None
        place = self._place(wanted)
        if place is None and (original := self.copies.original(str(wanted))) is not None:
            place = self._place(_id_of(original))
        return place

    def _place(self, wanted: ReferenceId) -> int | None:
        place = bisect_left(range(self.count), wanted.key(), key=self._key)
        return place if place < self.count and self.reference(place) == str(wanted) else None

    def references(self) -> list[str]:
        """All reference ids, in order: read anew each time, for a million of them fill 100 MB."""
        sound(self._ids, f"{FILE}, the ids")
        references: list[str] = self._ids.to_pylist()
        return references

    def __iter__(self) -> Iterator[Document]:
        return map(self.document, range(self.count))

    def _key(self, ordinal: int) -> tuple[object, ...]:
        return _id_of(self.reference(ordinal)).key()


def _id_of(held: str) -> ReferenceId:
    """The reference id that a table holds."""
    try:
        return ReferenceId.parse(held)
    except ReferenceIdError as error:
        raise damaged(FILE, error) from error


def sorted_documents(source: Path, target: Path) -> Path:
    """Write the documents of a table in the order of their ids; returns where.

    Raises:
        BuildError: two documents have one id.
    """
    ids: list[str] = open_table(source, DOCUMENTS).column("id").to_pylist()
    keys = [ReferenceId.parse(reference).key() for reference in ids]
    order = sorted(range(len(ids)), key=keys.__getitem__)
    twice = [ids[this] for this, following in pairwise(order) if ids[this] == ids[following]]
    if twice:
        raise BuildError(
            "two documents have one reference id",
            where=str(source),
            found=", ".join(twice[:5]),
            remedy="find out which source gives the id twice, and quarantine one of the rows",
        )
    return take_documents(source, np.array(order, np.int64), target)


def take_documents(source: Path, rows: NDArray[np.int64], target: Path) -> Path:
    """Write some rows of a table, in the order given; returns where."""
    table = open_table(source, DOCUMENTS)
    with table_writer(target, DOCUMENTS) as writer:
        for batch in _reordered(table.to_batches(), rows):
            writer.write_batch(batch)
    return target


def copy_documents(source: Path, target: Path, *, linked: bool) -> None:
    """Give an index the documents of a table that is in order.

    Args:
        linked: the table is a finished file that nobody writes to again: where it is cut into batches as an
            index is, it gets a second name instead of a copy.
    """
    table = open_table(source, DOCUMENTS)
    sizes = [batch.num_rows for batch in table.to_batches()]
    if linked and all(size == ROWS for size in sizes[:-1]) and 0 < sum(sizes[-1:]) <= ROWS:
        link(source, target)
        return
    take_documents(source, np.arange(table.num_rows), target)


def _reordered(batches: list[pa.RecordBatch], order: NDArray[np.int64]) -> Iterator[pa.RecordBatch]:
    """Rows in another order, `ROWS` at a time, touching only the batches that hold them."""
    ends = np.cumsum([batch.num_rows for batch in batches])
    for start in range(0, len(order), ROWS):
        wanted = order[start : start + ROWS]
        places = np.argsort(wanted, kind="stable")
        ascending = wanted[places]
        holders = np.searchsorted(ends, ascending, "right")
        pieces = [
            batches[holder].take(
                pa.array(ascending[holders == holder] - ends[holder] + batches[holder].num_rows)
            )
            for holder in np.unique(holders).tolist()
        ]
        together = pa.Table.from_batches(pieces).combine_chunks()
        yield from together.take(pa.array(np.argsort(places))).combine_chunks().to_batches()
