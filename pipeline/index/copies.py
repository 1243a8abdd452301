"""What other sources call the documents of an index: `copies.arrow`, beside `documents.arrow` where there are any.

A copy is no document of its own: its words are those of the document that it names (`schemas.tables.COPIES`). Its id
is found here, and leads to that document; and the document's other places can be told. Nothing of the table is taken
into memory: an id is looked up in the mapped file by halves, and the copies of a document by comparing the ids of all
(docs/decisions/0140).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.index.rows import Rows
from pipeline.index.tables import open_table, sound
from schemas.document import title_in
from schemas.tables import COPIES

FILE = "copies.arrow"


@dataclass(frozen=True, slots=True)
class Copy:
    """Another place of the same words."""

    id: str
    title_ar: str | None
    title_en: str | None
    grade: str | None

    def title(self, language: str) -> str:
        """In the language asked for, else in the other, else the id."""
        return title_in(language, self.title_ar, self.title_en) or self.id


class CopyStore:
    """The copies of an index; none where the file is not there."""

    def __init__(self, table: pa.Table | None) -> None:
        self._table = table

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map the table; raises `IndexFormatError` when it is damaged."""
        return cls(open_table(path, COPIES) if path.is_file() else None)

    def original(self, reference: str) -> str | None:
        """The id of the document with the words of a copy; None when there is no such copy."""
        if self._table is None:
            return None
        rows = self._rows
        place = bisect_left(range(rows.count), reference, key=lambda each: rows.text("id", each))
        found = place < rows.count and rows.text("id", place) == reference
        return rows.text("of", place) if found else None

    def of(self, reference: str) -> list[Copy]:
        """The other places of a document's words, in the order of their ids."""
        if self._table is None:
            return []
        places = pc.indices_nonzero(pc.equal(self._documents, _scalar(reference)))
        return [self._copy(place) for place in places.to_pylist()]

    def _copy(self, place: int) -> Copy:
        told = self._rows[place]
        return Copy(*(told[name] for name in Copy.__slots__))  # type: ignore[arg-type]

    @cached_property
    def _rows(self) -> Rows:
        assert self._table is not None, "looked for in a table only"
        return Rows(self._table)

    @cached_property
    def _documents(self) -> pa.ChunkedArray:
        """What each row is a copy of, in the mapped file; checked whole once, for all of it is compared."""
        assert self._table is not None, "looked for in a table only"
        documents = self._table.column("of")
        sound(documents, FILE)
        return documents


def _scalar(text: str) -> pa.StringScalar:
    """A text as Arrow has it; `pa.scalar` would import pandas where that is installed: 26 MB in each process."""
    raw = text.encode()
    ends = np.array([0, len(raw)], np.int32)
    return pa.StringArray.from_buffers(1, pa.py_buffer(ends), pa.py_buffer(raw))[0]
