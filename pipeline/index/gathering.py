"""The passages that a search goes by: the best by words and by meaning, and those of documents that speak of others.

A filter decides what may be found. Documents that speak of others are searched by themselves, whatever the filter, so
that a search among verses still profits from commentaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.index.dense import Allowed
from pipeline.index.fusion import distinct
from pipeline.index.opened import Opened
from pipeline.index.types import TermUse

_WIDER = 4  # times `depth`: how far commentary is looked for by meaning, where a mask would be slow
NONE = np.empty(0, np.int64)
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Nearest:
    """Passages by meaning, best first."""

    everywhere: Places  # far into all of them
    within: tuple[Places, ...]  # each of the filters that are asked for


@dataclass(frozen=True, slots=True)
class Gathered:
    """Rows of passages that one search goes by."""

    rows: Places  # all of them, ascending
    carriers: Places  # those of documents that speak of others, ascending
    speakers: (
        Places  # a place a link: who speaks, as a place among the documents of the carriers, which ascend,
    )
    targets: Places  # and of whom; ordinals of documents


def by_words(index: Opened, uses: Sequence[TermUse], mask: NDArray[np.uint8] | None) -> Places:
    """The best passages by words."""
    tokens, weights = [use.token for use in uses], [use.weight for use in uses]
    return index.lexical.search(tokens, index.config.depth, mask, weights)[0].astype(np.int64)


def speaking_by_words(index: Opened, uses: Sequence[TermUse], statuses: tuple[str, ...]) -> Places:
    """The best passages by words, of documents that speak of others."""
    return by_words(index, uses, index.speaking(statuses)) if index.carry else NONE


def speaking_by_meaning(
    index: Opened, vector: NDArray[np.int8] | None, statuses: Sequence[tuple[str, ...]]
) -> list[Places]:
    """The passages nearest by meaning that speak of what is nearest by all that is said of it, for each choice."""
    wanted = index.config.about, index.config.about_passages
    if vector is None or index.about is None or not index.carry or 0 in wanted:
        return [NONE] * len(statuses)
    return [index.about.speaking(vector, *wanted, index.speaking(one)) for one in statuses]


def nearest(index: Opened, vector: NDArray[np.int8] | None, asked: Sequence[Allowed | None]) -> Nearest:
    """The best passages by meaning, with one scan for all filters."""
    depth = index.config.depth
    if vector is None or index.dense is None:
        return Nearest(NONE, (NONE,) * len(asked))
    filtered = [(depth, allowed) for allowed in asked if allowed is not None]
    found = index.dense.search_all(vector, [(depth * _WIDER, index.dense.all), *filtered])
    everywhere, *others = (ordinals.astype(np.int64) for ordinals, _ in found)
    following = iter(others)
    return Nearest(
        everywhere, tuple(everywhere[:depth] if allowed is None else next(following) for allowed in asked)
    )


def gathered(
    index: Opened,
    worded: Places,
    near: Places,
    speaking: Sequence[Places],
    everywhere: Places,
    statuses: tuple[str, ...],
) -> Gathered:
    """All rows that a search scores: what was found, and all passages of documents that are spoken of.

    Args:
        worded, near: the best within the filter, by words and by meaning.
        speaking, everywhere: whom documents are found through: by words and by `About`, and by meaning among all.
    """
    carriers = NONE
    if index.carry:
        heard = index.speaking(statuses)
        carriers = distinct(np.concatenate([*speaking, everywhere[heard[everywhere] > 0]]))
    documents = distinct(index.columns.document_of(carriers).astype(np.int64))
    places, targets = index.links.of_all(documents)
    spoken_of = index.columns.passages_of(distinct(targets))
    rows = distinct(np.concatenate([worded, near, carriers, spoken_of]))
    return Gathered(rows, carriers, places, targets)
