"""Candidates by signs: one bit a component, scanned by FAISS, the same on every machine.

Four components make one code of 4 bits, so FAISS takes the codes for those of a product quantiser with 16 centroids a
part, the corners of a cube: +1 or -1 in each component. Its fast-scan then ranks vectors by the inner product of the
question with their signs. Nothing is learnt, so nothing hangs on how a machine rounds: the codes are integers, and
every entry of the tables that the scan looks up is a small whole number.

FAISS rounds these tables to 8 bits and gives distances that serve to compare only. Which of several vectors at the
last place it keeps is not stated, so that place is dropped whole; what is left is the same at every SIMD level.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD
from schemas.errors import IndexFormatError

PART = 4  # components in one code
_CHUNK = 1 << 16  # vectors coded at a time
_BLOCK = 32  # vectors that FAISS keeps together


def fits(dimensions: int) -> bool:
    """Whether vectors of so many components can be coded."""
    return dimensions % (2 * PART) == 0


def write_signs(vectors: NDArray[np.int8], path: Path) -> dict[str, object]:
    """Write the signs of vectors [n, d]; gives what `open_signs` needs to know the file again."""
    count, dimensions = vectors.shape
    plain = faiss.IndexPQ(dimensions, dimensions // PART, PART, faiss.METRIC_INNER_PRODUCT)
    faiss.copy_array_to_vector(_corners(dimensions).ravel(), plain.pq.centroids)
    codes = np.concatenate([_codes(vectors[start : start + _CHUNK]) for start in range(0, count, _CHUNK)])
    faiss.copy_array_to_vector(codes.ravel(), plain.codes)
    plain.ntotal, plain.is_trained = count, True
    staged = path.with_name(path.name + ".tmp")
    with _one_thread():
        faiss.write_index(faiss.IndexPQFastScan(plain), str(staged))  # type: ignore[arg-type]
    with staged.open("rb+") as file:
        os.fsync(file.fileno())
    staged.replace(path)
    size = path.stat().st_size
    structure = size - _codes_size(count, dimensions)
    return {"size": size, "structure": structure, "sha256": _digest(path, structure)}


def open_signs(path: Path, facts: object, count: int, dimensions: int) -> faiss.Index:
    """Map a file of signs; raises `IndexFormatError` unless its structure is the one that was written.

    Only codes are not read: any byte there is a code, and the manifest vouches for them.
    """
    try:
        size, structure, sha256 = (facts[name] for name in ("size", "structure", "sha256"))  # type: ignore[index]
        found = path.stat().st_size
        if found != size or structure != size - _codes_size(count, dimensions):
            raise _broken(path, f"{size} bytes", f"{found} bytes")
        if _digest(path, structure) != sha256:
            raise _broken(path, f"a beginning with the sha256 {sha256}", "another")
        index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
    except (OSError, RuntimeError, KeyError, TypeError) as error:
        raise _broken(path, "a file of signs", str(error)) from error
    if (index.ntotal, index.d) != (count, dimensions):
        raise _broken(path, f"{count} vectors of {dimensions}", f"{index.ntotal} of {index.d}")
    return index


@dataclass(frozen=True, slots=True)
class Ranked:
    """Vectors whose signs agree best with a question, best first, and how far: figures that serve to compare only."""

    ordinals: NDArray[np.int64]
    agreement: NDArray[np.float32]
    whole: bool  # all vectors there are

    def best(self, wanted: int) -> NDArray[np.int64]:
        """Ordinals of about `wanted` of them, ascending; the same from any longer ranking.

        The last place is left out where it may be cut, so there can be fewer, and none where all tie.
        """
        found = self.ordinals
        if wanted < len(found) or not self.whole:
            least = self.agreement[:wanted].min(initial=np.inf)
            found = found[self.agreement > least]
        return np.sort(found[found >= 0])


def rank(index: faiss.Index, vector: NDArray[np.int8], wanted: int) -> Ranked:
    """The first `wanted` vectors by signs."""
    held = index.ntotal
    (agreement,), (ordinals,) = index.search(vector.astype(np.float32)[None, :], min(wanted, held))
    return Ranked(ordinals, agreement, wanted >= held)


def _corners(dimensions: int) -> NDArray[np.float32]:
    """The centroids of all parts [parts, 16, PART]: bit j of a code is set where component j is positive."""
    set_bits = np.arange(1 << PART)[:, None] >> np.arange(PART) & 1
    corners = np.where(set_bits, 1.0, -1.0).astype(np.float32)
    return np.tile(corners, (dimensions // PART, 1, 1))


def _codes(vectors: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Codes [n, d / 8], two parts a byte, the first in the low half, as FAISS packs them."""
    return np.packbits(vectors >= 0, axis=1, bitorder="little")


def _codes_size(count: int, dimensions: int) -> int:
    return -(-count // _BLOCK) * _BLOCK * dimensions // (2 * PART)


def _digest(path: Path, size: int) -> str:
    """sha256 (hex) of the first `size` bytes of a file."""
    with path.open("rb") as file:
        return hashlib.sha256(file.read(max(size, 0))).hexdigest()


@contextmanager
def _one_thread() -> Iterator[None]:
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)


def _broken(path: Path, expected: str, found: str) -> IndexFormatError:
    return IndexFormatError(
        "a file of the dense index is damaged",
        where=str(path),
        expected=expected,
        found=found[:200],
        remedy=REBUILD,
    )
