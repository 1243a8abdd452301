"""Weights under which the right ones of several things are most likely chosen: what two recipes fit.

Each question has some things to choose among, each with marks; one is chosen in proportion to the exponential of the
sum of its marks times their weights. Raised is the mean likelihood of a right one, the more so the more it is wanted,
less half of `pull` times the squares of what the weights differ from where they start; by projected gradient with
Nesterov's momentum. A weight keeps its sign. Multinomial logit: D. McFadden 1974.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen among, the things of one question after those of another.

    Args:
        marks: [things, weights], 1.0 for all that there can be.
        wanted: of each thing, how much it is right; 0 for one that is not. Each question has one that is.
        counts: how many things each question has.
        shares: what each question counts; 1.0 in all.
    """

    marks: Numbers
    wanted: Numbers
    counts: npt.NDArray[np.int64]
    shares: Numbers


@dataclass(frozen=True, slots=True)
class Way:
    """How weights are looked for; `free` tells which of them may leave where they `start`."""

    start: Numbers
    signs: Numbers  # 1.0, -1.0, or 0.0 for either
    free: npt.NDArray[np.bool_]
    pull: float
    steps: int
    rate: float


def most_likely(choices: Choices, way: Way) -> Numbers:
    """The weights under which right things are most likely chosen."""
    table, owner = choices.marks, np.repeat(np.arange(len(choices.counts)), choices.counts)
    right = choices.wanted > 0
    more = 2 * np.log(np.where(right, choices.wanted, 1.0))
    weights, ahead, momentum = way.start, way.start, 1.0
    for _ in range(way.steps):
        worth = (table * ahead).sum(axis=1)
        change = _chances(np.where(right, worth + more, -np.inf), owner) - _chances(worth, owner)
        slope = (table * (change * choices.shares[owner])[:, None]).sum(axis=0)
        slope -= way.pull * (ahead - way.start)
        after = ahead + way.rate * np.where(way.free, slope, 0.0)
        after = np.where(way.signs * after < 0, 0.0, after)
        further = (1 + np.sqrt(1 + 4 * momentum * momentum)) / 2
        ahead, weights, momentum = after + (momentum - 1) / further * (after - weights), after, further
    return weights


def _chances(worth: Numbers, owner: npt.NDArray[np.int64]) -> Numbers:
    """How likely each thing is the one that is chosen of its question's."""
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    odds = np.exp(worth - np.maximum.reduceat(worth, starts)[owner])
    chances: Numbers = odds / np.add.reduceat(odds, starts)[owner]
    return chances
