"""The passages that a search goes by: the best by words and by meaning, and those of documents that speak of others.

A filter decides what may be found. Documents that speak of others are searched by themselves, whatever the filter, so
that a search among verses still profits from commentaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.index.config import IndexConfig
from pipeline.index.dense import Allowed
from pipeline.index.fusion import distinct
from pipeline.index.opened import Opened
from pipeline.index.spoken_of import Speaking
from pipeline.index.types import TermUse

_WIDER = 2  # times `depth`: how far commentary is looked for by meaning, where a mask would be slow
NONE = np.empty(0, np.int64)
Places = NDArray[np.int64]


class Nearest:
    """Passages by meaning, best first, with one scan for all that is asked of a question."""

    def __init__(self, index: Opened, vector: NDArray[np.int8] | None) -> None:
        """`vector`: of the question; None where the search goes by words alone."""
        self.vector = vector
        self._scan = index.dense.scan(vector) if vector is not None and index.dense is not None else None
        self._everywhere: dict[int, Places] = {}

    def everywhere(self, depth: int) -> Places:
        """Far into all of them."""
        if depth not in self._everywhere:
            self._everywhere[depth] = self._best(depth * _WIDER, None)
        return self._everywhere[depth]

    def of(self, asked: Sequence[tuple[int, Allowed | None]]) -> list[Places]:
        """Those that each filter lets through, so many of them."""
        return [
            self.everywhere(depth)[:depth] if allowed is None else self._best(depth, allowed)
            for depth, allowed in asked
        ]

    def _best(self, count: int, allowed: Allowed | None) -> Places:
        return NONE if self._scan is None else self._scan.best(count, allowed)[0].astype(np.int64)


@dataclass(frozen=True, slots=True)
class Heard:
    """Through whom documents are found."""

    carriers: Places  # rows of passages of documents that speak of others, ascending
    speakers: (
        Places  # a place a link: who speaks, as a place among the documents of the carriers, which ascend,
    )
    targets: Places  # and of whom; ordinals of documents
    spoken_of: Places  # rows of the passages of these, ascending


NOBODY = Heard(NONE, NONE, NONE, NONE)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Rows of passages that one search goes by."""

    rows: Places  # all of them, ascending
    heard: Heard


def by_words(index: Opened, uses: Sequence[TermUse], mask: NDArray[np.uint8] | None, depth: int) -> Places:
    """So many passages, the best by words."""
    tokens, weights = [use.token for use in uses], [use.weight for use in uses]
    return index.lexical.search(tokens, depth, mask, weights)[0].astype(np.int64)


def speaking_by_words(
    index: Opened, uses: Sequence[TermUse], statuses: tuple[str, ...], depth: int
) -> Places:
    """So many passages of documents that speak of others, the best by words."""
    return by_words(index, uses, index.speaking(statuses), depth) if index.carry else NONE


def speaking_by_meaning(
    index: Opened, vector: NDArray[np.int8] | None, config: IndexConfig
) -> Speaking | None:
    """The passages that speak of what is nearest by all that is said of it; None where these are not looked for."""
    if vector is None or index.about is None or not index.carry or 0 in (config.about, config.about_passages):
        return None
    return index.about.speaking(vector, config.about)


def heard(index: Opened, speaking: Sequence[Places], everywhere: Places, statuses: tuple[str, ...]) -> Heard:
    """Who speaks of whom, for every search of a question among documents of some statuses.

    Args:
        speaking, everywhere: whom documents are found through: by words and by `About`, and by meaning among all.
    """
    if not index.carry:
        return NOBODY
    may = index.speaking(statuses)
    carriers = distinct(np.concatenate([*speaking, everywhere[may[everywhere] > 0]]))
    documents = distinct(index.columns.document_of(carriers).astype(np.int64))
    speakers, targets = index.links.of_all(documents)
    return Heard(carriers, speakers, targets, index.columns.passages_of(distinct(targets)))


def gathered(worded: Places, near: Places, heard: Heard) -> Gathered:
    """All rows that a search scores: what was found, and all passages of documents that are spoken of.

    Args:
        worded, near: the best within the filter, by words and by meaning.
    """
    return Gathered(distinct(np.concatenate([worded, near, heard.carriers, heard.spoken_of])), heard)
