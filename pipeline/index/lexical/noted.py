"""The passages noted while blocks are summed: those that reached the threshold of their time.

They are kept in two ascending parts, as blocks are read in two turns, with their sums.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.bits import LANES, lowest, reaching
from pipeline.index.compiled import inlined, kernel
from pipeline.index.lexical.layout import BLOCK

BIN_BITS = 5  # of sums that are counted together
BINS = 65536 >> BIN_BITS


@inlined
def any_reaches(sums, start, need):  # type: ignore[no-untyped-def]
    """Whether a passage of a block does."""
    found = np.uint64(0)
    for place in range(start, start + BLOCK, LANES):
        found |= reaching(sums, place, np.uint16(need))
    return found != 0


@inlined
def collect(sums, start, base, count, need, mask, found, found_sums, used, bins, edge):  # type: ignore[no-untyped-def]
    """Note the passages of a block whose sum reaches `need`, and count their sums in bins.

    There is room for a whole block behind `used`.

    Args:
        start: of the block, in the sums.
        base: the passage of the first sum.

    Returns:
        How many are noted by now, and how many of the new ones lie in bins above the edge.
    """
    above = 0
    for part in range(start, start + BLOCK, LANES):
        left = reaching(sums, part, np.uint16(need))
        while left != 0:
            place = part + np.int64(lowest(left))
            left &= left - np.uint64(1)
            ordinal = base + place
            if ordinal >= count or (len(mask) > 0 and mask[ordinal] == 0):
                continue
            found[used] = ordinal
            found_sums[used] = sums[place]
            used += 1
            place_of = np.int64(sums[place]) >> BIN_BITS
            bins[place_of] += np.int32(1)
            above += place_of > edge
    return used, above


@inlined
def raised(bins, edge, above, k, need, slack):  # type: ignore[no-untyped-def]
    """The edge, the sums above it, and the threshold, once k sums of more are noted than lie that much lower."""
    while above - bins[edge + 1] >= k:
        edge += 1
        above -= bins[edge]
    return edge, above, max(need, ((edge + 1) << BIN_BITS) - slack)


@kernel
def keep(found, sums, used, split, need):  # type: ignore[no-untyped-def]
    """Drop the candidates that a raised threshold excludes; the order stays.

    Returns:
        How many are left, of all and of those before `split`.
    """
    kept, before = 0, 0
    for place in range(used):
        if place == split:
            before = kept
        if sums[place] >= need:
            found[kept] = found[place]
            sums[kept] = sums[place]
            kept += 1
    return kept, kept if split >= used else before


@kernel
def more_room(values, used):  # type: ignore[no-untyped-def]
    more = np.empty(2 * len(values), values.dtype)
    more[:used] = values[:used]
    return more


@kernel
def merged_parts(found, used, split):  # type: ignore[no-untyped-def]
    """The two ascending parts of what was found as one."""
    merged = np.empty(used, np.uint32)
    left, right = 0, split
    for place in range(used):
        if right >= used or (left < split and found[left] < found[right]):
            merged[place] = found[left]
            left += 1
        else:
            merged[place] = found[right]
            right += 1
    return merged
