"""The first pass of a search: which passages can be among the k best, from sums of 16-bit integers.

Sums are taken window by window over all postings of the query's terms. They differ from the exact scores by a bounded
error, so a passage whose sum is more than that error below the k-th best sum cannot be among the k best; all others are
candidates, and `scoring` settles them exactly.

The bound. Let u be a term's weight times its idf, scaled to 16 bits, and x = tf / (tf + norm). The exact score, in the
same scale, is S = sum of u * x; the sum A differs from it, for each term of the query, by

    MID     (floor(u) * share >> 16) + 1 - u * x, where share is 65,535 times the x of a class, rounded down. Between
            the x of the class and x lies at most d, the difference that the builder met. The product loses less than
            1 by floor(u), 2 by share, 1 by the shift: within (-3 - u * d, 1 + u * d)
    SHORT   ceil(u * x) - u * x, within [0, 1], and [0, 1] more where u * x is below the smallest float: [0, 1]
    odd     in either list: 1, and ceil(u * x): within [0, 2]
    DENSE   w * impact - u * x, where w is u / 255 rounded, at least 1: within u / 255 * [lowest, highest], the
            differences of impacts that the builder met, and 255 * |w - u / 255| on one side of 0

A passage without the term differs by 0, which lies in each range. So A - S lies in an interval whose width is the sum
of the widths: the margin. At least k passages have A >= A_k, hence an exact score of at least A_k minus the upper end;
one of the k best has no lower score, hence A >= A_k - margin.

No sum overflows: the scale is such that the sum of u, and 3 for each list and 255 for each dense term, is at most
65,535. A passage with a term of the query has a sum of at least 1.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.lexical.compiled import kernel
from pipeline.index.lexical.layout import DENSE, WINDOW, WINDOW_BITS
from pipeline.index.lexical.windows import add_lists, open_lists, open_odd, start_window

MAXIMUM_TERMS = 4096  # of one query: leaves the scale at least 145 units
_TRIALS = 64
_BLOCK = 64
_PART = 16
_BIN_BITS = 4
_BINS = 65536 >> _BIN_BITS


@kernel
def _scale(weights, dense_terms, dense_count):  # type: ignore[no-untyped-def]
    """The factor from weights to 16-bit units; among a few, the one that rounds dense weights least."""
    units = (65535 - 3 * len(weights)) / 255.0 - dense_count
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
def _any_of_few(part, need):  # type: ignore[no-untyped-def]
    found = np.uint8(0)
    for place in range(_PART):
        found |= np.uint8(part[place] >= need)
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
        if not _any_reaches(sums[block : block + _BLOCK], threshold):
            continue
        for part in range(block, block + _BLOCK, _PART):
            if not _any_of_few(sums[part : part + _PART], threshold):
                continue
            for place in range(part, part + _PART):
                ordinal = base + place
                if sums[place] < threshold or ordinal >= end:
                    continue
                if len(mask) > 0 and mask[ordinal] == 0:
                    continue
                found[used] = ordinal
                found_sums[used] = sums[place]
                used += 1
                bins[np.int64(sums[place]) >> _BIN_BITS] += 1
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
def find_candidates(terms, weights, k, lists, count, norm, width, mask):  # type: ignore[no-untyped-def]
    """Every passage that can be among the k best, in ascending order.

    Args:
        terms: ids, ascending, each once; at most `MAXIMUM_TERMS`; the slot of each exists.
        weights: of each term, times its idf; finite and above 0.
        count: number of passages.
        norm: base and slope of the norm by length.
        width: highest minus lowest difference of an impact of a dense term, and the difference of a class.
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
    values = weights * (255.0 * scale)
    margin = 255.0 * rounding + 1.0
    for i in range(number):
        if lists.way[terms[i]] == DENSE:
            margin += width[0] * weights[i] * scale
        else:
            margin += 2.0 * width[1] * values[i] + 6.0
    slack = np.int64(np.ceil(margin))
    odd = np.zeros(number, np.int64)
    odd_limit = np.zeros(number, np.int64)
    open_odd(terms, lists, odd, odd_limit)

    sums = np.zeros(WINDOW, np.uint16)
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
        codes = lists.codes[base : base + WINDOW]
        touched = add_lists(
            sums, window, base, end, terms, lists, cursor, limit, odd, odd_limit, values, codes, norm
        )
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
            need = max(need, ((edge + 1) << _BIN_BITS) - slack)
    used = _keep(found, found_sums, used, need)
    return found[:used].copy(), True
