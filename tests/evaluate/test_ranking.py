"""The ranking measures, against examples worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluate.ranking import average_precision, hit, mean, recall, reciprocal_rank


def test_average_precision_divides_by_everything_relevant() -> None:
    # relevant at ranks 1 and 3, a third one never found: (1/1 + 2/3) / 3
    assert average_precision(["a", "x", "b", "y"], {"a", "b", "c"}) == pytest.approx(5 / 9)


def test_average_precision_stops_at_its_depth() -> None:
    found = [*(f"x{number}" for number in range(10)), "a"]
    assert average_precision(found, {"a"}) == 0.0
    assert average_precision(found, {"a"}, depth=11) == pytest.approx(1 / 11)


def test_average_precision_of_a_full_run_is_below_one_when_more_is_relevant_than_it_holds() -> None:
    relevant = {f"r{number}" for number in range(20)}
    assert average_precision([f"r{number}" for number in range(10)], relevant) == pytest.approx(0.5)


def test_an_id_found_twice_counts_once() -> None:
    assert average_precision(["a", "a", "b"], {"a", "b"}) == pytest.approx(1.0)
    assert recall(["a", "a"], {"a", "b"}, 10) == 0.5


def test_reciprocal_rank_is_of_the_first_relevant_one() -> None:
    assert reciprocal_rank(["x", "y", "a", "b"], {"a", "b"}) == pytest.approx(1 / 3)
    assert reciprocal_rank(["x"] * 3, {"a"}) == 0.0


def test_hit_and_recall_at_a_depth() -> None:
    found = ["x", "a", "y", "b"]
    assert hit(found, {"b"}, 3) == 0.0
    assert hit(found, {"b"}, 4) == 1.0
    assert recall(found, {"a", "b", "c"}, 3) == pytest.approx(1 / 3)


def test_without_anything_relevant_there_is_no_measure() -> None:
    for measure in (average_precision, reciprocal_rank):
        with pytest.raises(ValueError, match="relevant"):
            measure(["a"], set())


def test_mean_of_nothing_is_nothing() -> None:
    assert mean([]) is None
    assert mean([0.1] * 10) == pytest.approx(0.1)


_ids = st.lists(st.sampled_from("abcdefghij"), max_size=15)


@given(_ids, st.sets(st.sampled_from("abcdefghij"), min_size=1))
def test_measures_stay_within_bounds_and_agree(found: list[str], relevant: set[str]) -> None:
    ap, rr = average_precision(found, relevant), reciprocal_rank(found, relevant)
    assert 0.0 <= ap <= 1.0
    assert 0.0 <= rr <= 1.0
    assert (ap > 0) == (rr > 0) == (hit(found, relevant, 10) == 1.0)
    assert recall(found, relevant, 5) <= recall(found, relevant, 10)
