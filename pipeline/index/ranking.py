"""From rows of passages to documents in order: each passage scored exactly by all components, then fused.

The formulas are those of `fusion`; here the parts of an index are asked for what they need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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


def scored(
    index: Opened, rows: NDArray[np.int64], uses: Sequence[TermUse], vector: NDArray[np.int8] | None
) -> Passages:
    """Passages with their scores by words, by meaning and, the best of them, by the likeness of words."""
    tokens, weights = [use.token for use in uses], [use.weight for use in uses]
    lexical = fixed(index.lexical.score(tokens, rows, weights))
    dense = np.zeros(len(rows), np.int64)
    if vector is not None and index.dense is not None:
        dense = index.dense.score(vector, rows).astype(np.int64)
    owners = index.columns.document_of(rows).astype(np.int64)
    asked = [use for use in uses if not use.added]
    possible = int(fixed(np.array([math.fsum(use.idf for use in asked)]))[0])
    passages = Passages(rows, owners, lexical, dense, np.zeros(len(rows), np.int64), possible)
    if index.alike is None or not index.config.alike_weight:
        return passages
    chosen = best_rows(own_scores(passages, index.config), index.config.compared)
    alike = passages.alike.copy()
    alike[chosen] = index.alike.score(rows[chosen], [use.token for use in asked], [use.idf for use in asked])
    return replace(passages, alike=alike)


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
    speaking = np.searchsorted(passages.rows, found.carriers)
    best = speaking[best_passages(passages.documents[speaking], own[speaking])]
    speakers = passages.documents[best]
    kinds, collections = index.columns.codes("kind"), index.columns.codes("collection")
    whose = kinds[speakers].astype(np.int64) << 16 | collections[speakers].astype(np.int64)
    return Voices(found.targets, whose[found.speakers], own[best][found.speakers])
