"""The second pass of a search: exact BM25 in float64 for chosen passages.

The sum is taken over the terms in ascending order of their ids, for every passage alike, without reordering
and without fused operations: the same as an exhaustive scorer that adds in this order, bit for bit.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.lexical.compiled import kernel
from pipeline.index.lexical.layout import DENSE, MID, WINDOW, WINDOW_BITS
from pipeline.index.lexical.posting import restore


@kernel
def _first_not_below(values, low, high, wanted):  # type: ignore[no-untyped-def]
    """The first place of an ascending range whose value is not below the wanted one."""
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _mid_impacts(lists, where, passages, impacts):  # type: ignore[no-untyped-def]
    """Impacts of a term kept by windows; ranges are clamped to the lists."""
    room = np.int64(len(lists.mid_places))
    start = min(max(lists.mid_starts[where], 0), room)
    for i in range(len(passages)):
        window = np.int64(passages[i]) >> WINDOW_BITS
        place = np.uint16(np.int64(passages[i]) & (WINDOW - 1))
        low = min(start + np.int64(lists.mid_windows[where, window]), room)
        high = min(start + np.int64(lists.mid_windows[where, window + 1]), room)
        low = _first_not_below(lists.mid_places, low, high, place)
        hit = low < high and lists.mid_places[low] == place
        impacts[i] = lists.mid_impacts[low] if hit else np.uint8(0)


@kernel
def _short_impacts(lists, where, passages, impacts):  # type: ignore[no-untyped-def]
    """Impacts of a term kept as one list: the shorter of list and passages is walked, the other searched."""
    room = np.int64(len(lists.short_ordinals))
    low = min(max(lists.short_starts[where], 0), room)
    high = min(lists.short_starts[where + 1], room)
    impacts[:] = np.uint8(0)
    if high - low < len(passages):
        at = 0
        for posting in range(low, high):
            at = _first_not_below(passages, at, len(passages), lists.short_ordinals[posting])
            if at < len(passages) and passages[at] == lists.short_ordinals[posting]:
                impacts[at] = lists.short_impacts[posting]
        return
    for i in range(len(passages)):
        low = _first_not_below(lists.short_ordinals, low, high, passages[i])
        if low < high and lists.short_ordinals[low] == passages[i]:
            impacts[i] = lists.short_impacts[low]


@kernel
def score_passages(passages, terms, weights, lists, base, slope):  # type: ignore[no-untyped-def]
    """Exact scores of passages (uint32, ascending, below N) for terms (ascending ids) with weights times idf.

    Returns:
        float64, one score a passage; a passage without any of the terms has 0.
    """
    scores = np.zeros(len(passages))
    norms = np.empty(len(passages))
    for i in range(len(passages)):
        norms[i] = base + slope * np.float64(lists.lengths[passages[i]])
    impacts = np.zeros(len(passages), np.uint8)
    odd_room = np.int64(len(lists.odd_keys))
    for j in range(len(terms)):
        term = terms[j]
        way = lists.way[term]
        where = np.int64(lists.slot[term])
        if way == DENSE:
            row = lists.dense[where]
            for i in range(len(passages)):
                impacts[i] = row[passages[i]]
        elif way == MID:
            _mid_impacts(lists, where, passages, impacts)
        else:
            _short_impacts(lists, where, passages, impacts)
        prefix = np.uint64(term) << np.uint64(32)
        odd = _first_not_below(lists.odd_keys, np.int64(0), odd_room, prefix)
        odd_end = _first_not_below(lists.odd_keys, odd, odd_room, prefix + (np.uint64(1) << np.uint64(32)))
        for i in range(len(passages)):
            if impacts[i] == 0:
                continue
            count = restore(impacts[i], norms[i])
            if odd < odd_end:
                key = prefix | np.uint64(passages[i])
                at = _first_not_below(lists.odd_keys, odd, odd_end, key)
                if at < odd_end and lists.odd_keys[at] == key:
                    count = np.float64(lists.odd_counts[at])
            scores[i] += weights[j] * (count / (count + norms[i]))
    return scores
