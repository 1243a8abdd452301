"""The second pass of a search: exact BM25 in float64 for chosen passages.

The sum is taken over the terms in ascending order of their ids, for every passage alike, without reordering
and without fused operations: the same as an exhaustive scorer that adds in this order, bit for bit.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.bits import LANES, lowest, reaching
from pipeline.index.compiled import inlined, kernel
from pipeline.index.lexical.blocks import run_range
from pipeline.index.lexical.bounds import first_not_below, odd_range
from pipeline.index.lexical.layout import BLOCK_BITS, DENSE, MID, WINDOW
from pipeline.index.lexical.posting import restore

_WALKED = 16  # postings a passage up to which a list is walked along with the passages


@inlined
def _first_reaching(postings, low, high, wanted):  # type: ignore[no-untyped-def]
    """The first place of an ascending range whose posting is not below the wanted one; the range is mostly short."""
    while low < high and low + LANES <= len(postings):
        found = reaching(postings, low, wanted)
        if found != 0:
            return min(low + np.int64(lowest(found)), high)
        low += LANES
    return first_not_below(postings, low, high, wanted)


@kernel
def _mid_counts(lists, where, passages, counts):  # type: ignore[no-untyped-def]
    """Counts of a term kept by windows; ranges are clamped to the list."""
    postings = lists.mid_postings
    room = np.int64(len(postings))
    start = min(np.int64(lists.mid_starts[where]), room)
    for i in range(len(passages)):
        counts[i] = 0.0
        block = np.int64(passages[i]) >> BLOCK_BITS
        if lists.mid_peaks[where, block] == 0:
            continue
        place = np.int64(passages[i]) & (WINDOW - 1)
        low, high = run_range(lists.mid_windows, lists.mid_blocks, where, block, block)
        low, high = min(start + low, room), min(start + high, room)
        low = _first_reaching(postings, low, high, np.uint16(place << 4))
        if low < high and np.int64(postings[low]) >> 4 == place:
            counts[i] = np.float64(postings[low] & np.uint16(15))


@kernel
def _short_counts(lists, where, passages, counts):  # type: ignore[no-untyped-def]
    """Counts of a term kept as one list: walked along with the passages, or searched if these are few."""
    postings = lists.short_postings
    room = np.int64(len(postings))
    low = min(np.int64(lists.short_starts[where]), room)
    high = min(np.int64(lists.short_starts[where + 1]), room)
    walked = high - low < _WALKED * len(passages)
    for i in range(len(passages)):
        wanted = passages[i]
        if walked:
            while low < high and postings[low] >> np.uint32(8) < wanted:
                low += 1
        else:
            low = first_not_below(postings, low, high, np.uint32(wanted << np.uint32(8)))
        hit = low < high and postings[low] >> np.uint32(8) == wanted
        counts[i] = np.float64(postings[low] & np.uint32(255)) if hit else 0.0


@kernel
def _dense_counts(lists, where, passages, norms, counts):  # type: ignore[no-untyped-def]
    row = lists.dense[where]
    for i in range(len(passages)):
        impact = row[passages[i]]
        counts[i] = restore(impact, norms[i]) if impact else 0.0


@kernel
def _odd_counts(lists, term, passages, counts):  # type: ignore[no-untyped-def]
    """Put the counts that the list of a term does not tell in their places."""
    odd, end = odd_range(term, lists.odd_keys)
    if odd == end:
        return
    prefix = np.uint64(term) << np.uint64(32)
    for i in range(len(passages)):
        if counts[i] > 0.0:
            key = prefix | np.uint64(passages[i])
            at = first_not_below(lists.odd_keys, odd, end, key)
            if at < end and lists.odd_keys[at] == key:
                counts[i] = np.float64(lists.odd_counts[at])


@kernel
def score_passages(passages, terms, weights, lists, norm):  # type: ignore[no-untyped-def]
    """Exact scores of passages (uint32, ascending, below N) for terms (ascending ids) with weights times idf.

    Args:
        norm: base and slope of the norm by length.

    Returns:
        float64, one score a passage; a passage without any of the terms has 0.
    """
    scores = np.zeros(len(passages))
    norms = np.empty(len(passages))
    for i in range(len(passages)):
        norms[i] = norm[0] + norm[1] * np.float64(lists.lengths[passages[i]])
    counts = np.zeros(len(passages))
    for j in range(len(terms)):
        way = lists.way[terms[j]]
        where = np.int64(lists.slot[terms[j]])
        if way == DENSE:
            _dense_counts(lists, where, passages, norms, counts)
        elif way == MID:
            _mid_counts(lists, where, passages, counts)
        else:
            _short_counts(lists, where, passages, counts)
        _odd_counts(lists, terms[j], passages, counts)
        for i in range(len(passages)):
            added = weights[j] * (counts[i] / (counts[i] + norms[i]))
            scores[i] += added if counts[i] > 0.0 else 0.0  # adding 0 changes no bit of what is not below it
    return scores
