"""The sums of blocks in a row, of one window: what every posting of the query's terms adds, in 16-bit integers.

Reads stay inside the arrays even when a file is damaged: ranges are checked, and the sums have room for a whole window.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import inlined, kernel
from pipeline.index.lexical.bounds import odd_count, unit
from pipeline.index.lexical.layout import BLOCK, BLOCK_BITS, BLOCKS, MID_ODD, WINDOW_BITS

_BLOCKS_BITS = WINDOW_BITS - BLOCK_BITS


@inlined
def _set_one(sums, row, weight):  # type: ignore[no-untyped-def]
    for place in range(BLOCK):
        sums[place] = np.uint16(np.uint16(row[place]) * weight)


@inlined
def _add_one(sums, row, weight):  # type: ignore[no-untyped-def]
    for place in range(BLOCK):
        sums[place] = np.uint16(sums[place] + np.uint16(row[place]) * weight)


@inlined
def start_run(sums, base, blocks, dense, rows, row_weights):  # type: ignore[no-untyped-def]
    """Set the sums of some blocks to what the dense terms give; no clearing is needed before."""
    if len(rows) == 0:
        for place in range(blocks * BLOCK):
            sums[place] = np.uint16(0)
        return
    for first in range(0, blocks * BLOCK, BLOCK):
        part, start = sums[first : first + BLOCK], base + first
        _set_one(part, dense[rows[0], start : start + BLOCK], row_weights[0])
        for done in range(1, len(rows)):
            _add_one(part, dense[rows[done], start : start + BLOCK], row_weights[done])


@inlined
def add_rows(sums, base, blocks, dense, rows, row_weights):  # type: ignore[no-untyped-def]
    """Add what the dense terms give to the sums of some blocks."""
    for first in range(0, blocks * BLOCK, BLOCK):
        part, start = sums[first : first + BLOCK], base + first
        for done in range(len(rows)):
            _add_one(part, dense[rows[done], start : start + BLOCK], row_weights[done])


@inlined
def run_range(windows, places, where, block, last):  # type: ignore[no-untyped-def]
    """Where the postings of blocks of one window begin and end in the list of a term, from the start of the list.

    Args:
        windows: `mid_windows`.
        places: `mid_blocks`.
        last: the last block, itself included.
    """
    window = block >> _BLOCKS_BITS
    begun = np.int64(windows[where, window])
    first = begun + np.int64(places[where, block])
    if (last + 1) & (BLOCKS - 1):
        return first, begun + np.int64(places[where, last + 1])
    return first, np.int64(windows[where, window + 1])


@inlined
def add_mid(sums, base, first, last, postings, codes, shares, weight):  # type: ignore[no-untyped-def]
    """Add the postings of some blocks of a term kept by windows; `base` is the first passage of the window.

    Returns:
        Whether there are odd ones, for which `add_odd` has to follow.
    """
    odd = False
    for posting in range(first, last):
        held = np.int64(postings[posting])
        place = held >> 4
        times = held & 15
        share = np.uint32(shares[(times << 8) | np.int64(codes[base + place])])
        sums[place] += np.uint16(((weight * share) >> np.uint32(16)) + np.uint32(1))
        odd |= times == MID_ODD
    return odd


@kernel
def add_odd(sums, base, first, last, term, lists, value, norm):  # type: ignore[no-untyped-def]
    """Add what the odd postings of some blocks add besides 1."""
    for posting in range(first, last):
        held = np.int64(lists.mid_postings[posting])
        if held & 15 == MID_ODD:
            ordinal = base + (held >> 4)
            exact = odd_count(term, ordinal, lists, MID_ODD)
            length = lists.lengths[min(ordinal, len(lists.lengths) - 1)]
            sums[ordinal - base] += unit(value, exact, length, norm)


@inlined
def add_short(sums, base, block, last, postings, cursor, limit, units, shift):  # type: ignore[no-untyped-def]
    """Add the postings of some blocks of a term kept as one list; `shift` leads from a posting to what it adds.

    Returns:
        The place of the first posting behind the blocks.
    """
    begun, ended = block << (BLOCK_BITS + 8), (last + 1) << (BLOCK_BITS + 8)
    while cursor < limit and np.int64(postings[cursor]) < begun:
        cursor += 1
    while cursor < limit and np.int64(postings[cursor]) < ended:
        sums[(np.int64(postings[cursor]) >> 8) - base] += units[cursor + shift]
        cursor += 1
    return cursor
