"""Risk, coverage and their area, against examples worked by hand and the closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluate.selective import Trial, augrc, pairs_won, risk_coverage


def _trials(text: str) -> list[Trial]:
    """`ooxo`: from the surest to the least sure, x for an error."""
    return [Trial(float(-place), letter == "x") for place, letter in enumerate(text)]


def test_the_curve_by_hand() -> None:
    points = risk_coverage(_trials("oxo"))
    assert [point.coverage for point in points] == pytest.approx([1 / 3, 2 / 3, 1])
    assert [point.generalised_risk for point in points] == pytest.approx([0, 1 / 3, 1 / 3])


def test_area_by_hand() -> None:
    # trapezoids of width 1/4 under 0, 0, 1/4, 1/4, 2/4: (0 + 1/8 + 1/4 + 3/8) / 4
    assert augrc(_trials("oxox")) == pytest.approx(3 / 16)


def test_perfect_order_leaves_half_the_squared_error_rate() -> None:
    assert augrc(_trials("oooooooxxx")) == pytest.approx(0.3**2 / 2)


def test_nothing_and_everything_wrong() -> None:
    assert augrc([]) is None
    assert augrc(_trials("oooo")) == 0.0
    assert augrc(_trials("xxxx")) == pytest.approx(0.5)


def test_equal_confidence_is_one_point() -> None:
    assert len(risk_coverage([Trial(0.5, True), Trial(0.5, False)])) == 1


_trial = st.builds(Trial, st.integers(0, 6).map(float), st.booleans())


@given(st.lists(_trial, min_size=1, max_size=60))
def test_area_equals_the_closed_form_of_the_paper(trials: list[Trial]) -> None:
    right = [trial.confidence for trial in trials if not trial.error]
    wrong = [trial.confidence for trial in trials if trial.error]
    accuracy = len(right) / len(trials)
    # 1 - AUROC: the chance that an error is surer than what is none (Mann and Whitney 1947)
    lost = (
        fmean((bad > good) + (bad == good) / 2 for good in right for bad in wrong) if right and wrong else 0.0
    )
    expected = lost * accuracy * (1 - accuracy)
    assert augrc(trials) == pytest.approx(expected + (1 - accuracy) ** 2 / 2)


def _by_every_threshold(trials: list[Trial]) -> Fraction:
    """AUGRC from its words: answer at every threshold, count, and integrate the line through the counts, exactly."""
    count = len(trials)
    points = [(Fraction(0), Fraction(0))]
    for threshold in sorted({trial.confidence for trial in trials}, reverse=True):
        answered = [trial for trial in trials if trial.confidence >= threshold]
        points.append((Fraction(len(answered), count), Fraction(sum(one.error for one in answered), count)))
    return sum(
        ((x2 - x1) * (y1 + y2) / 2 for (x1, y1), (x2, y2) in pairwise(points)),
        start=Fraction(0),
    )


def _by_random_ties(trials: list[Trial]) -> Fraction:
    """The mean, over every order that ties allow, of the area under a curve with one step for each trial."""
    areas = []
    for order in permutations(trials):
        if any(one.confidence < after.confidence for one, after in pairwise(order)):
            continue
        wrong, area = 0, Fraction(0)
        for trial in order:
            area += Fraction(2 * wrong + trial.error, 2 * len(trials) ** 2)
            wrong += trial.error
        areas.append(area)
    return sum(areas, start=Fraction(0)) / len(areas)


@given(st.lists(_trial, min_size=1, max_size=60))
def test_area_equals_what_every_threshold_gives(trials: list[Trial]) -> None:
    assert augrc(trials) == pytest.approx(float(_by_every_threshold(trials)))


@given(st.lists(_trial, min_size=1, max_size=6))
def test_area_equals_the_mean_over_all_orders_of_ties(trials: list[Trial]) -> None:
    assert augrc(trials) == pytest.approx(float(_by_random_ties(trials)))


@given(st.lists(_trial, max_size=40), st.randoms(use_true_random=False))
def test_order_of_trials_does_not_matter(trials: list[Trial], random: object) -> None:
    shuffled = list(trials)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert risk_coverage(trials) == risk_coverage(shuffled)


def test_pairs_won() -> None:
    assert pairs_won([(0.9, 0.1), (0.2, 0.4), (0.5, 0.5), (0.8, 0.3)]) == pytest.approx(2.5 / 4)
    assert pairs_won([]) is None
