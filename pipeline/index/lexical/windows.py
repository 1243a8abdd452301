"""The sums of one window: what every posting of the query's terms adds, in 16-bit integers.

Reads stay inside the arrays even when a file is damaged: ranges are checked, and the sums have room for every
16-bit place.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.lexical.compiled import kernel
from pipeline.index.lexical.layout import DENSE, MID, SHORT_ODD, WINDOW


@kernel
def _set_one(sums, row, weight):  # type: ignore[no-untyped-def]
    for place in range(WINDOW):
        sums[place] = np.uint16(np.uint16(row[place]) * weight)


@kernel
def _set_two(sums, row, weight, other, other_weight):  # type: ignore[no-untyped-def]
    for place in range(WINDOW):
        sums[place] = np.uint16(np.uint16(row[place]) * weight + np.uint16(other[place]) * other_weight)


@kernel
def _add_two(sums, row, weight, other, other_weight):  # type: ignore[no-untyped-def]
    for place in range(WINDOW):
        sums[place] = np.uint16(
            sums[place] + np.uint16(row[place]) * weight + np.uint16(other[place]) * other_weight
        )


@kernel
def start_window(sums, base, dense, rows, row_weights, count):  # type: ignore[no-untyped-def]
    """Set the sums of a window to what the dense terms give; no clearing is needed before."""
    if count == 0:
        sums[:WINDOW] = np.uint16(0)
        return
    done = 2 - (count & 1)
    if done == 1:
        _set_one(sums, dense[rows[0], base : base + WINDOW], row_weights[0])
    else:
        _set_two(
            sums,
            dense[rows[0], base : base + WINDOW],
            row_weights[0],
            dense[rows[1], base : base + WINDOW],
            row_weights[1],
        )
    while done < count:
        _add_two(
            sums,
            dense[rows[done], base : base + WINDOW],
            row_weights[done],
            dense[rows[done + 1], base : base + WINDOW],
            row_weights[done + 1],
        )
        done += 2


@kernel
def _add_mid(sums, postings, codes, shares, weight):  # type: ignore[no-untyped-def]
    """Add postings of one window; `codes` are those of the window, padded to its full size."""
    for posting in postings:
        place = posting >> 4
        share = shares[(np.int64(posting & 15) << 8) | np.int64(codes[place])]
        sums[place] += np.uint16(((weight * np.uint32(share)) >> np.uint32(16)) + np.uint32(1))


@kernel
def open_lists(terms, lists, cursor, limit, dense_terms):  # type: ignore[no-untyped-def]
    """Where the list of each term begins and ends; which terms are dense.

    Returns:
        The number of dense terms; -1 if a list is not inside its array.
    """
    dense_count = 0
    for i in range(len(terms)):
        way = lists.way[terms[i]]
        where = np.int64(lists.slot[terms[i]])
        if way == DENSE:
            dense_terms[dense_count] = i
            dense_count += 1
            continue
        starts = lists.mid_starts if way == MID else lists.short_starts
        cursor[i] = starts[where]
        limit[i] = starts[where + 1]
        room = len(lists.mid_postings) if way == MID else len(lists.short_postings)
        if not 0 <= cursor[i] <= limit[i] <= room:
            return -1
    return dense_count


@kernel
def open_odd(terms, lists, odd, odd_limit):  # type: ignore[no-untyped-def]
    """Where the odd counts of each term begin and end; those of dense terms are left out, their rows tell all."""
    room = np.int64(len(lists.odd_keys))
    for i in range(len(terms)):
        if lists.way[terms[i]] != DENSE:
            prefix = np.uint64(terms[i]) << np.uint64(32)
            odd[i] = first_not_below(lists.odd_keys, np.int64(0), room, prefix)
            after = prefix + (np.uint64(1) << np.uint64(32))
            odd_limit[i] = first_not_below(lists.odd_keys, odd[i], room, after)


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
def _unit(value, count, length, base, slope):  # type: ignore[no-untyped-def]
    """What a count adds, rounded up."""
    return np.uint16(np.ceil(value * (count / (count + (base + slope * np.float64(length))))))


@kernel
def add_lists(sums, window, base, end, terms, lists, cursor, limit, odd, odd_limit, values, codes, norm):  # type: ignore[no-untyped-def]
    """Add the postings of a window. The cursor of a short list moves on; that of a mid list is its start.

    Args:
        values: what a share of 1 adds, for each term.
        codes: classes of the window's passages; 4,096 of them.
        norm: base and slope.

    Returns:
        How many lists have postings there; -1 if places are out of order.
    """
    touched = 0
    for i in range(len(terms)):
        way = lists.way[terms[i]]
        if way == DENSE:
            continue
        if way == MID:
            where = np.int64(lists.slot[terms[i]])
            first = cursor[i] + np.int64(lists.mid_windows[where, window])
            last = cursor[i] + np.int64(lists.mid_windows[where, window + 1])
            if first > last or last > limit[i]:
                return -1
            if last > first:
                touched += 1
                _add_mid(sums, lists.mid_postings[first:last], codes, lists.shares, np.uint32(values[i]))
        else:
            position = cursor[i]
            while position < limit[i]:
                ordinal = np.int64(lists.short_postings[position] >> np.uint32(8))
                if ordinal >= end:
                    break
                if ordinal < base:
                    return -1
                count = np.int64(lists.short_postings[position] & np.uint32(255))
                added = np.uint16(1)
                if count < SHORT_ODD:
                    added = _unit(values[i], np.float64(count), lists.lengths[ordinal], norm[0], norm[1])
                sums[ordinal - base] += max(np.uint16(1), added)
                position += 1
            touched += position > cursor[i]
            cursor[i] = position
        while odd[i] < odd_limit[i]:
            ordinal = np.int64(lists.odd_keys[odd[i]] & np.uint64(0xFFFFFFFF))
            if ordinal >= end:
                break
            if ordinal < base:
                return -1
            times = np.float64(lists.odd_counts[odd[i]])
            sums[ordinal - base] += _unit(values[i], times, lists.lengths[ordinal], norm[0], norm[1])
            odd[i] += 1
    return touched
