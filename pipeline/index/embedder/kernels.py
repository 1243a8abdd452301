"""The inner loops of training: sums of feature vectors, their gradients, and Adam on touched rows only.

Plain loops in a fixed order, one thread, no fast-math: the same inputs give the same bits. Numba compiles
them; nothing on the query path imports this module.

The update is Adam (Kingma and Ba 2015) applied lazily: a step changes the rows of the features that its
batch holds, and their moments, and no others.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def sum_features(
    flat: NDArray[np.int32],
    start: NDArray[np.int64],
    stop: NDArray[np.int64],
    features: NDArray[np.int32],
    table: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """out[i] = the sum of table rows for every feature of the words flat[start[i]:stop[i]]."""
    for text in range(start.size):
        out[text, :] = 0
        for place in range(start[text], stop[text]):
            for slot in range(features.shape[1]):
                feature = features[flat[place], slot]
                if feature >= 0:
                    for column in range(table.shape[1]):
                        out[text, column] += table[feature, column]


@njit(cache=True)
def scatter_gradient(
    flat: NDArray[np.int32],
    start: NDArray[np.int64],
    stop: NDArray[np.int64],
    features: NDArray[np.int32],
    gradient: NDArray[np.float32],
    total: NDArray[np.float32],
    seen: NDArray[np.uint8],
    touched: NDArray[np.int32],
    count: int,
) -> int:
    """Add each text's gradient to the rows of its features; returns how many rows were touched so far."""
    for text in range(start.size):
        for place in range(start[text], stop[text]):
            for slot in range(features.shape[1]):
                feature = features[flat[place], slot]
                if feature < 0:
                    continue
                if seen[feature] == 0:
                    seen[feature] = 1
                    touched[count] = feature
                    count += 1
                for column in range(total.shape[1]):
                    total[feature, column] += gradient[text, column]
    return count


@njit(cache=True)
def adam_rows(
    table: NDArray[np.float32],
    first: NDArray[np.float32],
    second: NDArray[np.float32],
    total: NDArray[np.float32],
    seen: NDArray[np.uint8],
    touched: NDArray[np.int32],
    count: int,
    rate: np.float32,
    beta1: np.float32,
    beta2: np.float32,
    correction1: np.float32,
    correction2: np.float32,
) -> None:
    """One Adam step on the touched rows; their gradients are set to zero for the next step."""
    one = np.float32(1)
    tiny = np.float32(1e-9)
    for place in range(count):
        row = touched[place]
        seen[row] = 0
        for column in range(table.shape[1]):
            slope = total[row, column]
            total[row, column] = 0
            mean = beta1 * first[row, column] + (one - beta1) * slope
            square = beta2 * second[row, column] + (one - beta2) * slope * slope
            first[row, column] = mean
            second[row, column] = square
            table[row, column] -= rate * (mean * correction1) / (np.sqrt(square * correction2) + tiny)
