"""The kernels from features to vectors: int32 sums of weighted int8 rows, brought to one length.

Constants of other modules come as arguments: compiled code is kept, and does not notice that they changed.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import inlined, kernel

_BITS = 26  # squares of 26-bit numbers: sums of up to 2,048 of them fit 63 bits


@inlined
def add_feature(sums, feature, table, weights):  # type: ignore[no-untyped-def]
    """Add the vector of a feature to sums (int32)."""
    weight = weights[feature]
    for column in range(len(sums)):
        sums[column] += np.int32(weight * np.int32(table[feature, column]))


@kernel
def shorten(sums, target, out):  # type: ignore[no-untyped-def]
    """Sums brought to the length `target` and rounded half to even, in int8; zeros stay zeros."""
    peak = np.int64(0)
    for column in range(len(sums)):
        peak = max(peak, abs(np.int64(sums[column])))
    shift = np.int64(0)
    while (peak >> shift) >> _BITS != 0:
        shift += 1
    squares = np.int64(0)
    for column in range(len(sums)):
        value = np.int64(sums[column]) >> shift
        squares += value * value
    length = np.sqrt(np.float64(max(squares, np.int64(1))))
    for column in range(len(sums)):
        scaled = np.rint(np.float64(np.int64(sums[column]) >> shift) * target / length)
        out[column] = np.int8(min(max(scaled, -127.0), 127.0))


@kernel
def shorten_rows(sums, target):  # type: ignore[no-untyped-def]
    """`shorten` of each row."""
    out = np.empty(sums.shape, np.int8)
    for row in range(len(sums)):
        shorten(sums[row], target, out[row])
    return out


@kernel
def vectors_of_features(features, starts, table, weights, target):  # type: ignore[no-untyped-def]
    """The vectors of texts, whose features stand one text after another: `starts` says where, and where they end."""
    out = np.empty((len(starts) - 1, table.shape[1]), np.int8)
    sums = np.empty(table.shape[1], np.int32)
    for text in range(len(out)):
        sums[:] = 0
        for place in range(starts[text], starts[text + 1]):
            add_feature(sums, features[place], table, weights)
        shorten(sums, target, out[text])
    return out
