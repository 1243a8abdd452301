"""Exact scores: int8 x int8 inner products in int32, and the order of them.

Sums of integers have no rounding, so the same vectors give the same scores in any order, on any machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.index.ahead import row_ahead
from pipeline.index.compiled import kernel
from pipeline.index.dense.vectors import BIAS, Codes
from pipeline.index.lexical.ordering import best_of

_TOGETHER = 32  # rows that are asked for while as many before them are scored


def scores_of(codes: Codes, rows: NDArray[np.int64], vector: NDArray[np.int8]) -> NDArray[np.int32]:
    """The inner products of a vector [d] with the given rows of vectors, which are given as codes [n, d]."""
    scores = np.empty(len(rows), np.int32)
    _inner_products(codes, np.ascontiguousarray(rows, np.int64), vector.astype(np.int16), scores)
    scores -= BIAS * vector.sum(dtype=np.int32)  # of every byte, that which it holds above its component
    return scores


def best(ordinals: NDArray[np.int64], scores: NDArray[np.int32], k: int) -> tuple[NDArray, NDArray]:
    """The k best ordinals with their scores (both int32): score descending, then ordinal ascending.

    The ordinals given are ascending.
    """
    if k < 1:
        return np.empty(0, np.int32), np.empty(0, np.int32)
    found, values = best_of(ordinals, scores.astype(np.float64), k)  # whole numbers, which float64 holds
    return found, values.astype(np.int32)


@kernel
def _inner_products(
    codes: Codes, rows: NDArray[np.int64], vector: NDArray[np.int16], scores: NDArray[np.int32]
) -> None:
    """Sums over rows of codes, which lie apart: while some are added up, memory brings the next."""
    for place in range(min(_TOGETHER, len(rows))):
        row_ahead(codes[rows[place]])
    for start in range(0, len(rows), _TOGETHER):
        end = min(start + _TOGETHER, len(rows))
        for place in range(end, min(end + _TOGETHER, len(rows))):
            row_ahead(codes[rows[place]])
        for place in range(start, end):
            row = codes[rows[place]]
            total = np.int32(0)
            for component in range(len(row)):  # the plain form is the one that becomes wide instructions
                total += np.int32(row[component]) * np.int32(vector[component])
            scores[place] = total
