"""Stretches of an array, each given by where it begins and ends: all their places, one stretch after another."""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import kernel


@kernel
def places_between(first, last):  # type: ignore[no-untyped-def]
    """Of each place in some stretches (int64, an end is behind the last place) its stretch, and the place itself."""
    count = 0
    for stretch in range(len(first)):
        count += max(0, last[stretch] - first[stretch])
    owners, places = np.empty(count, np.int64), np.empty(count, np.int64)
    used = 0
    for stretch in range(len(first)):
        for place in range(first[stretch], last[stretch]):
            owners[used] = stretch
            places[used] = place
            used += 1
    return owners, places
