"""The sums of one window: what every posting of the query's terms adds, in 16-bit integers.

Reads stay inside the arrays even when a file is damaged: ranges are checked, and the sums have room for every
16-bit place.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.lexical.compiled import kernel
from pipeline.index.lexical.layout import DENSE, MID, WINDOW


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
def _add_places(sums, places, impacts, table):  # type: ignore[no-untyped-def]
    for posting in range(len(places)):
        sums[places[posting]] += table[impacts[posting]]


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
        room = len(lists.mid_places) if way == MID else len(lists.short_ordinals)
        if not 0 <= cursor[i] <= limit[i] <= room:
            return -1
    return dense_count


@kernel
def add_lists(sums, window, base, end, terms, lists, cursor, limit, tables):  # type: ignore[no-untyped-def]
    """Add the postings of a window. The cursor of a short list moves on; that of a mid list is its start.

    Returns:
        How many lists have postings there; -1 if places are out of order.
    """
    touched = 0
    for i in range(len(terms)):
        way = lists.way[terms[i]]
        if way == MID:
            where = np.int64(lists.slot[terms[i]])
            first = cursor[i] + np.int64(lists.mid_windows[where, window])
            last = cursor[i] + np.int64(lists.mid_windows[where, window + 1])
            if first > last or last > limit[i]:
                return -1
            if last > first:
                touched += 1
                _add_places(sums, lists.mid_places[first:last], lists.mid_impacts[first:last], tables[i])
        elif way != DENSE:
            position = cursor[i]
            while position < limit[i] and np.int64(lists.short_ordinals[position]) < end:
                ordinal = np.int64(lists.short_ordinals[position])
                if ordinal < base:
                    return -1
                sums[ordinal - base] += tables[i, lists.short_impacts[position]]
                position += 1
            touched += position > cursor[i]
            cursor[i] = position
    return touched
