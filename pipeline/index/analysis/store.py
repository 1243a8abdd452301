"""A finished analysis: what is known of every document by itself, in the order of the documents.

    documents.arrow  passages.arrow
    counts           passages of each document
    keys             16 bytes of each document, equal where nothing that was read of it differs
    language         of each passage
    lengths  tokens  of each passage the number of its tokens; all tokens, as numbers of terms
    term_bytes  term_ends   the terms, in the order of their bytes
    vectors          int8 [passages, dimensions]; no columns without an embedder

The same documents, settings and embedder give the same bytes, whether they were read now or taken over from an
earlier analysis.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.disk.writing import whole_files
from pipeline.index.arrays import HEADER, open_arrays
from pipeline.index.tables import open_table
from schemas.tables import PASSAGES, canonical_json

KIND = "isnad-analysis"
VERSION = 1
PASSAGES_FILE = "passages.arrow"
ARRAYS = {
    "counts": ("<u4", 1),
    "keys": ("|u1", 2),
    "language": ("|u1", 1),
    "lengths": ("<u4", 1),
    "tokens": ("<i4", 1),
    "term_bytes": ("|u1", 1),
    "term_ends": ("<i8", 1),
    "vectors": ("|i1", 2),
}


class Analysis:
    """An open analysis, or a piece of one; its arrays are read when they are asked for."""

    def __init__(self, passages: pa.Table, arrays: Mapping[str, NDArray]) -> None:
        self.passages = passages
        self._arrays = arrays
        self.first_passages = _starts(arrays["counts"])
        self.first_tokens = _starts(arrays["lengths"])

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map an analysis; raises `IndexFormatError`."""
        arrays, _ = open_arrays(path, KIND, range(1, VERSION + 1), ARRAYS)
        return cls(open_table(path / PASSAGES_FILE, PASSAGES), arrays)

    def array(self, name: str) -> NDArray:
        """One of the arrays."""
        return self._arrays[name]

    def terms(self) -> list[bytes]:
        """The terms by number."""
        blob, ends = self.array("term_bytes").tobytes(), self.array("term_ends").tolist()
        return [blob[start:stop] for start, stop in pairwise(ends)]


def _starts(counts: NDArray) -> NDArray[np.int64]:
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


@contextmanager
def array_writer(folder: Path, dimensions: int) -> Iterator[ArrayWriter]:
    """Write the arrays of an analysis piece by piece, all of them or none::

    with array_writer(folder, dimensions) as writer:
        writer.add("tokens", tokens)
    """
    names = sorted(ARRAYS)
    with whole_files(*(folder / f"{name}.bin" for name in names), folder / HEADER) as (*files, head):
        writer = ArrayWriter(dict(zip(names, files, strict=True)), dimensions)
        yield writer
        header = {"kind": KIND, "version": VERSION, "arrays": writer.described(), "facts": {}}
        head.write(canonical_json(header))


class ArrayWriter:
    """Takes the arrays of an analysis piece by piece; `dimensions` are those of a vector."""

    def __init__(self, files: Mapping[str, BinaryIO], dimensions: int) -> None:
        self._files = files
        self._rows = dict.fromkeys(ARRAYS, 0)
        self._width = {"keys": 16, "vectors": dimensions}

    def add(self, name: str, array: NDArray) -> None:
        """Append the rows of an array."""
        plain = np.ascontiguousarray(array, np.dtype(ARRAYS[name][0]))
        self._files[name].write(plain.reshape(-1).view(np.uint8).data)
        self._rows[name] += len(plain)

    def described(self) -> dict[str, object]:
        """What the header says of each array."""
        return {name: {"dtype": dtype, "shape": self._shape(name)} for name, (dtype, _) in ARRAYS.items()}

    def _shape(self, name: str) -> list[int]:
        return [self._rows[name], *([self._width[name]] if name in self._width else [])]
