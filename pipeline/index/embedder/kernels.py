"""The inner loops of training: sums of feature vectors, their gradients, and Adam on touched rows only.

Plain loops in a fixed order, no fast-math: the same inputs give the same bits. Each kernel does a part of the
work (some texts, some columns, some rows) that shares no output with another part, so that two threads may do
two parts at once and change nothing. Numba compiles them; nothing on the query path imports this module.

The update is Adam (Kingma and Ba 2015) applied lazily: a step changes the rows of the features that its
batch holds, and their moments, and no others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.index.compiled import kernel

Ints = NDArray[np.int32]
Places = NDArray[np.int64]
Floats = NDArray[np.float32]


@kernel
def sum_features(flat: Ints, start: Places, stop: Places, features: Ints, table: Floats, out: Floats) -> None:
    """out[i] = the sum of table rows for every feature of the words flat[start[i]:stop[i]]."""
    for text in range(start.size):
        out[text, :] = 0
        for place in range(start[text], stop[text]):
            for slot in range(features.shape[1]):
                feature = features[flat[place], slot]
                if feature >= 0:
                    for column in range(table.shape[1]):
                        out[text, column] += table[feature, column]


@kernel
def collect_features(
    flat: Ints,
    start: Places,
    stop: Places,
    features: Ints,
    seen: NDArray[np.uint8],
    touched: Ints,
    count: int,
) -> int:
    """List each feature of the texts once, after the `count` that are listed; returns the new count."""
    for text in range(start.size):
        for place in range(start[text], stop[text]):
            for slot in range(features.shape[1]):
                feature = features[flat[place], slot]
                if feature >= 0 and seen[feature] == 0:
                    seen[feature] = 1
                    touched[count] = feature
                    count += 1
    return count


@kernel
def scatter_gradient(
    flat: Ints,
    start: Places,
    stop: Places,
    features: Ints,
    gradient: Floats,
    total: Floats,
    first_column: int,
    last_column: int,
) -> None:
    """Add each text's gradient to the rows of its features, in the columns from first to before last."""
    for text in range(start.size):
        for place in range(start[text], stop[text]):
            for slot in range(features.shape[1]):
                feature = features[flat[place], slot]
                if feature >= 0:
                    row = total[feature, first_column:last_column]
                    slope = gradient[text, first_column:last_column]
                    for column in range(len(row)):
                        row[column] += slope[column]


@kernel
def adam_rows(
    table: Floats,
    first: Floats,
    second: Floats,
    total: Floats,
    seen: NDArray[np.uint8],
    touched: Ints,
    rate: np.float32,
    beta1: np.float32,
    beta2: np.float32,
    correction1: np.float32,
    correction2: np.float32,
) -> None:
    """One Adam step on the touched rows; their gradients are set to zero for the next step."""
    one = np.float32(1)
    tiny = np.float32(1e-9)
    for row in touched:
        seen[row] = 0
        vector, means, squares, slopes = table[row], first[row], second[row], total[row]
        for column in range(len(vector)):
            slope = slopes[column]
            slopes[column] = 0
            mean = beta1 * means[column] + (one - beta1) * slope
            square = beta2 * squares[column] + (one - beta2) * slope * slope
            means[column] = mean
            squares[column] = square
            vector[column] -= rate * (mean * correction1) / (np.sqrt(square * correction2) + tiny)
