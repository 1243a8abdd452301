"""Kernels of the builder: token ids to postings of each passage, and these to the lists of each term.

Invariants: passages come in ascending order, so every list is ascending without a sort; term ids in a batch
are below the length of the tables given with it (the caller checks).
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import kernel
from pipeline.index.lexical.layout import (
    BLOCK_BITS,
    BLOCKS,
    DENSE,
    MID,
    MID_ODD,
    MOST_COUNTED,
    SHORT_ODD,
    WINDOW_BITS,
)

_WINDOW_MASK = (1 << WINDOW_BITS) - 1


@kernel
def count_terms(tokens, ends, first, last_seen, place, frequency, terms, counts, posting_ends):  # type: ignore[no-untyped-def]
    """Postings of a batch of passages: term ids and counts, in the order of first occurrence.

    `terms` and `counts` hold as many values as `tokens`: a passage never has more postings than tokens.
    `last_seen[t]` is the last passage with the term, whose posting is at `place[t]`. A count ends at 65,535.

    Returns:
        The number of postings.
    """
    used = 0
    start = 0
    for row in range(len(ends)):
        passage = first + row
        for position in range(start, ends[row]):
            term = tokens[position]
            if last_seen[term] == passage:
                if counts[place[term]] < MOST_COUNTED:
                    counts[place[term]] += np.uint16(1)
            else:
                last_seen[term] = passage
                place[term] = used
                frequency[term] += np.uint32(1)
                terms[used] = term
                counts[used] = np.uint16(1)
                used += 1
        start = ends[row]
        posting_ends[row] = used
    return used


@kernel
def quantise(count, norm):  # type: ignore[no-untyped-def]
    """The impact of a posting in 255ths, 1 to 255."""
    impact = np.rint(255.0 * (count / (count + norm)))
    return np.uint8(max(1.0, impact))


@kernel
def restore(impact, norm):  # type: ignore[no-untyped-def]
    """The term count that an impact stands for; infinite for 255, which is always kept as odd."""
    share = np.float64(impact)
    return np.rint(norm * share / (255.0 - share))


@kernel
def _peak(count, shares, code, norm):  # type: ignore[no-untyped-def]
    """The share of a posting in 255ths, rounded up, as the first pass of a search sees it."""
    if count >= MID_ODD:
        exact = np.float64(count)
        return np.uint8(min(255.0, np.ceil(255.0 * (exact / (exact + norm)))))
    return np.uint8((np.int64(shares[(count << 8) | np.int64(code)]) + 256) // 257)


@kernel
def start_blocks(mid_blocks, mid_windows):  # type: ignore[no-untyped-def]
    """Turn the numbers of postings in blocks into the places where these begin; those of windows with them."""
    for where in range(len(mid_blocks)):
        for window in range(mid_windows.shape[1] - 1):
            used = np.uint32(0)
            for block in range(window * BLOCKS, (window + 1) * BLOCKS):
                counted = np.uint32(mid_blocks[where, block])
                mid_blocks[where, block] = used
                used += counted
            mid_windows[where, window + 1] = mid_windows[where, window] + used


@kernel
def place_postings(  # type: ignore[no-untyped-def]
    terms, counts, posting_ends, first, rank, lengths, base, slope,
    codes, shares, way, slot, next_short, next_mid,
    short_postings, mid_blocks, mid_peaks, mid_postings, dense, dense_peaks,
    odd_keys, odd_counts, odd, width,
):  # fmt: skip
    """Put the postings of a batch into the lists of their terms.

    `rank` maps the ids of the batch to final ids; `next_short` and `next_mid` say where the next posting of
    a slot goes, and are moved on. `mid_blocks[slot, b]` counts the postings of block b. `width[0]`
    and `width[1]` follow the lowest and highest difference between an impact and 255 * tf / (tf + norm).
    `odd_keys` has room for every posting of the batch.

    Returns:
        The number of odd postings so far.
    """
    start = 0
    for row in range(len(posting_ends)):
        passage = first + row
        norm = base + slope * np.float64(lengths[passage])
        block = passage >> BLOCK_BITS
        for posting in range(start, posting_ends[row]):
            term = rank[terms[posting]]
            count = np.int64(counts[posting])
            where = slot[term]
            if way[term] == DENSE:
                exact = np.float64(count)
                impact = quantise(exact, norm)
                difference = np.float64(impact) - 255.0 * (exact / (exact + norm))
                width[0] = min(width[0], difference)
                width[1] = max(width[1], difference)
                is_odd = restore(impact, norm) != exact
                dense[where, passage] = impact
                dense_peaks[where, block] = max(dense_peaks[where, block], impact)
            elif way[term] == MID:
                target = next_mid[where]
                next_mid[where] = target + np.uint32(1)
                is_odd = count >= MID_ODD
                mid_postings[target] = ((passage & _WINDOW_MASK) << 4) | min(count, MID_ODD)
                mid_blocks[where, block] += np.uint16(1)
                peak = _peak(count, shares, codes[passage], norm)
                mid_peaks[where, block] = max(mid_peaks[where, block], peak)
            else:
                target = next_short[where]
                next_short[where] = target + np.uint32(1)
                is_odd = count >= SHORT_ODD
                short_postings[target] = (passage << 8) | min(count, SHORT_ODD)
            if is_odd:
                odd_keys[odd] = (np.uint64(term) << np.uint64(32)) | np.uint64(passage)
                odd_counts[odd] = counts[posting]
                odd += 1
        start = posting_ends[row]
    return odd
