"""The first pass of a search: which passages can be among the k best, from 8-bit impacts.

Sums are 16-bit integers, taken window by window over all postings of the query's terms. They differ from
the exact scores by a bounded error, so a passage whose sum is more than that error below the k-th best sum
cannot be among the k best; all others are candidates, and `scoring` settles them exactly.

The bound. Let v be a term's weight times its idf, scaled, and x = tf / (tf + norm). The exact score, in the
same scale, is S = sum of v * 255x; the 16-bit sum A differs from it, for each term of the query, by

    v * (impact - 255x)              within v * [lowest, highest], as the builder met them
    ceil(v * impact) - v * impact    within [0, 1), for a term kept as a list
    (w - v) * impact                 within 255 * |w - v| on one side of 0, for a dense term of whole weight w

A passage without the term differs by 0, which lies in each range. So A - S lies in an interval whose width is
the sum of the widths: the margin. At least k passages have A >= A_k, hence an exact score of at least A_k
minus the upper end; one of the k best has no lower score, hence A >= A_k - margin.

No sum overflows: the scale is such that 255 * sum(v) + (1 for each list, 255 for each dense term) <= 65,535.
A passage with a term of the query has a sum of at least 1, since impacts, ceilings and w are at least 1.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.lexical.compiled import kernel
from pipeline.index.lexical.layout import WINDOW, WINDOW_BITS
from pipeline.index.lexical.windows import add_lists, open_lists, start_window

MAXIMUM_TERMS = 4096  # of one query: leaves the scale at least 145 units
_TRIALS = 64
_BLOCK = 64
_BIN_BITS = 4
_BINS = 65536 >> _BIN_BITS


@kernel
def _scale(weights, dense_terms, dense_count):  # type: ignore[no-untyped-def]
    """The factor from weights to 16-bit units; among a few, the one that rounds dense weights least."""
    units = (65535 - len(weights)) / 255.0 - dense_count
    total = 0.0
    for weight in weights:
        total += weight
    best = units / total
    least = np.inf
    for trial in range(_TRIALS if dense_count > 0 else 0):
        scale = (units - 0.5 * trial) / total
        error = 0.0
        for place in range(dense_count):
            value = weights[dense_terms[place]] * scale
            error += abs(max(1.0, np.rint(value)) - value)
        if error / scale < least:
            least = error / scale
            best = scale
    return best


@kernel
def _any_reaches(block, need):  # type: ignore[no-untyped-def]
    found = np.uint8(0)
    for place in range(_BLOCK):
        found |= np.uint8(block[place] >= need)
    return found


@kernel
def _keep(found, sums, used, need):  # type: ignore[no-untyped-def]
    """Drop the candidates that a raised threshold excludes; the order stays."""
    kept = 0
    for place in range(used):
        if sums[place] >= need:
            found[kept] = found[place]
            sums[kept] = sums[place]
            kept += 1
    return kept


@kernel
def _collect(sums, base, end, need, mask, found, found_sums, used, bins):  # type: ignore[no-untyped-def]
    """Note the passages of a window whose sum reaches `need`, and count their sums in bins.

    There is room for a whole window behind `used`. Blocks of constant length are looked through at once.
    """
    threshold = np.uint16(need)
    for block in range(0, WINDOW, _BLOCK):
        values = sums[block : block + _BLOCK]
        if not _any_reaches(values, threshold):
            continue
        for place in range(_BLOCK):
            ordinal = base + block + place
            if values[place] < threshold or ordinal >= end:
                continue
            if len(mask) > 0 and mask[ordinal] == 0:
                continue
            found[used] = ordinal
            found_sums[used] = values[place]
            used += 1
            bins[np.int64(values[place]) >> _BIN_BITS] += 1
    return used


@kernel
def _raise_edge(bins, fresh, k, edge, above):  # type: ignore[no-untyped-def]
    """Move the edge up to the highest bin that k noted sums lie above, after fresh sums were counted in bins.

    Invariant: `above` sums lie in bins above `edge`, and fewer than k in bins above `edge + 1`.
    """
    for place in range(len(fresh)):
        above += (np.int64(fresh[place]) >> _BIN_BITS) > edge
    while above - bins[edge + 1] >= k:
        edge += 1
        above -= bins[edge]
    return edge, above


@kernel
def _more_room(values, used):  # type: ignore[no-untyped-def]
    more = np.empty(2 * len(values), values.dtype)
    more[:used] = values[:used]
    return more


@kernel
def find_candidates(terms, weights, k, lists, count, width, mask):  # type: ignore[no-untyped-def]
    """Every passage that can be among the k best, in ascending order.

    Args:
        terms: ids, ascending, each once; at most `MAXIMUM_TERMS`; the slot of each exists.
        weights: of each term, times its idf; finite and above 0.
        count: number of passages.
        width: highest minus lowest difference between an impact and what it stands for.
        mask: 1 for each passage that may be found; empty if all may.

    Returns:
        uint32 ordinals, and whether the arrays are sound.
    """
    number = len(terms)
    cursor = np.zeros(number, np.int64)
    limit = np.zeros(number, np.int64)
    dense_terms = np.zeros(number, np.int64)
    dense_count = open_lists(terms, lists, cursor, limit, dense_terms)
    found = np.empty(4 * WINDOW, np.uint32)
    if dense_count < 0:
        return found[:0], False

    scale = _scale(weights, dense_terms, dense_count)
    rows = np.zeros(dense_count + 1, np.int64)
    row_weights = np.zeros(dense_count + 1, np.uint16)
    rounding = 0.0
    for place in range(dense_count):
        value = weights[dense_terms[place]] * scale
        rounded = max(1.0, np.rint(value))
        rows[place] = lists.slot[terms[dense_terms[place]]]
        row_weights[place] = np.uint16(rounded)
        rounding += abs(rounded - value)
    tables = np.zeros((number, 256), np.uint16)
    spread = 0.0
    for i in range(number):
        value = weights[i] * scale
        spread += value
        for impact in range(1, 256):
            tables[i, impact] = np.uint16(np.ceil(value * impact))
    margin = np.int64(np.ceil(width * spread + 255.0 * rounding)) + number - dense_count + 1

    sums = np.zeros(65536, np.uint16)  # one window is used; any 16-bit place is inside
    found_sums = np.empty(4 * WINDOW, np.uint16)
    used = 0
    bins = np.zeros(_BINS + 1, np.int64)  # the last one stays empty: the edge never passes it
    edge = -1
    above = 0
    need = 1
    for window in range((count + WINDOW - 1) >> WINDOW_BITS):
        base = window << WINDOW_BITS
        end = min(base + WINDOW, count)
        start_window(sums, base, lists.dense, rows, row_weights, dense_count)
        touched = add_lists(sums, window, base, end, terms, lists, cursor, limit, tables)
        if touched < 0:
            return found[:0], False
        if touched + dense_count == 0:
            continue
        if used + WINDOW > len(found):
            used = _keep(found, found_sums, used, need)
            if used + 2 * WINDOW > len(found):
                found = _more_room(found, used)
                found_sums = _more_room(found_sums, used)
        before = used
        used = _collect(sums, base, end, need, mask, found, found_sums, used, bins)
        edge, above = _raise_edge(bins, found_sums[before:used], k, edge, above)
        if above >= k:
            need = max(need, ((edge + 1) << _BIN_BITS) - margin)
    used = _keep(found, found_sums, used, need)
    return found[:used].copy(), True
