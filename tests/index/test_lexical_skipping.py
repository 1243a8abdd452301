"""Blocks that cannot hold one of the best are passed over, and the ranking stays that of an exhaustive float64 BM25."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lexical_oracle import Oracle, opened, ranks_alike

from pipeline.index.lexical import LexicalIndex
from pipeline.index.lexical.bounds import bound_dense, bound_mid, bound_short, choose_blocks, first_cut
from pipeline.index.lexical.candidates import _heavy, _narrowed
from pipeline.index.lexical.layout import BLOCK, DENSE, MID, SHORT, WINDOW
from pipeline.index.lexical.ordering import best_of
from pipeline.index.lexical.scoring import score_passages

QUICK = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
COMMON = [f"c{number}" for number in range(6)]


def topics(count: int, seed: int, repeats: int = 3) -> list[list[str]]:
    """Passages of topics that stand together, with common words in between; many of them the same as others."""
    chance = random.Random(seed)
    passages: list[list[str]] = []
    while len(passages) < count:
        own = [f"t{chance.randrange(60)}" for _ in range(4)]
        for _ in range(chance.choice([1, 20, 200, 700])):
            words = chance.choices(COMMON, k=chance.randint(0, 6)) + chance.choices(
                own, k=chance.randint(0, 3)
            )
            passages += [words * chance.choice([1, 1, 1, 9, 40])] * chance.randint(1, repeats)
    return passages[:count]


@pytest.fixture(scope="module", params=[3 * WINDOW, 2 * WINDOW + 1, 70 * BLOCK + 1])
def large(request: pytest.FixtureRequest) -> tuple[LexicalIndex, Oracle]:
    passages = topics(request.param, seed=request.param)
    return opened(passages), Oracle(passages)


@QUICK
@given(
    st.lists(st.sampled_from([*COMMON, *(f"t{number}" for number in range(60))]), min_size=1, max_size=9),
    st.sampled_from([1, 2, 10, 100, 1000, 20_000]),
    st.sampled_from([None, 0.9, 0.5, 0.01, 0.0003]),
    st.booleans(),
    st.integers(0, 1 << 32),
)
def test_any_query_on_passages_that_stand_by_topic(
    large: tuple[LexicalIndex, Oracle],
    terms: list[str],
    k: int,
    share: float | None,
    weighed: bool,
    seed: int,
) -> None:
    index, oracle = large
    chance, mask = random.Random(seed), None
    if share is not None:
        mask = (np.random.default_rng(seed).random(index.count) < share).astype(np.uint8)
    weights = [chance.choice([0.0, 1e-6, 0.5, 1.0, 3.0]) for _ in terms] if weighed else None
    ranks_alike(index, oracle, terms, k, mask, weights)


def test_a_mask_of_one_block_and_of_one_passage(large: tuple[LexicalIndex, Oracle]) -> None:
    """What a mask leaves may lie far below the best of all: nothing known of these serves as a threshold."""
    index, oracle = large
    for first, last in (
        (0, 1),
        (5 * BLOCK, 6 * BLOCK),
        (index.count - 1, index.count),
        (WINDOW - 2, WINDOW + 2),
    ):
        mask = np.zeros(index.count, np.uint8)
        mask[first:last] = 1
        for k in (1, 10, 1000):
            ranks_alike(index, oracle, [*COMMON, "t1", "t2"], k, mask)


@pytest.mark.parametrize("k", [1, 7, 128, 500])
def test_ties_at_the_threshold_lie_in_many_blocks(k: int) -> None:
    """Every block has the same best passage: which are taken is settled by ordinals alone."""
    block = [["a", "b"], ["a"], ["b", "b", "x"], *([["x", "y"]] * (BLOCK - 3))]
    passages = block * 200
    ranks_alike(opened(passages), Oracle(passages), ["a", "b"], k)


def test_better_passages_come_last_and_first() -> None:
    rising = [["word"] * (1 + place // 200) + ["x"] * 50 for place in range(2 * WINDOW + 7)]
    for passages in (rising, rising[::-1]):
        index, oracle = opened(passages), Oracle(passages)
        for k in (1, 10, 300):
            ranks_alike(index, oracle, ["word"], k)
            ranks_alike(index, oracle, ["word", "x"], k)


def test_no_block_holds_more_than_its_bound(large: tuple[LexicalIndex, Oracle]) -> None:
    """The bounds of single terms, in units: what exact scoring gives but for rounding, 0 where the term is absent."""
    index, oracle = large
    lists, value = index._lists, 60_000.0
    norm = index._norm
    everything = np.arange(index.count, dtype=np.uint32)
    met = set()
    for term in sorted(oracle.df):
        number = index.vocabulary.ids([term])[0]
        way, slot = lists.way[number], lists.slot[number]
        met.add(int(way))
        bounds = np.zeros(len(lists.codes) // BLOCK, np.uint16)
        if way == DENSE:
            bound_dense(bounds, lists.dense_peaks[slot], np.uint16(235))
            exact = lists.dense[slot].astype(np.float64) * 235
        else:
            scores = score_passages(everything, np.array([number]), np.array([value]), lists, norm)
            exact = np.zeros(len(lists.codes))
            exact[: index.count] = scores
        if way == MID:
            bound_mid(bounds, lists.mid_peaks[slot], np.uint32(value))
        elif way == SHORT:
            first, last = (int(lists.short_starts[slot + more]) for more in (0, 1))
            units = np.empty(last - first, np.uint16)
            assert bound_short(bounds, number, first, last, value, lists, norm, index.count, units, 0)
        peaks = exact.reshape(-1, BLOCK).max(axis=1)
        room = 3 + value * index._width[1]  # a sum is not further below the exact score: see `candidates`
        assert (bounds + room >= peaks).all()
        assert ((bounds > 0) == (peaks > 0)).all()
    assert met == {SHORT, MID, DENSE}


@given(
    st.lists(st.integers(0, 65_535), min_size=64, max_size=64), st.integers(1, 65_535), st.integers(1, 65_536)
)
@QUICK
def test_blocks_are_chosen_by_their_bounds(values: list[int], least: int, below: int) -> None:
    bounds = np.array(values, np.uint16)
    chosen = np.empty(65, np.uint32)
    used = choose_blocks(bounds, least, below, chosen)
    assert chosen[:used].tolist() == [place for place, value in enumerate(values) if least <= value < below]
    assert 1 <= first_cut(bounds, 5) <= 65_535


@given(
    st.lists(st.sampled_from([0.1, 0.1 + 1e-17, 0.2, 1.0, 1.0 + 2**-52, 3.0, 1e-300, 9e99]), max_size=300),
    st.integers(1, 310),
)
@QUICK
def test_the_best_by_score_and_then_by_ordinal(values: list[float], k: int) -> None:
    scores = np.array(values, np.float64)
    passages = np.arange(len(values), dtype=np.uint32) * 3
    ordinals, best = best_of(passages, scores, k)
    order = np.argsort(-scores, kind="stable")[:k]
    assert ordinals.tolist() == (order * 3).tolist()
    assert best.tolist() == scores[order].tolist()


def test_terms_of_small_weight_wait_as_long_as_they_weigh_little_together() -> None:
    values = np.array([900.0, 400.0, 300.0, 200.0])
    assert _heavy(values, 0.0, 1) == 4
    assert _heavy(values, 0.0, 900) == 2
    assert _heavy(values, 200.0, 900) == 3
    assert _heavy(values, 0.0, 1 << 20) == 0


def test_blocks_at_both_ends_that_cannot_reach_are_left() -> None:
    sums = np.zeros(5 * BLOCK, np.uint16)
    bounds = np.array([0, 0, 90, 90, 90, 90, 90], np.uint16)
    light = np.array([0, 0, 50, 50, 50, 50, 50], np.uint16)
    assert _narrowed(sums, 2, 6, bounds, light, 51)[0] > _narrowed(sums, 2, 6, bounds, light, 51)[1]
    assert _narrowed(sums, 2, 6, bounds, light, 50) == (2, 6)
    sums[BLOCK + 7] = sums[3 * BLOCK + BLOCK - 1] = 1
    assert _narrowed(sums, 2, 6, bounds, light, 51) == (3, 5)
    bounds[3] = 50  # its sums lack what it could have: it is not among those that are read
    assert _narrowed(sums, 2, 6, bounds, light, 51) == (5, 5)


@pytest.mark.parametrize("k", [1, 10, 300])
def test_many_frequent_terms_with_few_rare_ones(large: tuple[LexicalIndex, Oracle], k: int) -> None:
    index, oracle = large
    chance = random.Random(k)
    for _ in range(30):
        rare = [f"t{number}" for number in chance.sample(range(60), 2)]
        weights = [chance.choice([1.0, 0.05, 0.002]) for _ in COMMON] + [1.0] * len(rare)
        ranks_alike(index, oracle, [*COMMON, *rare], k, None, weights)
