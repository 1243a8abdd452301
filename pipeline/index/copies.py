"""What other sources call the documents of an index: `copies.arrow`, beside `documents.arrow` where there are any.

A copy is no document of its own: its words are those of the document that it names (`schemas.tables.COPIES`). Its id
is found here, and leads to that document; and the document's other places can be told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

import pyarrow as pa

from pipeline.index.tables import open_table
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
        first, second = (self.title_ar, self.title_en) if language == "ar" else (self.title_en, self.title_ar)
        return first or second or self.id


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
        return self._originals.get(reference)

    def of(self, reference: str) -> list[Copy]:
        """The other places of a document's words, in the order of their ids."""
        if self._table is None:
            return []
        rows = self._table.take(pa.array(self._places.get(reference, ()), pa.int64()))
        return [Copy(row["id"], row["title_ar"], row["title_en"], row["grade"]) for row in rows.to_pylist()]

    @cached_property
    def _originals(self) -> Mapping[str, str]:
        if self._table is None:
            return {}
        return dict(zip(self._table["id"].to_pylist(), self._table["of"].to_pylist(), strict=True))

    @cached_property
    def _places(self) -> Mapping[str, list[int]]:
        places: defaultdict[str, list[int]] = defaultdict(list)
        if self._table is not None:
            for place, original in enumerate(self._table["of"].to_pylist()):
                places[original].append(place)
        return places
