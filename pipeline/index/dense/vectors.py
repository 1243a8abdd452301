"""The vectors, in a file that FAISS opens as an index of its own: `IndexScalarQuantizer`, `QT_8bit_direct_signed`.

A component is one byte, itself plus 128, so nothing is lost and nothing is trained: the file hangs on the vectors
alone, and FAISS's search of it is exact. FAISS writes it. It is read without FAISS: the codes stand behind a short head
whose length and digest the index's header names, and they are mapped as they are.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.disk.writing import whole_file
from pipeline.index.arrays import REBUILD, map_array
from pipeline.index.dense.layout import LARGEST_DIMENSIONS
from schemas.errors import IndexFormatError

FILE = "vectors.faiss"
BIAS = 128  # what a byte holds above its component

Codes = NDArray[np.uint8]


def write_vectors(vectors: NDArray[np.int8], folder: Path) -> dict[str, object]:
    """Write vectors [n, d]; gives what `open_vectors` needs to know the file again."""
    import faiss  # a service opens an index, and writes none

    count, dimensions = vectors.shape
    kind = faiss.ScalarQuantizer.QT_8bit_direct_signed
    index = faiss.IndexScalarQuantizer(dimensions, kind, faiss.METRIC_INNER_PRODUCT)
    faiss.copy_array_to_vector((vectors.view(np.uint8) ^ BIAS).ravel(), index.codes)
    index.ntotal, index.is_trained = count, True
    with whole_file(folder / FILE) as file:
        # Not through a file of its own: that finds no room when it is closed, and tells nobody.
        faiss.write_index(index, faiss.PyCallbackIOWriter(file.write))  # type: ignore[attr-defined]
    head = (folder / FILE).stat().st_size - count * dimensions
    return {
        "count": count,
        "dimensions": dimensions,
        "head": head,
        "head_sha256": _digest(folder / FILE, head),
    }


def open_vectors(folder: Path, facts: object) -> Codes:
    """Map the codes [n, d], read-only; raises `IndexFormatError` unless the file is the one that was written.

    Only codes are not read: any byte there is a code, and the manifest vouches for them.
    """
    match facts:
        case {
            "count": int(count),
            "dimensions": int(dimensions),
            "head": int(head),
            "head_sha256": str(digest),
        }:
            pass
        case _:
            raise _unusable(folder, "count, dimensions, length and digest of the head", repr(facts)[:120])
    if not (0 <= count < 1 << 40 and 0 < dimensions <= LARGEST_DIMENSIONS and 0 <= head < 1 << 20):
        raise _unusable(folder, "numbers that vectors can have", f"{count} x {dimensions}, {head}")
    codes = map_array(folder / FILE, np.dtype(np.uint8), (count, dimensions), head)
    if _digest(folder / FILE, head) != digest:
        raise _unusable(folder, f"a head with sha256 {digest}", "another")
    return codes


def _digest(path: Path, head: int) -> str:
    with path.open("rb") as file:
        return hashlib.sha256(file.read(head)).hexdigest()


def _unusable(folder: Path, expected: str, found: str) -> IndexFormatError:
    return IndexFormatError(
        "the vectors of the dense index are not the ones that were written",
        where=str(folder / FILE),
        expected=expected,
        found=found,
        remedy=REBUILD,
    )
