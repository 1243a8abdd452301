"""The first pass of a search: which passages can be among the k best, from sums of 16-bit integers.

Sums are taken block by block over the postings of the query's terms. They differ from the exact scores by a bounded
error, so a passage whose sum is more than that error below the k-th best sum cannot be among the k best; all others are
candidates, and `scoring` settles them exactly. A block whose bound (see `bounds`) is below that is not read. Blocks of
the highest bounds come first, so that the threshold is high when the others are met; which passages are the k best does
not depend on the order, only how many more are candidates.

Once the threshold is known, the terms of small weight, which are the frequent ones, wait: a block in which no passage
can reach it, whatever they add there at most, is left as soon as the others are summed.

The bound of the error. Let u be a term's weight times its idf, scaled to 16 bits, and x = tf / (tf + norm). The exact
score, in the same scale, is S = sum of u * x; the sum A differs from it, for each term of the query, by

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

from pipeline.index.ahead import LINE, ahead
from pipeline.index.bits import LANES
from pipeline.index.compiled import inlined, kernel
from pipeline.index.lexical.blocks import (
    LIMIT,
    ODD,
    ODD_LIMIT,
    ODD_START,
    OPENED,
    SLOT,
    START,
    add_mid,
    add_odd,
    add_rows,
    add_short,
    fill_units,
    run_range,
    start_run,
)
from pipeline.index.lexical.bounds import (
    bound_dense,
    bound_mid,
    bound_short,
    choose_blocks,
    first_cut,
    odd_range,
)
from pipeline.index.lexical.layout import BLOCK, BLOCK_BITS, DENSE, MID, WINDOW, WINDOW_BITS
from pipeline.index.lexical.noted import BIN_BITS, BINS, any_reaches, collect, keep, merged_parts, more_room

MAXIMUM_TERMS = 4096  # of one query: leaves the scale at least 32 units
_TRIALS = 64
_FIRST_BLOCKS = 32
_FIRST_SHARE = 8  # blocks read first: so many, and one for so many passages wanted
_GAP = 3  # blocks between two in a row that are read with them
_LIGHT_SHARE = 0.6  # of the threshold: what the terms that wait may weigh together
_AHEAD = 8  # chosen blocks after which one is asked for
_BLOCKS_BITS = WINDOW_BITS - BLOCK_BITS


@kernel
def _scale(weights, dense_terms, dense_count):  # type: ignore[no-untyped-def]
    """The factor from weights to 16-bit units; among a few, the one that rounds dense weights least."""
    units = (65535 - 8 * len(weights)) / 255.0 - dense_count
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


@inlined
def _none_allowed(mask, base, end):  # type: ignore[no-untyped-def]
    allowed = np.uint8(0)
    for ordinal in range(base, end):
        allowed |= mask[ordinal]
    return allowed == 0


@kernel
def _open(terms, lists, cursor, limit):  # type: ignore[no-untyped-def]
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
        cursor[i] = starts[where]
        limit[i] = starts[where + 1]
        room = len(lists.mid_postings) if way == MID else len(lists.short_postings)
        if not 0 <= cursor[i] <= limit[i] <= room:
            return -1
        if way != MID:
            held += limit[i] - cursor[i]
    return held


@inlined
def _block_ahead(block, dense, rows, codes, windows, places, opened, postings):  # type: ignore[no-untyped-def]
    """Ask for what will be read of a block: its part of rows, the classes of its norms, where its postings begin."""
    first = block << BLOCK_BITS
    for row in rows:
        for place in range(first, first + BLOCK, LINE):
            ahead(dense[row], place)
    if len(opened) > 0:
        for place in range(first, first + BLOCK, LINE):
            ahead(codes, place)
    for term in range(len(opened)):
        begun, _ = run_range(windows, places, opened[term, SLOT], block, block)
        ahead(postings, opened[term, START] + begun)


@kernel
def _heavy(values, dense_units, need):  # type: ignore[no-untyped-def]
    """How many mid terms are summed first, by falling weight; the others and the dense ones may wait together."""
    waiting = dense_units
    number = len(values)
    while number > 0 and waiting + values[number - 1] <= _LIGHT_SHARE * need:
        number -= 1
        waiting += values[number]
    return number


@inlined
def _narrowed(sums, block, last, bounds, light, need):  # type: ignore[no-untyped-def]
    """The first and the last of some blocks that the terms which wait can lift to the threshold; none if first > last.

    Args:
        sums: of the blocks, from the first on.
        light: what the terms which wait add at most, for each block.
    """
    first, final = last + 1, block - 1
    for each in range(block, last + 1):
        if bounds[each] < need:
            continue
        start = (each - block) << BLOCK_BITS
        wanted = need - np.int64(light[each])
        if wanted <= 0 or any_reaches(sums, start, wanted):
            first = min(first, each)
            final = each
    return first, final


@kernel
def find_candidates(terms, weights, k, lists, norm, width, mask):  # type: ignore[no-untyped-def]
    """Every passage that can be among the k best, in ascending order.

    Args:
        terms: ids, ascending, each once; at most `MAXIMUM_TERMS`; the slot of each exists.
        weights: of each term, times its idf; finite and above 0.
        norm: base and slope of the norm by length.
        width: highest minus lowest difference of an impact of a dense term, and the difference of a class.
        mask: 1 for each passage that may be found; empty if all may.

    Returns:
        uint32 ordinals, and whether the arrays are sound.
    """
    number, count = len(terms), len(lists.lengths)
    first = np.zeros(number, np.int64)
    limit = np.zeros(number, np.int64)
    held = _open(terms, lists, first, limit)
    if held < 0:
        return np.empty(0, np.uint32), False
    # the terms in groups, by the way of keeping them
    dense_terms = np.empty(number, np.int64)
    mid_terms = np.empty(number, np.int64)
    short_terms = np.empty(number, np.int64)
    dense_count = mid_count = short_count = 0
    for i in range(number):
        way = lists.way[terms[i]]
        if way == DENSE:
            dense_terms[dense_count] = i
            dense_count += 1
        elif way == MID:  # by falling weight
            at = mid_count
            while at > 0 and weights[mid_terms[at - 1]] < weights[i]:
                mid_terms[at] = mid_terms[at - 1]
                at -= 1
            mid_terms[at] = i
            mid_count += 1
        else:
            short_terms[short_count] = i
            short_count += 1

    scale = _scale(weights, dense_terms, dense_count)
    values = weights * (255.0 * scale)
    margin = 1.0
    blocks = len(lists.codes) >> BLOCK_BITS
    bounds = np.zeros((blocks + LANES - 1) & -LANES, np.uint16)
    dense_units = 0.0
    rows = np.zeros(dense_count, np.int64)
    row_weights = np.zeros(dense_count, np.uint16)
    for place in range(dense_count):
        i = dense_terms[place]
        rounded = max(1.0, np.rint(weights[i] * scale))
        rows[place] = lists.slot[terms[i]]
        row_weights[place] = np.uint16(rounded)
        dense_units += 255.0 * rounded
        margin += 255.0 * abs(rounded - weights[i] * scale) + width[0] * weights[i] * scale
        bound_dense(bounds, lists.dense_peaks[rows[place]], row_weights[place])
    for place in range(mid_count):
        i = mid_terms[place]
        margin += 2.0 * width[1] * values[i] + 6.0
        bound_mid(bounds, lists.mid_peaks[lists.slot[terms[i]]], np.uint32(values[i]))
    units = np.empty(held, np.uint16)
    shift = np.zeros(short_count, np.int64)
    noted = 0
    for place in range(short_count):
        i = short_terms[place]
        margin += 2.0 * width[1] * values[i] + 6.0
        shift[place] = noted - first[i]
        if not bound_short(bounds, terms[i], first[i], limit[i], values[i], lists, norm, count, units, noted):
            return np.empty(0, np.uint32), False
        noted += limit[i] - first[i]
    slack = int(np.ceil(margin))

    sums = np.zeros(WINDOW, np.uint16)
    found = np.empty(64 * BLOCK, np.uint32)
    found_sums = np.empty(64 * BLOCK, np.uint16)
    used = split = 0
    # `above` of the noted sums lie in bins above `edge`, and fewer than k in bins above `edge + 1`
    bins = np.zeros(BINS + 1, np.int32)  # the last one stays empty: the edge never passes it
    edge = -1
    above = 0
    need = 1
    cursor = np.empty(short_count, np.int64)
    mid = np.empty((mid_count, OPENED), np.int64)
    mid_values = np.empty(mid_count)
    mid_units = np.empty((mid_count, len(lists.shares)), np.uint16)
    for place in range(mid_count):
        i = mid_terms[place]
        mid_values[place] = values[i]
        mid[place, SLOT] = lists.slot[terms[i]]
        mid[place, START], mid[place, LIMIT] = first[i], limit[i]
        mid[place, ODD_START], mid[place, ODD_LIMIT] = odd_range(terms[i], lists.odd_keys)
        fill_units(mid_units[place], lists.shares, np.uint32(values[i]))
    dense, codes, lengths = lists.dense, lists.codes, lists.lengths
    odd_keys, odd_counts = lists.odd_keys, lists.odd_counts
    windows, places = lists.mid_windows, lists.mid_blocks
    mid_postings, short_postings = lists.mid_postings, lists.short_postings
    cut = first_cut(bounds, _FIRST_BLOCKS + k // _FIRST_SHARE)
    chosen = np.empty(blocks + 1, np.uint32)
    light = bounds[:0]
    for turn in range(2):
        heavy = _heavy(mid_values, dense_units, need) if turn else mid_count
        wait = turn == 1 and dense_units <= _LIGHT_SHARE * need and heavy + short_count < number
        if not wait:
            heavy = mid_count
        else:
            light = np.zeros(blocks, np.uint16)
            for place in range(dense_count):
                bound_dense(light, lists.dense_peaks[rows[place]], row_weights[place])
            for place in range(heavy, mid_count):
                bound_mid(light, lists.mid_peaks[mid[place, SLOT]], np.uint32(mid_values[place]))
        rows_ahead = rows[: 0 if wait else dense_count]
        for place in range(short_count):
            cursor[place] = first[short_terms[place]]
        mid[:, ODD] = mid[:, ODD_START]
        below = cut if turn else 65536
        following = choose_blocks(bounds, need if turn else cut, below, chosen)
        at = 0
        while at < following:
            block = np.int64(chosen[at])
            at += 1
            if at + _AHEAD < following:
                later = np.int64(chosen[at + _AHEAD])
                _block_ahead(later, dense, rows_ahead, codes, windows, places, mid[:heavy], mid_postings)
            if bounds[block] < need:
                continue
            last = block
            while at < following:
                other = np.int64(chosen[at])
                if other > last + 1 + _GAP or other >> _BLOCKS_BITS != block >> _BLOCKS_BITS:
                    break
                if bounds[other] >= need:
                    last = other
                at += 1
            if len(mask) > 0 and _none_allowed(
                mask, block << BLOCK_BITS, min((last + 1) << BLOCK_BITS, count)
            ):
                continue
            base = (block << BLOCK_BITS) & -WINDOW
            inside = (block << BLOCK_BITS) - base
            start_run(sums[inside:], base + inside, last + 1 - block, dense, rows_ahead, row_weights)
            if not add_mid(
                sums, base, block, last, mid[:heavy], windows, places, mid_postings, codes, mid_units[:heavy]
            ):
                return np.empty(0, np.uint32), False
            add_odd(
                sums, base, block, last, mid[:heavy], odd_keys, odd_counts, lengths, mid_values[:heavy], norm
            )
            for place in range(short_count):
                stop = limit[short_terms[place]]
                cursor[place] = add_short(
                    sums, base, block, last, short_postings, cursor[place], stop, units, shift[place]
                )
            if wait:
                block, last = _narrowed(sums[inside:], block, last, bounds, light, need)
                if block > last:
                    continue
                if not add_mid(
                    sums,
                    base,
                    block,
                    last,
                    mid[heavy:],
                    windows,
                    places,
                    mid_postings,
                    codes,
                    mid_units[heavy:],
                ):
                    return np.empty(0, np.uint32), False
                add_odd(
                    sums,
                    base,
                    block,
                    last,
                    mid[heavy:],
                    odd_keys,
                    odd_counts,
                    lengths,
                    mid_values[heavy:],
                    norm,
                )
                inside = (block << BLOCK_BITS) - base
                add_rows(sums[inside:], base + inside, last + 1 - block, dense, rows, row_weights)
            if used + WINDOW > len(found):
                used, split = keep(found, found_sums, used, split if turn else used, need)
                if used + 2 * WINDOW > len(found):
                    found = more_room(found, used)
                    found_sums = more_room(found_sums, used)
            for each in range(block, last + 1):
                if bounds[each] < need or bounds[each] >= below or (turn == 0 and bounds[each] < cut):
                    continue
                start = (each << BLOCK_BITS) - base
                used, more = collect(
                    sums, start, base, count, need, mask, found, found_sums, used, bins, edge
                )
                above += more
            if above >= k:
                while above - bins[edge + 1] >= k:
                    edge += 1
                    above -= bins[edge]
                need = max(need, ((edge + 1) << BIN_BITS) - slack)
        if turn == 0:
            split = used
    used, split = keep(found, found_sums, used, split, need)
    return merged_parts(found, used, split), True
