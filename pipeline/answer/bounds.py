"""Exact one-sided bounds for a rate that was counted.

Clopper and Pearson (1934): with k events in n trials, the upper bound u at confidence c solves
P(X <= k | n, u) = 1 - c for X binomial, which is the c-quantile of Beta(k + 1, n - k); the lower bound is
the (1 - c)-quantile of Beta(k, n - k + 1). The quantile is found by bisecting the regularised incomplete beta
function, evaluated by its continued fraction (Lentz's method; Abramowitz and Stegun 26.5.8).

Accurate to about 1e-12; no statistics library is needed at run time.
"""

from __future__ import annotations

from math import exp, lgamma, log, log1p

CONFIDENCE = 0.95
_TINY = 1e-300
_STEPS = 10_000


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, for x < (a + 1) / (a + b + 2)."""
    c, d = 1.0, 1.0 / max(1.0 - (a + b) * x / (a + 1.0), _TINY)
    total = d
    for m in range(1, _STEPS):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + top * d
            d = 1.0 / (d if abs(d) > _TINY else _TINY)
            c = 1.0 + top / c
            c = c if abs(c) > _TINY else _TINY
            total *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return total


def incomplete_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b), the distribution function of Beta(a, b) at x; a and b > 0, 0 <= x <= 1."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def _beta_quantile(probability: float, a: float, b: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if incomplete_beta(a, b, middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _check(events: int, trials: int) -> None:
    if not 0 <= events <= trials:
        raise ValueError(f"no rate: {events} of {trials}")


def upper_bound(events: int, trials: int) -> float:
    """The rate that is exceeded with probability at most 1 - `CONFIDENCE`: 0 of 300 gives 0.00994.

    With no trial at all nothing is known: 1.0.
    """
    _check(events, trials)
    if events == trials:
        return 1.0
    return _beta_quantile(CONFIDENCE, events + 1, trials - events)


def lower_bound(events: int, trials: int) -> float:
    """The mirror image of `upper_bound`: 300 of 300 gives 0.99006. With no trial: 0.0."""
    _check(events, trials)
    if events == 0:
        return 0.0
    return _beta_quantile(1.0 - CONFIDENCE, events, trials - events + 1)
