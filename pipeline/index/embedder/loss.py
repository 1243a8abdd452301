"""The training loss and its gradient, written out.

In-batch softmax in both directions (MultipleNegativesRanking), with the texts of the same side as further
negatives: for pair i, left i must pick right i among all rights and all other lefts, and right i must pick
left i among all lefts and all other rights. Vectors are unit length, logits are cosine times `scale`.

    loss = mean_i  -log p(right_i | left_i)  - log p(left_i | right_i)

Float32 throughout; the order of every sum is fixed by the shapes alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedder.parallel import Run, one_by_one

Floats = NDArray[np.float32]

SMALLEST = np.float32(1e-6)


def normalise(sums: Floats) -> tuple[Floats, Floats]:
    """Rows at unit length, and the lengths they had (a column)."""
    lengths = np.maximum(np.sqrt((sums * sums).sum(axis=1, keepdims=True)), SMALLEST)
    return sums / lengths, lengths


def through_normalise(gradient: Floats, unit: Floats, lengths: Floats) -> Floats:
    """The gradient by the sums, given that by the unit vectors."""
    return (gradient - unit * (gradient * unit).sum(axis=1, keepdims=True)) / lengths


def _weights(first: Floats, second: Floats, scale: float) -> Floats:
    """exp(logit - scale): no larger than 1, as a cosine is, so no row maximum is needed."""
    logits = first @ second.T
    logits *= np.float32(scale)
    logits -= np.float32(scale)
    return np.exp(logits, out=logits)


def symmetric_loss(
    left: Floats, right: Floats, scale: float, run: Run = one_by_one
) -> tuple[float, Floats, Floats]:
    """The loss of a batch and its gradients by `left` and `right` (both [pairs, dimensions], unit rows)."""
    count = left.shape[0]
    across, within_left, within_right = run(
        [
            lambda: _weights(left, right, scale),
            lambda: _weights(left, left, scale),
            lambda: _weights(right, right, scale),
        ]
    )
    np.fill_diagonal(within_left, 0)
    np.fill_diagonal(within_right, 0)
    of_left = across.sum(axis=1) + within_left.sum(axis=1)
    of_right = across.sum(axis=0) + within_right.sum(axis=1)
    right_ones = np.diagonal(across)
    loss = float((np.log(of_left) + np.log(of_right) - 2 * np.log(np.maximum(right_ones, 1e-30))).mean())

    slope = across / of_left[:, None] + across / of_right[None, :]
    slope[np.arange(count), np.arange(count)] -= 2
    within_left /= of_left[:, None]
    within_right /= of_right[:, None]
    step = np.float32(scale / count)
    by_left, by_right = run(
        [
            lambda: (slope @ right + (within_left + within_left.T) @ left) * step,
            lambda: (slope.T @ left + (within_right + within_right.T) @ right) * step,
        ]
    )
    return loss, by_left, by_right
