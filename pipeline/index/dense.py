"""The dense index: passages whose vectors lie closest to that of a question.

    dense.json       format, vectors, dimensions, digests
    exact.faiss      FAISS scalar quantiser "8bit_direct_signed": the int8 vectors as they are, memory-mapped
    coarse.faiss     FAISS PQ fast-scan, for large collections only

Scores are int8 x int8 inner products. Every partial sum of one is an integer below 2**24, so FAISS's float32
sums are exact, and a scan gives the same integers in any batch, thread count or instruction set. Order: score
descending, then ordinal; where a tie reaches past the k-th place the scan is widened until it does not.

From `DenseConfig.coarse_from` vectors on, a product quantiser picks `candidates` times k of them in a
fraction of the time, and the exact scores of those decide. What it does not pick is not found; each question
is searched by itself, so that a batch changes nothing. A masked search is always exact.

The snapshot's manifest vouches for the vectors; the digests here keep a damaged structure from FAISS.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

from schemas.errors import BuildError, ConfigurationError, IndexFormatError
from schemas.tables import canonical_json

FORMAT = 1
HEADER = "dense.json"
EXACT = "exact.faiss"
COARSE = "coarse.faiss"
LARGEST_DIMENSIONS = 1024  # 1,024 x 128 x 128 = 2**24: beyond it a float32 sum could round
_CHUNK = 1 << 16
_SIGN = 128  # FAISS stores component c as the byte c + 128
_EXTRA = 32  # read past the k-th place, to see where its tie ends
_REMEDY = "build the snapshot again, or pull it again"

Found = tuple[NDArray[np.int32], NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class DenseConfig:
    """When and how candidates are picked before they are scored.

    A full scan reads 100,000 vectors of 256 components in about 2 ms on one core, so smaller collections
    gain little from anything coarser.
    """

    coarse_from: int = 400_000  # vectors
    coarse_factory: str = "PQ64x4fs"  # FAISS index factory
    training_vectors: int = 65_536  # the quantiser learns from these, evenly spaced
    candidates: int = 10  # times k
    least_candidates: int = 1_000

    def as_dict(self) -> dict[str, object]:
        """The settings by name."""
        return asdict(self)


@contextmanager
def _one_thread() -> Iterator[None]:
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)


def _chunks(vectors: NDArray[np.int8]) -> Iterator[NDArray[np.float32]]:
    for start in range(0, len(vectors), _CHUNK):
        yield vectors[start : start + _CHUNK].astype(np.float32)


def _coarse(vectors: NDArray[np.int8], config: DenseConfig) -> faiss.Index:
    dimensions = vectors.shape[1]
    try:
        index = faiss.index_factory(dimensions, config.coarse_factory, faiss.METRIC_INNER_PRODUCT)
    except RuntimeError as error:
        raise ConfigurationError(
            "FAISS knows no such index for these vectors",
            found=config.coarse_factory,
            where="coarse_factory",
            remedy=f"name one that fits {dimensions} dimensions, for example PQ{dimensions // 4}x4fs",
        ) from error
    places = np.linspace(0, len(vectors) - 1, min(len(vectors), config.training_vectors)).astype(np.int64)
    index.train(vectors[places].astype(np.float32))
    for chunk in _chunks(vectors):
        index.add(chunk)
    return index


def _write(index: faiss.Index, path: Path) -> None:
    staged = path.with_name(path.name + ".partial")
    faiss.write_index(index, str(staged))
    with staged.open("rb+") as file:
        os.fsync(file.fileno())
    staged.replace(path)


def _digest(path: Path, size: int) -> str:
    """sha256 (hex) of the first `size` bytes of a file."""
    with path.open("rb") as file:
        return hashlib.sha256(file.read(size)).hexdigest()


def _check_vectors(vectors: NDArray[np.int8]) -> None:
    if vectors.ndim != 2 or vectors.dtype != np.int8 or not 0 < vectors.shape[1] <= LARGEST_DIMENSIONS:
        raise BuildError(
            "these are no vectors for a dense index",
            expected=f"int8 [vectors, 1 to {LARGEST_DIMENSIONS} dimensions]",
            found=f"{vectors.dtype} {list(vectors.shape)}",
            remedy="choose an embedder with fewer dimensions",
        )


def build_dense(vectors: NDArray[np.int8], out: Path, config: DenseConfig | None = None) -> None:
    """Write the index of int8 vectors [n, d] into the folder `out`; row i is found as ordinal i.

    The same vectors and settings give the same bytes: FAISS trains with its fixed seed on one thread.
    """
    config = config or DenseConfig()
    _check_vectors(vectors)
    out.mkdir(parents=True, exist_ok=True)
    count, dimensions = vectors.shape
    header: dict[str, object] = {
        "format": FORMAT, "vectors": count, "dimensions": dimensions, "config": config.as_dict()
    }  # fmt: skip
    with _one_thread():
        exact = faiss.IndexScalarQuantizer(
            dimensions, faiss.ScalarQuantizer.QT_8bit_direct_signed, faiss.METRIC_INNER_PRODUCT
        )
        for chunk in _chunks(vectors):
            exact.add(chunk)
        _write(exact, out / EXACT)
        if count >= config.coarse_from and count > 0:
            _write(_coarse(vectors, config), out / COARSE)
    size = (out / EXACT).stat().st_size
    header["exact"] = {"size": size, "sha256": _digest(out / EXACT, size - count * dimensions)}
    if (out / COARSE).exists():
        size = (out / COARSE).stat().st_size
        header["coarse"] = {"size": size, "sha256": _digest(out / COARSE, size)}
    staged = out / (HEADER + ".partial")
    staged.write_bytes(canonical_json(header) + b"\n")
    staged.replace(out / HEADER)


def _broken(problem: str, where: Path, expected: str = "", found: str = "") -> IndexFormatError:
    return IndexFormatError(problem, expected=expected, found=found[:200], where=str(where), remedy=_REMEDY)


@dataclass(frozen=True, slots=True)
class _Header:
    vectors: int
    dimensions: int
    exact: tuple[int, str]
    coarse: tuple[int, str] | None
    config: DenseConfig

    @classmethod
    def read(cls, path: Path) -> _Header:
        try:
            found = json.loads(path.read_bytes())
            if found["format"] != FORMAT:
                raise _broken(
                    "the dense index is of another format version", path, str(FORMAT), str(found["format"])
                )
            coarse = found.get("coarse")
            return cls(
                int(found["vectors"]),
                int(found["dimensions"]),
                (int(found["exact"]["size"]), str(found["exact"]["sha256"])),
                (int(coarse["size"]), str(coarse["sha256"])) if coarse else None,
                DenseConfig(**found["config"]),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise _broken("the dense index has no readable header", path, found=repr(error)) from error


def _read(path: Path, size: int, checked: int, digest: str, header: _Header) -> faiss.Index:
    """Map one FAISS file once its size and the digest of its first `checked` bytes are right."""
    try:
        found = path.stat().st_size
        if found != size or checked < 0:
            raise _broken(
                "a file of the dense index has another size", path, f"{size} bytes", f"{found} bytes"
            )
        if _digest(path, checked) != digest:
            raise _broken("a file of the dense index is damaged", path, f"sha256 {digest}", "another")
        index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC)
    except (OSError, RuntimeError) as error:
        raise _broken("a file of the dense index cannot be read", path, found=str(error)) from error
    if (index.ntotal, index.d) != (header.vectors, header.dimensions):
        raise _broken(
            "a file of the dense index holds other vectors",
            path,
            f"{header.vectors} of {header.dimensions}",
            f"{index.ntotal} of {index.d}",
        )
    return index


def _best(ordinals: NDArray[np.int64], scores: NDArray, k: int) -> Found:
    order = np.lexsort((ordinals, -scores.astype(np.int64)))[:k]
    return ordinals[order].astype(np.int32), scores[order].astype(np.int32)


class DenseIndex:
    """A dense index opened from its folder. Safe to share between threads: a search changes nothing."""

    def __init__(
        self, exact: faiss.Index, codes: NDArray[np.uint8], coarse: faiss.Index | None, config: DenseConfig
    ) -> None:
        self._exact, self._codes, self._coarse, self._config = exact, codes, coarse, config

    @classmethod
    def open(cls, folder: Path) -> DenseIndex:
        """Map an index written by `build_dense`; raises `IndexFormatError` when it is damaged."""
        header = _Header.read(folder / HEADER)
        size, digest = header.exact
        start = size - header.vectors * header.dimensions
        exact = _read(folder / EXACT, size, start, digest, header)
        shape = (header.vectors, header.dimensions)
        codes = np.memmap(folder / EXACT, np.uint8, "r", offset=start, shape=shape) if header.vectors else (
            np.empty(shape, np.uint8)
        )  # fmt: skip
        coarse = None
        if header.coarse:
            coarse = _read(folder / COARSE, header.coarse[0], *header.coarse, header)
        return cls(exact, codes, coarse, header.config)

    def __len__(self) -> int:
        return len(self._codes)

    @property
    def dimensions(self) -> int:
        """Components of a vector."""
        return int(self._codes.shape[1])

    def _check(self, vector: NDArray[np.int8]) -> NDArray[np.int8]:
        if vector.shape != (self.dimensions,) or vector.dtype != np.int8:
            raise IndexFormatError(
                "the question's vector does not fit the dense index",
                expected=f"int8 [{self.dimensions}]",
                found=f"{vector.dtype} {list(vector.shape)}",
                remedy="open the embedder and the dense index of the same snapshot",
            )
        return vector

    def score(self, vector: NDArray[np.int8], ordinals: NDArray[np.integer]) -> NDArray[np.int32]:
        """The inner products of a vector with the vectors of the given ordinals, in their order."""
        rows = self._codes[np.asarray(ordinals, dtype=np.int64)].astype(np.int32) - _SIGN
        return rows @ self._check(vector).astype(np.int32)

    def search(self, vector: NDArray[np.int8], k: int, mask: NDArray[np.bool_] | None = None) -> Found:
        """The k best ordinals and their scores, best first, ties by ordinal.

        Args:
            vector: int8 [dimensions], from the embedder that made the index's vectors.
            k: how many, at most.
            mask: bool [vectors]; only ordinals where it is true are found.

        The zero vector (a question without a known word) finds nothing.
        """
        k = min(k, len(self))
        if k <= 0 or not self._check(vector).any():
            return np.empty(0, np.int32), np.empty(0, np.int32)
        if self._coarse is not None and mask is None:
            return self._search_coarse(vector, k)
        return self._search_exact(vector, k, mask)

    def _search_coarse(self, vector: NDArray[np.int8], k: int) -> Found:
        wanted = min(len(self), max(k * self._config.candidates, self._config.least_candidates))
        assert self._coarse is not None
        _, places = self._coarse.search(vector.astype(np.float32)[None, :], wanted)
        ordinals = np.sort(places[0][places[0] >= 0])
        return _best(ordinals, self.score(vector, ordinals), k)

    def _search_exact(self, vector: NDArray[np.int8], k: int, mask: NDArray[np.bool_] | None) -> Found:
        allowed = len(self)
        parameters = None
        if mask is not None:
            allowed = int(np.count_nonzero(mask))
            bitmap = np.packbits(mask, bitorder="little")
            selector = faiss.IDSelectorBitmap(bitmap)  # type: ignore[call-arg,arg-type]
            parameters = faiss.SearchParameters(sel=selector)  # type: ignore[call-arg]
        k = min(k, allowed)
        wanted = min(allowed, k + _EXTRA)
        query = vector.astype(np.float32)[None, :]
        while k:
            (scores,), (places,) = self._exact.search(query, wanted, params=parameters)
            if wanted == allowed or scores[-1] < scores[k - 1]:
                return _best(places, scores, k)
            wanted = min(allowed, wanted * 4)
        return np.empty(0, np.int32), np.empty(0, np.int32)
