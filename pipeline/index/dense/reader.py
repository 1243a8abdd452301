"""An open dense index.

In a large collection the signs of vectors pick a few thousand candidates, and the exact scores of those decide. What
the signs do not pick is not found. A search among few (a small collection, a narrow mask) scores them all. Order:
score descending, then ordinal. What is found for a question, a number and a mask hangs on nothing else: not on a
thread, and not on what else is asked together with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays
from pipeline.index.dense.layout import ARRAYS, KIND, VERSION, DenseConfig
from pipeline.index.dense.scores import best, scores_of
from pipeline.index.dense.signs import WORDS, Agreements, Bits, Signs, agreements, bits_of, windows_of
from pipeline.index.dense.vectors import Codes, open_vectors
from schemas.errors import IndexFormatError

Mask = NDArray[np.bool_] | NDArray[np.uint8]
Found = tuple[NDArray[np.int32], NDArray[np.int32]]
VERSIONS = range(VERSION, VERSION + 1)
_FEW = 4  # times the candidates wanted: where no more are allowed, all of them are scored


@dataclass(frozen=True)
class Allowed:
    """Vectors that a search may find: a mask and what searches need of it, made once for all of them."""

    mask: NDArray[np.uint8]

    @cached_property
    def count(self) -> int:
        """How many they are."""
        return int(np.count_nonzero(self.mask))

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """Their ordinals."""
        return np.flatnonzero(self.mask)

    @cached_property
    def bits(self) -> Bits:
        """A bit for each vector."""
        return bits_of(self.mask)


class DenseIndex:
    """A dense index opened from its folder. Safe to share between threads: a search changes nothing."""

    def __init__(self, codes: Codes, signs: Signs, config: DenseConfig) -> None:
        self.codes, self._signs, self._config = codes, signs, config
        self.all = Allowed(np.ones(len(codes), np.uint8))

    @classmethod
    def open(cls, folder: Path) -> DenseIndex:
        """Map an index written by `build_dense`; raises `IndexFormatError` when it is damaged."""
        arrays, facts = open_arrays(folder, KIND, VERSIONS, ARRAYS)
        try:
            config = DenseConfig.from_dict(facts["config"])  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError) as error:
            raise IndexFormatError(
                "the settings of the dense index cannot be read",
                where=str(folder),
                found=str(error)[:200],
                remedy=REBUILD,
            ) from error
        codes, signs = open_vectors(folder, facts.get("vectors")), arrays["signs"]
        if signs.shape[0] not in (0, windows_of(len(codes))) or signs.shape[1:] != (codes.shape[1], WORDS):
            raise IndexFormatError(
                "the signs of the dense index do not fit its vectors",
                where=str(folder),
                expected=f"{windows_of(len(codes))} windows of {codes.shape[1]} x {WORDS}",
                found=str(list(signs.shape)),
                remedy=REBUILD,
            )
        return cls(codes, signs, config)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def dimensions(self) -> int:
        """Components of a vector."""
        return int(self.codes.shape[1])

    def score(self, vector: NDArray[np.int8], ordinals: NDArray[np.integer]) -> NDArray[np.int32]:
        """The inner products of a vector with the vectors of the given ordinals, in their order."""
        return scores_of(self.codes, np.asarray(ordinals, np.int64), self._checked(vector))

    def search(self, vector: NDArray[np.int8], k: int, mask: Mask | None = None) -> Found:
        """The k best ordinals and their scores, best first, ties by ordinal.

        Args:
            vector: int8 [dimensions], from the embedder that made the index's vectors.
            k: how many, at most.
            mask: a value for each vector; only ordinals where it is not 0 are found.

        The zero vector (a question without a known word) finds nothing.
        """
        return self.scan(vector).best(k, None if mask is None else self._allowed(mask))

    def scan(self, vector: NDArray[np.int8]) -> Scan:
        """A question's vector among all of these, for any number of searches."""
        return Scan(self, self._signs, self._config, self._checked(vector))

    def warm(self) -> None:
        """Load or compile the kernels, so that no question waits for them."""
        vector = np.ones(self.dimensions, np.int8)
        best(np.arange(1), self.score(vector, np.arange(min(1, len(self)))), 1)
        if len(self._signs):
            agreements(self._signs[:1], vector).best(1, self.all.bits[:WORDS])

    def _allowed(self, mask: Mask) -> Allowed:
        if mask.shape != (len(self),) or mask.dtype not in (np.bool_, np.uint8):
            raise IndexError(
                f"a mask has {len(self)} values of bool or uint8, this one {mask.shape} of {mask.dtype}"
            )
        return Allowed(mask.view(np.uint8))

    def _checked(self, vector: NDArray[np.int8]) -> NDArray[np.int8]:
        if vector.shape != (self.dimensions,) or vector.dtype != np.int8:
            raise IndexFormatError(
                "the question's vector does not fit the dense index",
                expected=f"int8 [{self.dimensions}]",
                found=f"{vector.dtype} {list(vector.shape)}",
                remedy="open the embedder and the dense index of the same snapshot",
            )
        return vector


class Scan:
    """A question's vector among those of an index: its signs are read once, when a search first needs them."""

    def __init__(
        self, index: DenseIndex, signs: Signs, config: DenseConfig, vector: NDArray[np.int8]
    ) -> None:
        self._index, self._signs, self._config, self._vector = index, signs, config, vector
        self._known = len(index) > 0 and bool(vector.any())

    def best(self, k: int, allowed: Allowed | None = None) -> Found:
        """As `DenseIndex.search`, of those that are allowed."""
        allowed = allowed or self._index.all
        if not self._known:
            return np.empty(0, np.int32), np.empty(0, np.int32)
        wanted = max(k * self._config.candidates, self._config.least_candidates)
        picked = len(self._signs) > 0 and k > 0 and _FEW * wanted < allowed.count
        ordinals = self._agreeing.best(wanted, allowed.bits) if picked else allowed.rows
        return best(ordinals, self._index.score(self._vector, ordinals), k)

    @cached_property
    def _agreeing(self) -> Agreements:
        return agreements(self._signs, self._vector)
