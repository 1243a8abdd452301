"""What a block can hold at most: for each block of 128 passages a bound of the sums that `candidates` takes.

The bound is the sum, over the query's terms, of the most that a term adds to a passage of the block. It is never below
the sum of any passage there, so a block whose bound is below the threshold is passed over, whatever the mask.

    MID     (floor(u) * 257 * peak >> 16) + 6. Where the list holds the count, the posting adds
            (floor(u) * share >> 16) + 1, and 257 * peak is at least the share. An odd posting adds 1 + ceil(u * x) with
            255 * x <= peak; u * x < floor(u) * peak / 255 + 1, and 257 / 65,536 instead of 1 / 255 loses less than 1
    SHORT   the postings are read here, once: what each adds is kept for the sums, and the largest of a block is exact
    DENSE   w * peak

A block without the term adds 0.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.ahead import ahead
from pipeline.index.bits import LANES, lowest, reaching
from pipeline.index.compiled import inlined, kernel
from pipeline.index.lexical.layout import BLOCK_BITS, MID_ODD, SHORT_ODD

_STEPS = 10  # of 16: the cut need not be exact
_AHEAD = 16  # postings after which the class of one is asked for
_FOLDED = 8  # blocks that one number stands for when blocks are counted, far from each other


@kernel
def first_not_below(values, low, high, wanted):  # type: ignore[no-untyped-def]
    """The first place of an ascending range whose value is not below the wanted one."""
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def odd_range(term, keys):  # type: ignore[no-untyped-def]
    """Where the odd postings of a term begin and end in `odd_keys`."""
    room = np.int64(len(keys))
    key = np.uint64(term) << np.uint64(32)
    first = first_not_below(keys, np.int64(0), room, key)
    return first, first_not_below(keys, first, room, key + (np.uint64(1) << np.uint64(32)))


@kernel
def odd_count(term, ordinal, lists, otherwise):  # type: ignore[no-untyped-def]
    """The count of a posting that its list does not tell."""
    key = (np.uint64(term) << np.uint64(32)) | np.uint64(ordinal)
    room = np.int64(len(lists.odd_keys))
    place = first_not_below(lists.odd_keys, np.int64(0), room, key)
    if place < room and lists.odd_keys[place] == key:
        return np.float64(lists.odd_counts[place])
    return np.float64(otherwise)


@kernel
def unit(value, count, length, norm):  # type: ignore[no-untyped-def]
    """What a count adds, rounded up."""
    return np.uint16(np.ceil(value * (count / (count + (norm[0] + norm[1] * np.float64(length))))))


@inlined
def unit_of(weight, share):  # type: ignore[no-untyped-def]
    """What a count adds that its list tells, by the share of its class."""
    return np.uint16(((weight * np.uint32(share)) >> np.uint32(16)) + np.uint32(1))


@kernel
def bound_dense(bounds, peaks, weight):  # type: ignore[no-untyped-def]
    """Add the bounds of a dense term."""
    for block in range(len(peaks)):
        bounds[block] += np.uint16(np.uint16(peaks[block]) * weight)


@kernel
def bound_mid(bounds, peaks, value):  # type: ignore[no-untyped-def]
    """Add the bounds of a term kept by windows."""
    for block in range(len(peaks)):
        peak = np.uint32(peaks[block])
        bound = np.uint32(np.uint32(np.uint32(value * np.uint32(peak * np.uint32(257))) >> np.uint32(16)) + 6)
        bounds[block] += np.uint16(bound) if peak > 0 else np.uint16(0)


@kernel
def bound_short(bounds, term, first, last, value, lists, norm, count, units, used):  # type: ignore[no-untyped-def]
    """Add the bounds of a term kept as one list, and note what each posting adds.

    Returns:
        Whether the list is in order, and no passage beyond the last.
    """
    postings, codes, shares = lists.short_postings, lists.codes, lists.shares
    weight = np.uint32(value)
    before = current = np.int64(-1)
    floor = peak = np.uint16(0)
    for place in range(first, last):
        if place + _AHEAD < last:
            ahead(codes, np.int64(postings[place + _AHEAD] >> np.uint32(8)))
        ordinal = np.int64(postings[place] >> np.uint32(8))
        if ordinal <= before or ordinal >= count:
            return False
        before = ordinal
        times = np.int64(postings[place] & np.uint32(255))
        if times < MID_ODD:
            added = unit_of(weight, shares[(times << 8) | np.int64(codes[ordinal])])
        else:
            exact = odd_count(term, ordinal, lists, times) if times == SHORT_ODD else np.float64(times)
            added = max(np.uint16(1), unit(value, exact, lists.lengths[ordinal], norm))
        units[used] = added
        used += 1
        block = ordinal >> BLOCK_BITS
        same = block == current  # without a branch, which nobody could foretell
        floor = floor if same else bounds[block]
        peak = max(peak, added) if same else added
        bounds[block] = floor + peak
        current = block
    return True


@kernel
def _reaching(tops, least):  # type: ignore[no-untyped-def]
    found = np.int32(0)
    for place in range(len(tops)):
        found += np.int32(tops[place] >= least)
    return found


@kernel
def _raise_tops(tops, bounds):  # type: ignore[no-untyped-def]
    for place in range(len(tops)):
        tops[place] = max(tops[place], bounds[place])


@kernel
def first_cut(bounds, wanted):  # type: ignore[no-untyped-def]
    """A bound, at least 1, that roughly so many blocks reach; not many more."""
    size = len(bounds) // _FOLDED  # a window has a whole number of them
    if size == 0:
        return np.int64(1)
    tops = np.zeros(size, np.uint16)
    for start in range(0, size * _FOLDED, size):
        _raise_tops(tops, bounds[start : start + size])
    low = np.int64(1)
    step = np.int64(1) << 15
    for _ in range(_STEPS):
        if low + step <= 65535 and _reaching(tops, np.uint16(low + step)) >= wanted:
            low += step
        step >>= 1
    return low


@kernel
def choose_blocks(bounds, least, below, chosen):  # type: ignore[no-untyped-def]
    """The blocks whose bounds are at least the one and below the other, in ascending order; how many there are."""
    used = 0
    if least > 65535:
        return used
    for start in range(0, len(bounds), LANES):
        left = reaching(bounds, start, np.uint16(least))
        if below <= 65535:
            left &= ~reaching(bounds, start, np.uint16(below))
        while left != 0:
            chosen[used] = start + np.int64(lowest(left))
            used += 1
            left &= left - np.uint64(1)
    return used
