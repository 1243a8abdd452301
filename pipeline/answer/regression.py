"""Logistic regression whose weights keep a stated sign.

Maximum a posteriori, by projected gradient with Nesterov's momentum. A weight never takes the sign that would make a
better text count against an answer, which is what lets few questions fit a model that holds elsewhere. Weights are
pulled to a prior, which small sets hardly move. They are written as integers, rounded so coarsely that the last bits of
a machine's arithmetic do not reach them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.answer.gate import Linear
from pipeline.index.compiled import kernel

STEPS = 4000
PULL = 4.0  # strength of the prior, in questions
ROUND = 8  # weights are multiples of this many 1024ths
FEWEST = 8  # questions of each outcome

Features = Mapping[str, int]


def fitted(judged: Sequence[tuple[Features, bool]], signs: Mapping[str, int], prior: Linear) -> Linear:
    """Weights with their signs; the prior when one of the two outcomes is hardly there."""
    labels = np.array([label for _, label in judged], np.float64)
    if len(labels) == 0 or min(labels.sum(), len(labels) - labels.sum()) < FEWEST:
        return prior
    names = sorted(signs)
    table = np.array([[features.get(name, 0) / 1024 for name in names] for features, _ in judged])
    sign = np.array([signs[name] for name in names], np.float64)
    start = np.array([prior.weights.get(name, 0) / 1024 for name in names])
    spread = table.std(axis=0) + 1e-9
    alive = spread > 1e-6
    mean = table.mean(axis=0)
    weights, bias = _ascend(
        (table - mean) / np.where(alive, spread, 1.0), labels, np.where(alive, sign, 0.0), start * spread
    )
    true = np.where(alive, weights / np.where(alive, spread, 1.0), 0.0)
    whole = {
        name: value
        for name, value in zip(
            names, (ROUND * np.rint(true * 1024 / ROUND)).astype(int).tolist(), strict=True
        )
        if value
    }
    shift = bias - sum(whole.get(name, 0) / 1024 * float(mean[place]) for place, name in enumerate(names))
    return Linear(whole, int(ROUND * round(shift * 1024 / ROUND)))


def _ascend(
    table: NDArray[np.float64],
    labels: NDArray[np.float64],
    sign: NDArray[np.float64],
    start: NDArray[np.float64],
) -> tuple[NDArray[np.float64], float]:
    """Weights on standardised features, each of its sign (0: not used), and the bias. Outcomes weigh the same."""
    weight = np.where(labels > 0, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    prior = np.where(sign == 0, 0.0, start)
    rate = 1.0 / (0.25 * float((table * table).sum(axis=1).max() + 1) + PULL / len(labels))
    weights = prior.copy()
    return weights, float(_climb(table, labels, weight, sign, prior, rate, weights))


@kernel
def _climb(table, labels, weight, sign, prior, rate, weights):  # type: ignore[no-untyped-def]
    """Move weights to where the posterior is highest; returns the bias."""
    rows, columns = table.shape
    bias, ahead, ahead_bias, momentum = 0.0, weights.copy(), 0.0, 1.0
    slopes = np.empty(columns)
    for _ in range(STEPS):
        slopes[:] = 0.0
        slope_bias = 0.0
        for row in range(rows):
            logit = ahead_bias
            for place in range(columns):
                logit += table[row, place] * ahead[place]
            wrong = weight[row] * (labels[row] - 1 / (1 + math.exp(-min(max(logit, -40.0), 40.0))))
            slope_bias += wrong
            for place in range(columns):
                slopes[place] += table[row, place] * wrong
        further = (1 + math.sqrt(1 + 4 * momentum * momentum)) / 2
        swing = (momentum - 1) / further
        for place in range(columns):
            pull = PULL * (ahead[place] - prior[place])
            after = ahead[place] + rate * (slopes[place] - pull) / rows
            if after * sign[place] <= 0:
                after = 0.0
            ahead[place] = after + swing * (after - weights[place])
            weights[place] = after
        after = ahead_bias + rate * slope_bias / rows
        ahead_bias = after + swing * (after - bias)
        bias, momentum = after, further
    return bias
