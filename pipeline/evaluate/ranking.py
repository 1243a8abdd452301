"""How well a ranking finds what is relevant.

Every function takes the ids found, best first, and the set of ids that are relevant, and gives a number
from 0 to 1. An id that is found twice counts once, at its better place. A question without anything
relevant has no ranking measure: callers leave it out (`ValueError` otherwise).

What it does not do: judge whether a question should have been answered; see `selective`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import fsum


def _distinct(found: Sequence[str], depth: int) -> list[str]:
    return list(dict.fromkeys(found))[:depth]


def _need(relevant: Collection[str]) -> None:
    if not relevant:
        raise ValueError("a ranking measure needs at least one relevant id")


def average_precision(found: Sequence[str], relevant: Collection[str], depth: int = 10) -> float:
    """AP@depth = (1/R) * sum over relevant ranks r <= depth of precision at r; R is *all* relevant ids.

    This is what trec_eval's `map` gives for a run cut at `depth` (Buckley and Voorhees 2005), and the
    official measure of Qur'an QA 2023, task A. With more than `depth` relevant ids it stays below 1.
    """
    _need(relevant)
    hits, precisions = 0, []
    for rank, one in enumerate(_distinct(found, depth), start=1):
        if one in relevant:
            hits += 1
            precisions.append(hits / rank)
    return fsum(precisions) / len(set(relevant))


def reciprocal_rank(found: Sequence[str], relevant: Collection[str], depth: int = 10) -> float:
    """RR@depth = 1 / rank of the first relevant id, 0 when there is none (Voorhees 1999)."""
    _need(relevant)
    for rank, one in enumerate(_distinct(found, depth), start=1):
        if one in relevant:
            return 1 / rank
    return 0.0


def recall(found: Sequence[str], relevant: Collection[str], depth: int) -> float:
    """R@depth = relevant ids among the first `depth`, divided by all relevant ids."""
    _need(relevant)
    return len(set(_distinct(found, depth)) & set(relevant)) / len(set(relevant))


def hit(found: Sequence[str], relevant: Collection[str], depth: int) -> float:
    """hit@depth = 1 when some relevant id is among the first `depth`, else 0 (also called success@depth)."""
    _need(relevant)
    return float(not set(_distinct(found, depth)).isdisjoint(relevant))


def mean(values: Iterable[float]) -> float | None:
    """The arithmetic mean, summed exactly so that order does not matter; None of nothing."""
    listed = list(values)
    return fsum(listed) / len(listed) if listed else None
