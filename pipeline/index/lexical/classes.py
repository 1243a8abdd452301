"""Classes of norms: at most 256 for all passages, as near to the norms as they can be.

A collection has at most a few thousand different lengths. Lengths in a row share a class while their shares,
tf / (tf + norm), stay within a tolerance for every count that a list of windows holds; the tolerance is the smallest
of some tried that needs no more than 256 classes, and 0 where there are no more lengths than that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.index.lexical.layout import CODES, MID_ODD, WINDOW, windows_of

_TRIALS = 24
_SCALE = 65535


def norm_classes(
    lengths: NDArray[np.uint32], base: float, slope: float
) -> tuple[NDArray[np.uint8], NDArray[np.uint16], float]:
    """The class of each passage, padded to whole windows; shares by count and class in 65,535ths, rounded down; the
    largest difference.

    The difference is that of the share of a class and the share of a passage in it, before rounding down, on either
    side of 0.
    """
    different, inverse = np.unique(lengths, return_inverse=True)
    norms = base + slope * different.astype(np.float64)
    counts = np.arange(1, MID_ODD, dtype=np.float64)[:, None]
    shares = counts / (counts + norms)  # falling along a row
    firsts = _narrowest(shares)
    lasts = np.append(firsts[1:], len(norms))[: len(firsts)] - 1
    middles = (shares[:, firsts] + shares[:, lasts]) / 2
    class_of = np.searchsorted(firsts, np.arange(len(norms)), "right") - 1
    table = np.zeros((16, CODES), np.uint16)
    table[1:MID_ODD, : len(firsts)] = np.floor(middles * _SCALE)
    difference = float(np.abs(shares - middles[:, class_of]).max(initial=0.0))
    codes = np.zeros(windows_of(len(lengths)) * WINDOW, np.uint8)
    codes[: len(lengths)] = class_of[inverse]
    return codes, table.reshape(-1), difference


def _narrowest(shares: NDArray[np.float64]) -> NDArray[np.int64]:
    """The first length of each class, for the smallest tolerance that needs no more classes than there are."""
    if shares.shape[1] <= CODES:
        return np.arange(shares.shape[1])
    low, high = 0.0, 1.0
    for _ in range(_TRIALS):
        middle = (low + high) / 2
        if len(_classes(shares, middle)) <= CODES:
            high = middle
        else:
            low = middle
    return _classes(shares, high)


def _classes(shares: NDArray[np.float64], tolerance: float) -> NDArray[np.int64]:
    """The first length of each class, each as long as the tolerance lets it be; at most one more than allowed."""
    firsts, first = [0], 0
    while len(firsts) <= CODES:
        spread = shares[:, first, None] - shares[:, first:]
        beyond = np.flatnonzero(spread.max(axis=0) > tolerance)
        if not len(beyond):
            break
        first += int(beyond[0])
        firsts.append(first)
    return np.array(firsts, np.int64)
