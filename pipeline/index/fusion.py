"""From passages with scores to documents in order. Integers only, so that no tie hangs on a rounding.

1. Each component is divided by what it would be for a text that meets the question wholly; their weighed mean is a
passage's own score. (Divided by the best of a search, the best of many bad matches would count as a good one.)
Where the likeness of words was not measured, it is what the other two let expect.
2. A document has the own score of its best passage. 3. A document that others speak of also has a voice from
each collection that speaks of it: the best own score there. The strongest `voices` of them count.
   A verse that three commentaries connect with the question is better found than its own words can tell;
   that a collection says it many times, or that ten more mention it in passing, adds nothing.
4. The fused score is the cube root of the sum of cubes: of the own score, and of each voice, weighed. One
   strong witness so counts for more than many weak ones (docs/decisions/0111).
5. Order: the fused score, then the smaller ordinal.

The fused scores are relative within one search: they order, and cannot decide whether anything answers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.index.compiled import kernel
from pipeline.index.config import IndexConfig
from pipeline.index.lexical.bounds import first_not_below
from pipeline.index.lexical.ordering import best_of

ONE = 1 << 20  # a component of a text that meets the question wholly, in fixed point
LEXICAL_ONE = 1 << 16  # a BM25 score of 1, in fixed point
DENSE_ONE = 1 << 16  # the inner product of equal vectors
EXPECTED_OF_MEANING = (
    40  # hundredths of its share by meaning that a passage's likeness of words is likely to have
)
EXPECTED_AT_LEAST = 5  # hundredths that every passage found has; words of one field are never quite unlike
_COARSER = 2  # bits that are left out before cubing, so that sums of weighed cubes stay inside int64


@dataclass(frozen=True, slots=True)
class Passages:
    """Scored passages: rows ascending, each once. All arrays have one length."""

    rows: NDArray[np.int64]
    documents: NDArray[np.int64]
    lexical: NDArray[np.int64]  # BM25 times LEXICAL_ONE
    dense: NDArray[np.int64]  # int8 inner products
    alike: NDArray[np.int64]  # of single words, times LEXICAL_ONE; 0 where they were not compared
    possible: (
        int  # what a text would have by words that met the question wholly: the sum of idf, times LEXICAL_ONE
    )


@dataclass(frozen=True, slots=True)
class Voices:
    """What documents say of others, a place each: who is spoken of, whose word it is, and its own score."""

    targets: NDArray[np.int64]
    collections: NDArray[np.int64]
    scores: NDArray[np.int64]


def fixed(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """BM25 scores in fixed point, rounded to nearest."""
    return np.rint(scores * LEXICAL_ONE).astype(np.int64)


def own_scores(passages: Passages, config: IndexConfig) -> NDArray[np.int64]:
    """The own score of each passage, at most ONE."""
    weights = config.lexical_weight, config.dense_weight, config.alike_weight
    parts = passages.lexical, passages.dense, passages.alike
    return _weighed(*parts, max(1, passages.possible), *weights)  # type: ignore[no-any-return]


@kernel
def _weighed(lexical, dense, alike, possible, of_lexical, of_dense, of_alike):  # type: ignore[no-untyped-def]
    """The weighed mean of the shares that components have of what is possible, of those that have any score."""
    total = 0
    for scores, weight in ((lexical, of_lexical), (dense, of_dense), (alike, of_alike)):
        for place in range(len(scores)):
            if scores[place] != 0:
                total += weight
                break
    total = max(1, total)
    compared = alike.any()
    own = np.empty(len(lexical), np.int64)
    for place in range(len(lexical)):
        by_words = min(max(lexical[place], 0), possible) * ONE // possible
        by_meaning = min(max(dense[place], 0), DENSE_ONE) * ONE // DENSE_ONE
        likeness = min(max(alike[place], 0), possible) * ONE // possible
        if compared and alike[place] == 0:  # else it would stand behind all that were compared
            likeness = by_words + (by_meaning * EXPECTED_OF_MEANING + ONE * EXPECTED_AT_LEAST) // 100
        own[place] = (
            by_words * of_lexical // total
            + by_meaning * of_dense // total
            + min(likeness, ONE) * of_alike // total
        )
    return own


def distinct(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each value once, ascending; for some thousands sooner than `np.unique`, which looks them up in a table."""
    return _different(np.sort(values))  # type: ignore[no-any-return]


@kernel
def _different(ordered):  # type: ignore[no-untyped-def]
    """Each of ascending values once."""
    found = np.empty(len(ordered), np.int64)
    used = 0
    for value in ordered:
        if used == 0 or value != found[used - 1]:
            found[used] = value
            used += 1
    return found[:used]


def best_rows(own: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Places of the best passages, ascending; ties go to the earlier one."""
    best, _ = best_of(
        np.arange(len(own)), own.astype(np.float64), count
    )  # whole numbers, which float64 holds
    return np.sort(best).astype(np.int64)


@kernel
def best_passages(documents, own):  # type: ignore[no-untyped-def]
    """Places of the best passage of each document, where documents ascend; ties go to the earlier passage."""
    places = np.empty(len(own), np.int64)
    used = 0
    for place in range(len(own)):
        if used == 0 or documents[place] != documents[places[used - 1]]:
            places[used] = place
            used += 1
        elif own[place] > own[places[used - 1]]:
            places[used - 1] = place
    return places[:used]


def heard_cubes(documents: NDArray[np.int64], voices: Voices, config: IndexConfig) -> NDArray[np.int64]:
    """What reaches each of these documents, which ascend, through those that speak of it; 0 where none does."""
    told = voices.targets, voices.collections, voices.scores
    return _heard(documents, *told, config.voices, config.linked_weight)  # type: ignore[no-any-return]


@kernel
def _heard(documents, targets, collections, scores, most, weight):  # type: ignore[no-untyped-def]
    """The weighed cubes of the strongest voices, one a collection, for `fused_scores`."""
    last = np.full(
        len(documents), -1, np.int64
    )  # of the voices that speak of a document, each leads to one before
    before = np.empty(len(targets), np.int64)
    for voice in range(len(targets)):
        place = first_not_below(documents, 0, len(documents), targets[voice])
        if place < len(documents) and documents[place] == targets[voice]:
            before[voice] = last[place]
            last[place] = voice
    whose = np.empty(len(targets), np.int64)
    best = np.empty(len(targets), np.int64)
    cubes = np.zeros(len(documents), np.int64)
    for place in range(len(documents)):
        used = 0
        voice = last[place]
        while voice >= 0:
            at = 0
            while at < used and whose[at] != collections[voice]:
                at += 1
            if at == used:
                whose[at] = collections[voice]
                best[at] = scores[voice]
                used += 1
            else:
                best[at] = max(best[at], scores[voice])
            voice = before[voice]
        if used > most:
            best[:used].sort()
        for at in range(max(0, used - most), used):
            coarse = best[at] >> _COARSER
            cubes[place] += coarse * coarse * coarse // 100 * weight
    return cubes


def fused_scores(own: NDArray[np.int64], cubes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Own scores joined with the cubes of voices; where there are none, the own score as it is."""
    joined = _cube_root((own >> _COARSER) ** 3 + cubes) << _COARSER
    return np.where(cubes > 0, np.maximum(joined, own), own)


def _cube_root(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The largest integers whose cubes are at most these; exact, wherever the estimate is off by one."""
    root = np.rint(np.cbrt(values.astype(np.float64))).astype(np.int64)
    root -= root**3 > values
    root += (root + 1) ** 3 <= values
    return root
