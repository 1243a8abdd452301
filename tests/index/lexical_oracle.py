"""An exhaustive BM25 in float64, which knows nothing of the index: what the engine must equal bit for bit."""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pipeline.index.lexical import LexicalIndex, build_lexical


class Oracle:
    """BM25 over lists of tokens; terms are added in the byte order of their UTF-8."""

    def __init__(self, passages: Sequence[Sequence[str]], k1: float = 0.9, b: float = 0.4) -> None:
        self.counts = [Counter(passage) for passage in passages]
        self.lengths = np.array([len(passage) for passage in passages], np.float64)
        self.df = Counter(term for counts in self.counts for term in counts)
        average = self.lengths.sum() / len(passages) if self.lengths.sum() else 1.0
        self.norms = k1 * (1 - b) + (k1 * b / average) * self.lengths

    def idf(self, term: str) -> float:
        return math.log(1 + (len(self.counts) - self.df[term] + 0.5) / (self.df[term] + 0.5))

    def scores(self, terms: Sequence[str], weights: Sequence[float] | None = None) -> np.ndarray:
        given: dict[str, list[float]] = {}
        for term, weight in zip(terms, weights or [1.0] * len(terms), strict=True):
            given.setdefault(term, []).append(weight)
        scores = np.zeros(len(self.counts))
        for term in sorted(given, key=lambda term: term.encode()):
            tf = np.array([counts[term] for counts in self.counts], np.float64)
            held = tf > 0
            share = tf[held] / (tf[held] + self.norms[held])
            scores[held] += math.fsum(given[term]) * self.idf(term) * share
        return scores

    def best(
        self,
        terms: Sequence[str],
        k: int,
        mask: np.ndarray | None = None,
        weights: Sequence[float] | None = None,
    ) -> tuple[list[int], list[float]]:
        scores = self.scores(terms, weights)
        if mask is not None:
            scores = np.where(mask, scores, 0.0)
        order = [place for place in np.argsort(-scores, kind="stable").tolist() if scores[place] > 0][:k]
        return order, scores[order].tolist()


def opened(passages: Sequence[Sequence[str]], **parameters: float) -> LexicalIndex:
    """An index of passages."""
    with tempfile.TemporaryDirectory() as folder:
        build_lexical(passages, Path(folder), **parameters)
        return LexicalIndex.open(Path(folder))  # maps outlive the names of the files


def ranks_alike(
    index: LexicalIndex,
    oracle: Oracle,
    terms: Sequence[str],
    k: int,
    mask: np.ndarray | None = None,
    weights: Sequence[float] | None = None,
) -> None:
    """An index finds what the oracle finds, with the same scores."""
    ordinals, scores = index.search(terms, k, mask, weights)
    wanted, wanted_scores = oracle.best(terms, k, mask, weights)
    assert ordinals.tolist() == wanted
    assert scores.tolist() == wanted_scores
