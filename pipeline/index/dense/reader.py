"""An open dense index.

In a large collection the signs of vectors pick a few thousand candidates, and the exact scores of those decide. What
the signs do not pick is not found. A search among few (a small collection, a narrow mask) scores them all. Order:
score descending, then ordinal. Each question is searched by itself, so a batch or a thread changes nothing.
"""

from __future__ import annotations

from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays
from pipeline.index.dense.layout import ARRAYS, KIND, SIGNS, VERSION, DenseConfig
from pipeline.index.dense.scores import best, scores_of
from pipeline.index.dense.signs import open_signs, pick
from schemas.errors import IndexFormatError

Found = tuple[NDArray[np.int32], NDArray[np.int32]]
_NARROW = 16  # a mask that lets through less than this part of the vectors is scored whole


class DenseIndex:
    """A dense index opened from its folder. Safe to share between threads: a search changes nothing."""

    def __init__(self, vectors: NDArray[np.int8], signs: faiss.Index | None, config: DenseConfig) -> None:
        self.vectors, self._signs, self._config = vectors, signs, config

    @classmethod
    def open(cls, folder: Path) -> DenseIndex:
        """Map an index written by `build_dense`; raises `IndexFormatError` when it is damaged."""
        arrays, facts = open_arrays(folder, KIND, range(VERSION, VERSION + 1), ARRAYS)
        vectors = arrays["vectors"]
        try:
            config = DenseConfig.from_dict(facts["config"])  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError) as error:
            raise IndexFormatError(
                "the settings of the dense index cannot be read",
                where=str(folder),
                found=str(error)[:200],
                remedy=REBUILD,
            ) from error
        signs = open_signs(folder / SIGNS, facts["signs"], *vectors.shape) if "signs" in facts else None
        return cls(vectors, signs, config)

    def __len__(self) -> int:
        return len(self.vectors)

    @property
    def dimensions(self) -> int:
        """Components of a vector."""
        return int(self.vectors.shape[1])

    def score(self, vector: NDArray[np.int8], ordinals: NDArray[np.integer]) -> NDArray[np.int32]:
        """The inner products of a vector with the vectors of the given ordinals, in their order."""
        return scores_of(self.vectors, np.asarray(ordinals, np.int64), self._checked(vector))

    def search(self, vector: NDArray[np.int8], k: int, mask: NDArray[np.bool_] | None = None) -> Found:
        """The k best ordinals and their scores, best first, ties by ordinal.

        Args:
            vector: int8 [dimensions], from the embedder that made the index's vectors.
            k: how many, at most.
            mask: bool [vectors]; only ordinals where it is true are found.

        The zero vector (a question without a known word) finds nothing.
        """
        if k <= 0 or not len(self) or not self._checked(vector).any():
            return np.empty(0, np.int32), np.empty(0, np.int32)
        ordinals = self._candidates(vector, k, mask)
        return best(ordinals, self.score(vector, ordinals), k)

    def warm(self) -> None:
        """Load or compile the kernel, so that no question waits for it."""
        self.score(np.zeros(self.dimensions, np.int8), np.arange(min(1, len(self))))

    def _candidates(
        self, vector: NDArray[np.int8], k: int, mask: NDArray[np.bool_] | None
    ) -> NDArray[np.int64]:
        """What is scored, ascending: all that is allowed, or what the signs pick of it where that is enough."""
        allowed = len(self) if mask is None else int(np.count_nonzero(mask))
        wanted = max(k * self._config.candidates, self._config.least_candidates)
        if self._signs is not None and wanted < allowed and len(self) <= _NARROW * allowed:
            picked = pick(self._signs, vector, wanted * len(self) // allowed)
            if mask is not None:
                picked = picked[mask[picked]]
            if 2 * len(picked) >= wanted:  # else the mask lies where the question does not
                return picked
        return np.arange(len(self)) if mask is None else np.flatnonzero(mask)

    def _checked(self, vector: NDArray[np.int8]) -> NDArray[np.int8]:
        if vector.shape != (self.dimensions,) or vector.dtype != np.int8:
            raise IndexFormatError(
                "the question's vector does not fit the dense index",
                expected=f"int8 [{self.dimensions}]",
                found=f"{vector.dtype} {list(vector.shape)}",
                remedy="open the embedder and the dense index of the same snapshot",
            )
        return vector
