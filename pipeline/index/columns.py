"""The columns that filters and grouping read: of each document its kind, collection and status, of each passage its
document and language; as codes, with their names in the header.

A filter becomes a mask over passages, exact, and kept for the next search with the same filter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays, write_arrays
from pipeline.index.memory import Memory
from pipeline.index.stretches import places_between
from pipeline.index.types import Filters
from schemas.errors import IndexFormatError
from schemas.tables import LANGUAGES

KIND = "isnad-columns"
VERSION = 1
ARRAYS = {
    "kind": ("|u1", 1),
    "collection": ("<u2", 1),
    "status": ("|u1", 1),
    "document": ("<i4", 1),  # of each passage, ascending
    "language": ("|u1", 1),  # of each passage, a place in LANGUAGES
}
OF_DOCUMENTS = ("kind", "collection", "status")


class Columns:
    """Open columns."""

    def __init__(self, arrays: dict[str, NDArray], names: dict[str, list[str]]) -> None:
        self._arrays = arrays
        self._names = names
        self.documents: int = len(arrays["kind"])
        self.passages: int = len(arrays["document"])
        self._masks: Memory[Filters, NDArray[np.uint8] | None] = Memory(16)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map the columns; raises `IndexFormatError`."""
        arrays, facts = open_arrays(path, KIND, range(1, VERSION + 1), ARRAYS)
        names = {name: facts.get(name) for name in OF_DOCUMENTS}
        sizes = {len(arrays[name]) for name in OF_DOCUMENTS}
        fits = len(sizes) == 1 and len(arrays["document"]) == len(arrays["language"])
        fits &= all(isinstance(values, list) for values in names.values())
        if not fits or not _codes_exist(arrays, names):  # type: ignore[arg-type]
            raise IndexFormatError(
                "the columns of the index do not fit together", where=str(path), remedy=REBUILD
            )
        return cls(arrays, names)  # type: ignore[arg-type]

    def document_of(self, passages: NDArray[np.integer]) -> NDArray[np.int32]:
        """Ordinals of the documents of passages."""
        return self._arrays["document"][passages]

    def passages_of(self, documents: Sequence[int] | NDArray[np.integer]) -> NDArray[np.int64]:
        """Rows of the passages of documents, document by document."""
        ordinals = np.asarray(documents, np.int32)  # the type of the column: another would copy all of it
        first = np.searchsorted(self._arrays["document"], ordinals, "left")
        last = np.searchsorted(self._arrays["document"], ordinals, "right")
        return places_between(first, last)[1]  # type: ignore[no-any-return]

    def documents_of(self, filters: Filters) -> NDArray[np.int64]:
        """Ordinals of the documents that have a passage which a filter lets through, ascending."""
        mask = self.mask(filters)
        rows = np.arange(self.passages) if mask is None else np.flatnonzero(mask)
        return np.unique(self.document_of(rows)).astype(np.int64)

    def language(self, passage: int) -> str:
        """The language of a passage."""
        return LANGUAGES[self._arrays["language"][passage]]

    def value(self, column: str, ordinal: int) -> str:
        """The kind, collection or status of a document."""
        return self._names[column][self._arrays[column][ordinal]]

    def codes(self, column: str) -> NDArray[np.integer]:
        """The codes of a column: equal where the values are."""
        return self._arrays[column]

    def mask(self, filters: Filters) -> NDArray[np.uint8] | None:
        """1 for each passage that a filter lets through; None if it lets all through. Made once for a filter, and
        kept."""
        return self._masks.of(filters, self._mask)

    def _mask(self, filters: Filters) -> NDArray[np.uint8] | None:
        documents = None
        for column, wanted in zip(
            OF_DOCUMENTS, (filters.kinds, filters.collections, filters.statuses), strict=True
        ):
            if wanted:
                allowed = self._allowed(self._arrays[column], self._names[column], wanted)
                documents = allowed if documents is None else documents & allowed
        passages = None if documents is None else documents[self._arrays["document"]]
        if filters.languages:
            spoken = self._allowed(self._arrays["language"], LANGUAGES, filters.languages)
            passages = spoken if passages is None else passages & spoken
        return passages

    @staticmethod
    def _allowed(codes: NDArray, names: Sequence[str], wanted: Sequence[str]) -> NDArray[np.uint8]:
        table = np.array([name in wanted for name in names] or [False], np.uint8)
        return table[codes]


def _codes_exist(arrays: dict[str, NDArray], names: dict[str, list[str]]) -> bool:
    document = arrays["document"]
    return (
        all(int(arrays[name].max(initial=0)) < max(1, len(names[name])) for name in OF_DOCUMENTS)
        and int(arrays["language"].max(initial=0)) < len(LANGUAGES)
        and (len(document) == 0 or 0 <= document[0] <= document[-1] < len(arrays["kind"]))
        and bool((document[1:] >= document[:-1]).all())
    )


def write_columns(
    documents: Mapping[str, pa.ChunkedArray],
    document: NDArray[np.int32],
    language: NDArray[np.uint8],
    out: Path,
) -> None:
    """Write the columns.

    Args:
        documents: kind, collection and status of each document.
        document: of each passage, the ordinal of its document.
        language: of each passage, the place of its language in LANGUAGES.
    """
    arrays: dict[str, NDArray] = {}
    names: dict[str, list[str]] = {}
    for column in OF_DOCUMENTS:
        coded = documents[column].combine_chunks().dictionary_encode()
        held: list[str] = coded.dictionary.to_pylist()
        names[column] = sorted(held)
        code = {name: place for place, name in enumerate(names[column])}
        codes = np.array([code[name] for name in held], np.dtype(ARRAYS[column][0]))
        arrays[column] = codes[coded.indices.to_numpy()]
    arrays |= {"document": document, "language": language}
    write_arrays(out, KIND, VERSION, arrays, names)
