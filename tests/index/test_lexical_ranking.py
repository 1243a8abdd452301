"""The lexical engine ranks like an exhaustive float64 BM25, bit for bit."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lexical_oracle import Oracle, opened, ranks_alike

from pipeline.index.lexical import LexicalIndex
from schemas.errors import QuestionError

QUICK = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def agrees(
    index: LexicalIndex,
    oracle: Oracle,
    terms: Sequence[str],
    k: int,
    mask: np.ndarray | None = None,
    weights: Sequence[float] | None = None,
) -> None:
    ranks_alike(index, oracle, terms, k, mask, weights)
    everything = range(index.count)
    assert index.score(terms, everything, weights).tolist() == oracle.scores(terms, weights).tolist()


def zipf(count: int, words: int, length: int, seed: int) -> list[list[str]]:
    """Passages whose words are as unevenly frequent as those of a language."""
    chance = random.Random(seed)
    return [
        [
            f"w{min(int(chance.paretovariate(0.5)), chance.randint(1, words))}"
            for _ in range(chance.randint(0, length))
        ]
        for _ in range(count)
    ]


WORDS = st.sampled_from(["الله", "صلاة", "زكاة", "prayer", "a", "aa", "ab", "ز", "\U0001e900", "w" * 40])
PASSAGES = st.lists(st.lists(WORDS, max_size=30), min_size=1, max_size=40)


@QUICK
@given(
    PASSAGES,
    st.lists(st.one_of(WORDS, st.just("nowhere")), max_size=8),
    st.integers(1, 60),
    st.sampled_from([(1.2, 0.75), (0.9, 0.4), (2.0, 0.0), (0.05, 1.0)]),
)
def test_any_small_collection(
    passages: list[list[str]], terms: list[str], k: int, parameters: tuple[float, float]
) -> None:
    index = opened(passages, k1=parameters[0], b=parameters[1])
    agrees(index, Oracle(passages, *parameters), terms, k)


@QUICK
@given(
    PASSAGES,
    st.lists(st.tuples(WORDS, st.sampled_from([0.0, 1e-9, 0.1, 0.3, 1.0, 7.5])), max_size=8),
    st.randoms(use_true_random=False),
)
def test_weights_duplicates_and_masks(
    passages: list[list[str]], query: list[tuple[str, float]], chance: random.Random
) -> None:
    index = opened(passages)
    mask = np.array([chance.random() < 0.5 for _ in passages], np.uint8)
    terms, weights = [term for term, _ in query], [weight for _, weight in query]
    agrees(index, Oracle(passages), terms, 5, mask, weights)


@pytest.fixture(scope="module", params=[(4095, 40), (4096, 40), (9001, 25), (20_000, 12)])
def collection(request: pytest.FixtureRequest) -> tuple[LexicalIndex, Oracle]:
    count, length = request.param
    passages = zipf(count, 3000, length, seed=count)
    return opened(passages), Oracle(passages)


def test_collections_of_several_windows(collection: tuple[LexicalIndex, Oracle]) -> None:
    index, oracle = collection
    terms = sorted(oracle.df)
    chance = random.Random(7)
    frequent = [term for term, _ in oracle.df.most_common(12)]
    queries = [chance.sample(terms, chance.randint(1, 8)) for _ in range(12)]
    queries += [
        frequent[:2],
        frequent[:3],
        frequent,
        [*frequent[:5], *chance.sample(terms, 5)],
        [frequent[0]],
    ]
    for place, query in enumerate(queries):
        agrees(index, oracle, query, (1, 10, 100, 5000)[place % 4])


def test_all_ways_of_keeping_postings_are_met(collection: tuple[LexicalIndex, Oracle]) -> None:
    index, _ = collection
    used = set(np.asarray(index._lists.way).tolist())
    assert used == ({0, 1} if index.count < 4096 else {0, 1, 2})


def test_four_hundred_terms_with_masks_and_weights(collection: tuple[LexicalIndex, Oracle]) -> None:
    index, oracle = collection
    chance = random.Random(3)
    terms = chance.sample(sorted(oracle.df), 400)
    weights = [chance.choice([0.25, 1.0, 1.0]) for _ in terms]
    mask = np.array([chance.random() < 0.1 for _ in range(index.count)], np.uint8)
    agrees(index, oracle, terms, 50, mask, weights)
    agrees(index, oracle, terms, 3)


def test_ties_go_to_the_smaller_ordinal_and_grow_the_candidates() -> None:
    passages = [["same", "words"]] * 30_000
    index = opened(passages)
    ordinals, scores = index.search(["same"], 7)
    assert ordinals.tolist() == list(range(7))
    assert len(set(scores.tolist())) == 1
    assert index.search(["same", "words"], 40_000)[0].tolist() == list(range(30_000))


def test_a_word_repeated_beyond_what_an_impact_tells() -> None:
    passages = [["a"] * times + ["b"] for times in (1, 15, 16, 17, 18, 254, 255, 256, 3000, 65_535)]
    index = opened(passages)
    assert len(index._lists.odd_keys) > 0
    agrees(index, Oracle(passages), ["a", "b"], 10)
    agrees(index, Oracle(passages), ["a"], 3)


def test_one_passage_empty_passages_and_no_words() -> None:
    agrees(opened([["only"]]), Oracle([["only"]]), ["only", "unknown"], 10)
    index = opened([[], [], []])
    assert index.search(["word"], 5)[0].tolist() == []
    assert index.score(["word"], [2, 0]).tolist() == [0.0, 0.0]
    assert opened([[], ["x"], []]).search([], 5)[0].tolist() == []


def test_scores_of_given_passages_keep_their_order_and_repeats() -> None:
    passages = zipf(5000, 200, 20, seed=1)
    index, oracle = opened(passages), Oracle(passages)
    wanted = oracle.scores(["w1", "w2", "w9"])
    ordinals = [4999, 3, 3, 0, 4096, 4095]
    assert index.score(["w9", "w2", "w1"], ordinals).tolist() == wanted[ordinals].tolist()


@QUICK
@given(
    st.lists(st.lists(st.sampled_from("abcd"), max_size=4), min_size=1, max_size=40),
    st.sets(st.sampled_from("abcde")),
)
def test_passages_that_hold_every_term_are_found_in_their_order(
    passages: list[list[str]], terms: set[str]
) -> None:
    index = opened(passages)
    held = [place for place, words in enumerate(passages) if terms and terms <= set(words)]
    assert index.holding(sorted(terms)).tolist() == held
    mask = np.array([place % 2 for place in range(len(passages))], np.uint8)
    assert index.holding(sorted(terms), mask).tolist() == [place for place in held if place % 2]


def test_what_is_known_of_a_term() -> None:
    index, oracle = opened([["a", "b"], ["a"], []]), Oracle([["a", "b"], ["a"], []])
    assert [index.df(term) for term in ("a", "b", "c", "")] == [2, 1, 0, 0]
    assert [index.known(term) for term in ("a", "c")] == [True, False]
    assert index.idf("a") == oracle.idf("a")
    assert index.idf("c") > index.idf("b") > index.idf("a") > 0


@given(st.lists(st.text(max_size=4), unique=True, max_size=40), st.text(max_size=4))
@QUICK
def test_every_term_is_found_and_no_other(terms: list[str], other: str) -> None:
    terms = [term for term in terms if term.encode("utf-8", "surrogatepass")]
    index = opened([terms])
    ordered = sorted(terms, key=lambda term: term.encode("utf-8", "surrogatepass"))
    assert index.vocabulary.ids(ordered).tolist() == list(range(len(ordered)))
    assert [index.vocabulary.term(number) for number in range(len(ordered))] == ordered
    assert index.known(other) == (other in terms)


def test_a_query_that_cannot_be_searched() -> None:
    index = opened([[f"t{number}" for number in range(5000)]])
    with pytest.raises(QuestionError, match="too many different words"):
        index.search([f"t{number}" for number in range(5000)], 10)
    assert len(index.search([f"t{number}" for number in range(4096)], 10)[0]) == 1
    for weights in ([1.0], [1.0, -1.0], [1.0, float("nan")], [1.0, float("inf")]):
        with pytest.raises(QuestionError, match="weights"):
            index.search(["t1", "t2"], 5, weights=weights)
