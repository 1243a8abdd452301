"""The sums of blocks in a row, of one window: what every posting of the query's terms adds, in 16-bit integers.

Reads stay inside the arrays even when a file is damaged: ranges are checked, and the sums have room for a whole window.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import inlined, kernel
from pipeline.index.lexical.bounds import unit, unit_of
from pipeline.index.lexical.layout import BLOCK, BLOCK_BITS, BLOCKS, WINDOW_BITS

_BLOCKS_BITS = WINDOW_BITS - BLOCK_BITS
# what is known of a term kept by windows while it is searched: its slot, where its postings begin and end, the odd
# posting that comes next, where those end, and where they begin
SLOT, START, LIMIT, ODD, ODD_LIMIT, ODD_START, OPENED = range(7)


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


@kernel
def fill_units(units, shares, weight):  # type: ignore[no-untyped-def]
    """What a posting of a term kept by windows adds, by count and class as in `shares`; 1 for an odd one."""
    for place in range(len(units)):
        units[place] = unit_of(weight, shares[place])


@inlined
def add_mid(sums, base, block, last, opened, windows, places, postings, codes, units):  # type: ignore[no-untyped-def]
    """Add the postings of some blocks of terms kept by windows, odd ones as 1.

    All terms are added in one call: numba counts the references of an array at each call, which costs more than the
    postings of a block do.

    Args:
        base: the first passage of the window.
        opened: the row of each term, by `SLOT`, `START` and `LIMIT`.
        windows: `mid_windows`.
        places: `mid_blocks`.
        units: as `fill_units` makes them, a row for each term.

    Returns:
        Whether all of them are inside their lists.
    """
    origin = np.uint64(base)  # unsigned: a place that may be negative is tested for it at each posting
    for term in range(len(opened)):
        start = opened[term, START]
        begun, ended = run_range(windows, places, opened[term, SLOT], block, last)
        begun, ended = begun + start, ended + start
        if begun > ended or ended > opened[term, LIMIT]:
            return False
        for posting in range(np.uint64(begun), np.uint64(ended)):
            held = np.uint64(postings[posting])
            place = held >> np.uint64(4)
            counted = (held & np.uint64(15)) << np.uint64(8)
            sums[place] += units[term, counted | np.uint64(codes[origin + place])]
    return True


@inlined
def add_odd(sums, base, block, last, opened, keys, counts, lengths, values, norm):  # type: ignore[no-untyped-def]
    """Add what the odd postings of these terms add besides 1; `ODD` of each is moved behind the blocks."""
    begun, ended = block << BLOCK_BITS, (last + 1) << BLOCK_BITS
    for term in range(len(opened)):
        at = opened[term, ODD]
        while at < opened[term, ODD_LIMIT]:
            ordinal = np.int64(keys[at] & np.uint64(0xFFFFFFFF))
            if ordinal >= ended:
                break
            if ordinal >= begun:
                length = lengths[min(ordinal, len(lengths) - 1)]
                sums[ordinal - base] += unit(values[term], np.float64(counts[at]), length, norm)
            at += 1
        opened[term, ODD] = at


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
