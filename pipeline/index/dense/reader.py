"""An open dense index.

In a large collection the signs of vectors pick a few thousand candidates, and the exact scores of those decide. What
the signs do not pick is not found. A search among few (a small collection, a narrow mask) scores them all. Order:
score descending, then ordinal. What is found for a question, a number and a mask hangs on nothing else: not on a
thread, and not on what else is asked together with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays
from pipeline.index.dense.layout import ARRAYS, KIND, SIGNS, VERSION, DenseConfig
from pipeline.index.dense.scores import best, scores_of
from pipeline.index.dense.signs import Ranked, open_signs, rank
from schemas.errors import IndexFormatError

Mask = NDArray[np.bool_]
Asked = tuple[int, Mask | None]
Found = tuple[NDArray[np.int32], NDArray[np.int32]]
_NARROW = 16  # a mask that lets through less than this part of the vectors is scored whole
_DEARER = 3  # times as long as scoring a vector: ranking one more by signs


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the candidates of one search are found."""

    wanted: int  # candidates
    allowed: int  # vectors that the mask lets through
    first: int  # how many are ranked by signs at first; 0 where all that are allowed are scored


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

    def search(self, vector: NDArray[np.int8], k: int, mask: Mask | None = None) -> Found:
        """The k best ordinals and their scores, best first, ties by ordinal.

        Args:
            vector: int8 [dimensions], from the embedder that made the index's vectors.
            k: how many, at most.
            mask: bool [vectors]; only ordinals where it is true are found.

        The zero vector (a question without a known word) finds nothing.
        """
        return self.search_all(vector, [(k, mask)])[0]

    def search_all(self, vector: NDArray[np.int8], asked: Sequence[Asked]) -> list[Found]:
        """What `search` gives for each number and mask, with one scan for all of them."""
        nothing = np.empty(0, np.int32), np.empty(0, np.int32)
        if not len(self) or not self._checked(vector).any():
            return [nothing] * len(asked)
        plans = [self._plan(k, mask) for k, mask in asked]
        longest = max((plan.first for plan in plans), default=0)
        ranked = rank(self._signs, vector, longest) if self._signs is not None and longest else None
        found = []
        for (k, mask), plan in zip(asked, plans, strict=True):
            ordinals = self._candidates(vector, mask, plan, ranked)
            found.append(best(ordinals, self.score(vector, ordinals), k) if k > 0 else nothing)
        return found

    def warm(self) -> None:
        """Load or compile the kernel, so that no question waits for it."""
        self.score(np.zeros(self.dimensions, np.int8), np.arange(min(1, len(self))))

    def _plan(self, k: int, mask: Mask | None) -> _Plan:
        allowed = len(self) if mask is None else int(np.count_nonzero(mask))
        wanted = max(k * self._config.candidates, self._config.least_candidates)
        by_signs = self._signs is not None and k > 0 and wanted < allowed and len(self) <= _NARROW * allowed
        return _Plan(wanted, allowed, wanted * len(self) // allowed if by_signs else 0)

    def _candidates(
        self, vector: NDArray[np.int8], mask: Mask | None, plan: _Plan, ranked: Ranked | None
    ) -> NDArray[np.int64]:
        """What is scored, ascending: all that is allowed, or what the signs pick of it where that is enough."""
        if self._signs is not None and ranked is not None and plan.first:
            picked, length = _let_through(ranked.best(plan.first), mask), plan.first
            if 2 * len(picked) < plan.wanted:  # the mask lies where the question does not
                length = plan.wanted * length // max(1, len(picked))
                if length * _DEARER < plan.allowed:
                    picked = _let_through(rank(self._signs, vector, length).best(length), mask)
            if 2 * len(picked) >= plan.wanted:
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


def _let_through(ordinals: NDArray[np.int64], mask: Mask | None) -> NDArray[np.int64]:
    return ordinals if mask is None else ordinals[mask[ordinals]]
