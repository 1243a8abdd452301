"""Clopper and Pearson's bounds: published values, and what must hold of any."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.bounds import incomplete_beta, lower_bound, upper_bound


@pytest.mark.parametrize(
    ("events", "trials", "bound"),
    [(0, 300, 0.00994), (3, 1000, 0.00774), (5, 1000, 0.01048), (0, 1, 0.95), (1, 2, 0.97468)],
)
def test_known_upper_bounds(events: int, trials: int, bound: float) -> None:
    assert upper_bound(events, trials) == pytest.approx(bound, abs=6e-6)


def test_no_events_has_a_closed_form() -> None:
    for trials in (1, 7, 50, 4000):  # P(X = 0) = (1 - u)^n = 0.05
        assert upper_bound(0, trials) == pytest.approx(1 - 0.05 ** (1 / trials), rel=1e-9)


def test_nothing_tried_tells_nothing() -> None:
    assert (lower_bound(0, 0), upper_bound(0, 0)) == (0.0, 1.0)


def test_a_rate_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no rate"):
        upper_bound(3, 2)


def test_incomplete_beta_against_the_binomial_sum() -> None:
    # I_x(k, n - k + 1) = P(Binomial(n, x) >= k)
    n, k, x = 20, 7, 0.3
    tail = sum(comb(n, i) * x**i * (1 - x) ** (n - i) for i in range(k, n + 1))
    assert incomplete_beta(k, n - k + 1, x) == pytest.approx(tail, rel=1e-12)


@st.composite
def _rates(draw: st.DrawFn) -> tuple[int, int]:
    trials = draw(st.integers(1, 400))
    return draw(st.integers(0, trials)), trials


@given(_rates())
def test_the_bound_is_where_the_tail_is_five_percent(rate: tuple[int, int]) -> None:
    events, trials = rate
    bound = upper_bound(events, trials)
    assert events / trials <= bound <= 1.0
    if events < trials:
        at_most = sum(comb(trials, i) * bound**i * (1 - bound) ** (trials - i) for i in range(events + 1))
        assert at_most == pytest.approx(0.05, rel=1e-6)


@given(_rates())
def test_lower_mirrors_upper(rate: tuple[int, int]) -> None:
    events, trials = rate
    assert lower_bound(events, trials) == pytest.approx(1 - upper_bound(trials - events, trials), abs=1e-9)
