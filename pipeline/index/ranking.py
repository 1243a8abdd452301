"""From rows of passages to documents in order: each passage scored exactly by all components, then fused.

The formulas are those of `fusion`; here the parts of an index are asked for what they need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pipeline.index.fusion import (
    Passages,
    Voices,
    best_passages,
    best_rows,
    fixed,
    fused_scores,
    heard_cubes,
    own_scores,
)
from pipeline.index.gathering import Gathered
from pipeline.index.opened import Opened
from pipeline.index.types import Hit, TermUse

Scores = NDArray[np.int64]
Rows = NDArray[np.int64]


class Scoring:
    """The passages of one question with their scores; each is scored once, however many searches find it.

    For one thread.
    """

    def __init__(self, index: Opened, uses: Sequence[TermUse], vector: NDArray[np.int8] | None) -> None:
        """`uses`, `vector`: the question by words and by meaning; None where it is searched by words alone."""
        self._index = index
        dense, alike = index.dense, index.alike if index.config.alike_weight else None
        tokens, weights = [use.token for use in uses], [use.weight for use in uses]
        asked = [use for use in uses if not use.added]
        words, idfs = [use.token for use in asked], [use.idf for use in asked]
        self._possible = int(fixed(np.array([math.fsum(idfs)]))[0])
        self._lexical = _Once(lambda rows: fixed(index.lexical.score(tokens, rows, weights)))
        self._dense = _Once(
            lambda rows: (
                np.zeros(len(rows), np.int64)
                if vector is None or dense is None
                else dense.score(vector, rows).astype(np.int64)
            )
        )
        self._alike = None if alike is None else _Once(lambda rows: alike.score(rows, words, idfs))

    def of(self, rows: Rows, compared: int) -> Passages:
        """Passages, whose rows ascend, by words and by meaning, and so many of the best by the likeness of words."""
        owners = self._index.columns.document_of(rows).astype(np.int64)
        nothing = np.zeros(len(rows), np.int64)
        passages = Passages(rows, owners, self._lexical(rows), self._dense(rows), nothing, self._possible)
        if self._alike is None:
            return passages
        chosen = best_rows(own_scores(passages, self._index.config), compared)
        alike = nothing.copy()
        alike[chosen] = self._alike(rows[chosen])
        return replace(passages, alike=alike)


class _Once:
    """The scores of rows, each worked out when it is first asked for."""

    def __init__(self, score: Callable[[Rows], Scores]) -> None:
        self._score = score
        self._rows, self._scores = np.empty(0, np.int64), np.empty(0, np.int64)

    def __call__(self, rows: Rows) -> Scores:
        """The scores of rows, which ascend."""
        new = rows[~self._holds(rows)]
        if len(new):
            every = np.concatenate([self._rows, new])
            order = np.argsort(every, kind="stable")
            self._rows, self._scores = every[order], np.concatenate([self._scores, self._score(new)])[order]
        return self._scores[np.searchsorted(self._rows, rows)]

    def _holds(self, rows: Rows) -> NDArray[np.bool_]:
        if not len(self._rows):
            return np.zeros(len(rows), np.bool_)
        places = np.searchsorted(self._rows, rows)
        return self._rows[np.minimum(places, len(self._rows) - 1)] == rows


def ranked(
    index: Opened, passages: Passages, found: Gathered, allowed: NDArray[np.uint8] | None, k: int
) -> list[Hit]:
    """The k best documents that have a passage which is allowed."""
    own = own_scores(passages, index.config)
    may = np.arange(len(own)) if allowed is None else np.flatnonzero(allowed[passages.rows])
    best = may[best_passages(passages.documents[may], own[may])]
    documents = passages.documents[best]
    cubes = heard_cubes(documents, _voices(index, passages, own, found), index.config)
    fused = fused_scores(own[best], cubes)
    order = np.argsort(-fused, kind="stable")[: max(k, 0)]
    order = order[fused[order] > 0]
    first = best[order]
    ordinals = documents[order].tolist()
    columns = (
        passages.rows[first],
        fused[order],
        passages.lexical[first],
        passages.dense[first],
        fused[order] - own[first],
        passages.alike[first],
    )
    rows = zip(
        ordinals, map(index.documents.reference, ordinals), *(each.tolist() for each in columns), strict=True
    )
    return [Hit(*row) for row in rows]


def _voices(index: Opened, passages: Passages, own: Scores, found: Gathered) -> Voices:
    """Each link with the best own score of a passage of its speaker."""
    speaking = np.searchsorted(passages.rows, found.heard.carriers)
    best = speaking[best_passages(passages.documents[speaking], own[speaking])]
    speakers = passages.documents[best]
    kinds, collections = index.columns.codes("kind"), index.columns.codes("collection")
    whose = kinds[speakers].astype(np.int64) << 16 | collections[speakers].astype(np.int64)
    return Voices(found.heard.targets, whose[found.heard.speakers], own[best][found.heard.speakers])
