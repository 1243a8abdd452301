"""A query's terms before its first pass: in groups by how they are kept, their lists open, weighed in 16-bit units.

Let u be a term's weight times its idf, scaled to 16 bits, and x = tf / (tf + norm). The exact score, in the same scale,
is S = sum of u * x; the sum A that `candidates` takes differs from it, for each term of the query, by

    MID     (floor(u) * share >> 16) + 1 - u * x, where share is 65,535 times the x of a class, rounded down. Between
            the x of the class and x lies at most d, the difference that the builder met. The product loses less than
            1 by floor(u), 2 by share, 1 by the shift: within (-3 - u * d, 1 + u * d)
    SHORT   the same for counts that MID holds; else ceil(u * x) - u * x, within [0, 1], and [0, 1] more where u * x is
            below the smallest float: [0, 1]
    odd     in MID: 1, and ceil(u * x): within [0, 2]
    DENSE   w * impact - u * x, where w is u / 255 rounded, at least 1: within u / 255 * [lowest, highest], the
            differences of impacts that the builder met, and 255 * |w - u / 255| on one side of 0

A passage without the term differs by 0, which lies in each range. So A - S lies in an interval whose width is the sum
of the widths: the margin. At least k passages have A >= A_k, hence an exact score of at least A_k minus the upper end;
one of the k best has no lower score, hence A >= A_k - margin.

No sum and no bound overflows: the scale is such that the sum of u, and 8 for each term and 255 for each dense one, is
at most 65,535. A passage with a term of the query has a sum of at least 1.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import kernel
from pipeline.index.lexical.blocks import LIMIT, ODD_LIMIT, ODD_START, OPENED, SLOT, START, fill_units
from pipeline.index.lexical.bounds import bound_dense, bound_mid, bound_short, odd_range
from pipeline.index.lexical.layout import DENSE, MID

_TRIALS = 64


@kernel
def open_lists(terms, lists, first, limit):  # type: ignore[no-untyped-def]
    """Where the list of each term that has one begins and ends.

    Returns:
        How many postings are in short lists; -1 if a list is not inside its array.
    """
    held = 0
    for i in range(len(terms)):
        way = lists.way[terms[i]]
        where = np.int64(lists.slot[terms[i]])
        if way == DENSE:
            continue
        starts = lists.mid_starts if way == MID else lists.short_starts
        first[i] = starts[where]
        limit[i] = starts[where + 1]
        room = len(lists.mid_postings) if way == MID else len(lists.short_postings)
        if not 0 <= first[i] <= limit[i] <= room:
            return -1
        if way != MID:
            held += limit[i] - first[i]
    return held


@kernel
def grouped(terms, weights, ways):  # type: ignore[no-untyped-def]
    """The places of the terms that are kept as rows, by windows (these by falling weight), and as lists."""
    number = len(terms)
    dense, mid, short = np.empty(number, np.int64), np.empty(number, np.int64), np.empty(number, np.int64)
    dense_count = mid_count = short_count = 0
    for i in range(number):
        way = ways[terms[i]]
        if way == DENSE:
            dense[dense_count] = i
            dense_count += 1
        elif way == MID:
            at = mid_count
            while at > 0 and weights[mid[at - 1]] < weights[i]:
                mid[at] = mid[at - 1]
                at -= 1
            mid[at] = i
            mid_count += 1
        else:
            short[short_count] = i
            short_count += 1
    return dense[:dense_count], mid[:mid_count], short[:short_count]


@kernel
def scale_of(weights, dense_terms):  # type: ignore[no-untyped-def]
    """The factor from weights to 16-bit units; among a few, the one that rounds dense weights least."""
    units = (65535 - 8 * len(weights)) / 255.0 - len(dense_terms)
    total = 0.0
    for weight in weights:
        total += weight
    best = units / total
    least = np.inf
    for trial in range(_TRIALS if len(dense_terms) > 0 else 0):
        scale = (units - 0.5 * trial) / total
        error = 0.0
        for place in range(len(dense_terms)):
            value = weights[dense_terms[place]] * scale
            error += abs(max(1.0, np.rint(value)) - value)
        if error / scale < least:
            least = error / scale
            best = scale
    return best


@kernel
def slack_of(weights, values, scale, dense_terms, row_weights, mid_terms, short_terms, width):  # type: ignore[no-untyped-def]
    """The margin, rounded up; `width` as `find_candidates` takes it."""
    margin = 1.0
    for place in range(len(dense_terms)):
        weight = weights[dense_terms[place]]
        margin += 255.0 * abs(row_weights[place] - weight * scale) + width[0] * weight * scale
    for group in (mid_terms, short_terms):
        for i in group:
            margin += 2.0 * width[1] * values[i] + 6.0
    return int(np.ceil(margin))


@kernel
def weighed_rows(terms, weights, dense_terms, scale, slots, peaks, bounds):  # type: ignore[no-untyped-def]
    """The rows of the dense terms, their weights, and what all add at most; their bounds are added."""
    rows = np.empty(len(dense_terms), np.int64)
    row_weights = np.empty(len(dense_terms), np.uint16)
    most = 0.0
    for place in range(len(dense_terms)):
        i = dense_terms[place]
        rounded = max(1.0, np.rint(weights[i] * scale))
        rows[place] = slots[terms[i]]
        row_weights[place] = np.uint16(rounded)
        most += 255.0 * rounded
        bound_dense(bounds, peaks[rows[place]], row_weights[place])
    return rows, row_weights, most


@kernel
def weighed_windows(terms, mid_terms, values, first, limit, slots, peaks, odd_keys, shares, bounds):  # type: ignore[no-untyped-def]
    """What is known of the terms kept by windows, as `blocks` has it; their values, and what a posting of each adds;
    their bounds are added."""
    count = len(mid_terms)
    mid = np.empty((count, OPENED), np.int64)
    mid_values = np.empty(count)
    mid_units = np.empty((count, len(shares)), np.uint16)
    for place in range(count):
        i = mid_terms[place]
        mid_values[place] = values[i]
        mid[place, SLOT] = slots[terms[i]]
        mid[place, START], mid[place, LIMIT] = first[i], limit[i]
        mid[place, ODD_START], mid[place, ODD_LIMIT] = odd_range(terms[i], odd_keys)
        bound_mid(bounds, peaks[mid[place, SLOT]], np.uint32(values[i]))
        fill_units(mid_units[place], shares, np.uint32(values[i]))
    return mid, mid_values, mid_units


@kernel
def weighed_lists(terms, short_terms, values, first, limit, held, lists, norm, bounds):  # type: ignore[no-untyped-def]
    """What each posting of the terms kept as one list adds; the bounds of these are added.

    Args:
        held: as `open_lists` gives it.

    Returns:
        It, what leads from a posting of each term to it, and whether the lists are in order.
    """
    units = np.empty(held, np.uint16)
    shift = np.zeros(len(short_terms), np.int64)
    used, count = 0, len(lists.lengths)
    for place in range(len(short_terms)):
        i = short_terms[place]
        shift[place] = used - first[i]
        if not bound_short(bounds, terms[i], first[i], limit[i], values[i], lists, norm, count, units, used):
            return units, shift, False
        used += limit[i] - first[i]
    return units, shift, True
