"""The first pass of a search: which passages can be among the k best, from sums of 16-bit integers.

Sums are taken block by block over the postings of the query's terms. They differ from the exact scores by a bounded
error, so a passage whose sum is more than that error below the k-th best sum cannot be among the k best; all others are
candidates, and `scoring` settles them exactly. A block whose bound (see `bounds`) is below that is not read. Blocks of
the highest bounds come first, so that the threshold is high when the others are met; which passages are the k best does
not depend on the order, only how many more are candidates.

Once the threshold is known, the terms of small weight, which are the frequent ones, wait: a block in which no passage
can reach it, whatever they add there at most, is left as soon as the others are summed.

By how much sums and scores may differ is derived in `weighed`. The loop over the chosen blocks stands in one function:
a call within it that hands arrays on costs more than what it would make clearer (decisions 472 and 506).
"""

from __future__ import annotations

import numpy as np

from pipeline.index.ahead import LINE, ahead
from pipeline.index.bits import LANES
from pipeline.index.compiled import inlined, kernel
from pipeline.index.lexical.blocks import (
    ODD,
    ODD_START,
    SLOT,
    START,
    add_mid,
    add_odd,
    add_rows,
    add_short,
    run_range,
    start_run,
)
from pipeline.index.lexical.bounds import bound_dense, bound_mid, choose_blocks, first_cut
from pipeline.index.lexical.layout import BLOCK, BLOCK_BITS, WINDOW, WINDOW_BITS
from pipeline.index.lexical.noted import BINS, any_reaches, collect, keep, merged_parts, more_room, raised
from pipeline.index.lexical.weighed import (
    grouped,
    open_lists,
    scale_of,
    slack_of,
    weighed_lists,
    weighed_rows,
    weighed_windows,
)

MAXIMUM_TERMS = 4096  # of one query: leaves the scale at least 32 units
_FIRST_BLOCKS = 32
_FIRST_SHARE = 8  # blocks read first: so many, and one for so many passages wanted
_GAP = 3  # blocks between two in a row that are read with them
_LIGHT_SHARE = 0.6  # of the threshold: what the terms that wait may weigh together
_AHEAD = 8  # chosen blocks after which one is asked for
_BLOCKS_BITS = WINDOW_BITS - BLOCK_BITS


@inlined
def _none_allowed(mask, base, end):  # type: ignore[no-untyped-def]
    allowed = np.uint8(0)
    for ordinal in range(base, end):
        allowed |= mask[ordinal]
    return allowed == 0


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
def _waiting(rows, row_weights, row_units, mid, mid_values, need, blocks, peaks):  # type: ignore[no-untyped-def]
    """How many mid terms are summed first, and what the terms that wait add at most, for each block; empty if none."""
    heavy = _heavy(mid_values, row_units, need)
    if row_units > _LIGHT_SHARE * need or len(rows) + len(mid) == heavy:
        return len(mid), np.empty(0, np.uint16)
    light = np.zeros(blocks, np.uint16)
    for place in range(len(rows)):
        bound_dense(light, peaks[0][rows[place]], row_weights[place])
    for place in range(heavy, len(mid)):
        bound_mid(light, peaks[1][mid[place, SLOT]], np.uint32(mid_values[place]))
    return heavy, light


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
    number, count, blocks = len(terms), len(lists.lengths), len(lists.codes) >> BLOCK_BITS
    first = np.zeros(number, np.int64)
    limit = np.zeros(number, np.int64)
    held = open_lists(terms, lists, first, limit)
    if held < 0:
        return np.empty(0, np.uint32), False
    dense_terms, mid_terms, short_terms = grouped(terms, weights, lists.way)
    scale = scale_of(weights, dense_terms)
    values = weights * (255.0 * scale)
    bounds = np.zeros((blocks + LANES - 1) & -LANES, np.uint16)
    rows, row_weights, row_units = weighed_rows(
        terms, weights, dense_terms, scale, lists.slot, lists.dense_peaks, bounds
    )
    mid, mid_values, mid_units = weighed_windows(
        terms,
        mid_terms,
        values,
        first,
        limit,
        lists.slot,
        lists.mid_peaks,
        lists.odd_keys,
        lists.shares,
        bounds,
    )
    units, shift, sound = weighed_lists(terms, short_terms, values, first, limit, held, lists, norm, bounds)
    if not sound:
        return np.empty(0, np.uint32), False
    slack = slack_of(weights, values, scale, dense_terms, row_weights, mid_terms, short_terms, width)

    sums = np.zeros(WINDOW, np.uint16)
    found = np.empty(64 * BLOCK, np.uint32)
    found_sums = np.empty(64 * BLOCK, np.uint16)
    used = split = 0
    # `above` of the noted sums lie in bins above `edge`, and fewer than k in bins above `edge + 1`
    bins = np.zeros(BINS + 1, np.int32)  # the last one stays empty: the edge never passes it
    edge, above, need = -1, 0, 1
    cursor = np.empty(len(short_terms), np.int64)
    dense, codes, lengths = lists.dense, lists.codes, lists.lengths
    odd_keys, odd_counts = lists.odd_keys, lists.odd_counts
    windows, places = lists.mid_windows, lists.mid_blocks
    mid_postings, short_postings = lists.mid_postings, lists.short_postings
    cut = first_cut(bounds, _FIRST_BLOCKS + k // _FIRST_SHARE)
    chosen = np.empty(blocks + 1, np.uint32)
    heavy, light = len(mid), bounds[:0]
    for turn in range(2):
        if turn:
            peaks = lists.dense_peaks, lists.mid_peaks
            heavy, light = _waiting(rows, row_weights, row_units, mid, mid_values, need, blocks, peaks)
        wait = len(light) > 0
        rows_ahead = rows[: 0 if wait else len(rows)]
        for place in range(len(short_terms)):
            cursor[place] = first[short_terms[place]]
        mid[:, ODD] = mid[:, ODD_START]
        now, now_values, now_units = mid[:heavy], mid_values[:heavy], mid_units[:heavy]
        late, late_values, late_units = mid[heavy:], mid_values[heavy:], mid_units[heavy:]
        below = cut if turn else 65536
        following = choose_blocks(bounds, need if turn else cut, below, chosen)
        at = 0
        while at < following:
            block = np.int64(chosen[at])
            at += 1
            if at + _AHEAD < following:
                later = np.int64(chosen[at + _AHEAD])
                _block_ahead(later, dense, rows_ahead, codes, windows, places, now, mid_postings)
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
            if not add_mid(sums, base, block, last, now, windows, places, mid_postings, codes, now_units):
                return np.empty(0, np.uint32), False
            add_odd(sums, base, block, last, now, odd_keys, odd_counts, lengths, now_values, norm)
            for place in range(len(short_terms)):
                stop = limit[short_terms[place]]
                cursor[place] = add_short(
                    sums, base, block, last, short_postings, cursor[place], stop, units, shift[place]
                )
            if wait:
                block, last = _narrowed(sums[inside:], block, last, bounds, light, need)
                if block > last:
                    continue
                if not add_mid(
                    sums, base, block, last, late, windows, places, mid_postings, codes, late_units
                ):
                    return np.empty(0, np.uint32), False
                add_odd(sums, base, block, last, late, odd_keys, odd_counts, lengths, late_values, norm)
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
                edge, above, need = raised(bins, edge, above, k, need, slack)
        if turn == 0:
            split = used
    used, split = keep(found, found_sums, used, split, need)
    return merged_parts(found, used, split), True
