"""From passages with scores to documents in order. Integers only, so that no tie hangs on a rounding.

1. Each component is divided by its best score in this search and weighed; the sum is a passage's own score.
2. A document has the own score of its best passage. 3. A document that others speak of gets, from each
collection that speaks of it, the best own score there, weighed.
   A verse that three commentaries connect with the question is better found than its own words can tell;
   that a collection says it many times adds nothing.
4. Order: the sum of both, then the smaller ordinal.

The fused scores are relative within one search: they order, and cannot decide whether anything answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.index.config import IndexConfig

ONE = 1 << 20  # the best score of a component, in fixed point
LEXICAL_ONE = 1 << 16  # a BM25 score of 1, in fixed point


@dataclass(frozen=True, slots=True)
class Passages:
    """Scored passages: rows ascending, each once. All arrays have one length."""

    rows: NDArray[np.int64]
    documents: NDArray[np.int64]
    lexical: NDArray[np.int64]  # BM25 times LEXICAL_ONE
    dense: NDArray[np.int64]  # int8 inner products


@dataclass(frozen=True, slots=True)
class Link:
    """One document speaks of another; `collection` tells whose word it is."""

    source: int
    target: int
    collection: int


def fixed(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """BM25 scores in fixed point, rounded to nearest."""
    return np.rint(scores * LEXICAL_ONE).astype(np.int64)


def own_scores(passages: Passages, config: IndexConfig) -> NDArray[np.int64]:
    """The own score of each passage."""
    return _part(passages.lexical, config.lexical_weight) + _part(passages.dense, config.dense_weight)


def best_passages(documents: NDArray[np.int64], own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of the best passage of each document, documents ascending; ties go to the earlier passage."""
    order = np.lexsort((np.arange(len(own)), -own, documents))
    ordered = documents[order]
    first = np.ones(len(order), bool)
    first[1:] = ordered[1:] != ordered[:-1]
    return order[first]


def linked_scores(own: dict[int, int], links: Iterable[Link], weight: int) -> dict[int, int]:
    """What reaches documents through those that speak of them, by ordinal."""
    best: dict[tuple[int, int], int] = {}
    for link in links:
        key = (link.target, link.collection)
        best[key] = max(best.get(key, 0), own[link.source])
    reached: dict[int, int] = {}
    for (target, _), score in best.items():
        reached[target] = reached.get(target, 0) + score * weight // 100
    return reached


def _part(scores: NDArray[np.int64], weight: int) -> NDArray[np.int64]:
    """Scores in hundredths of `weight`, divided by the best; none is below 0."""
    best = int(scores.max(initial=0))
    if best <= 0:
        return np.zeros(len(scores), np.int64)
    return np.maximum(scores, 0) * (ONE * weight // 100) // best
