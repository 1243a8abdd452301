"""The large benchmark: its corpus is the same each time, its engines run, and its page says what was measured."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from bench import fresh, full, large, peers
from bench.corpus import Corpus, grown
from bench.plots import drawn
from bench.sections import Chart, Context, Line, Section, Table, read, written
from pipeline.index.lexical import LexicalIndex
from schemas.errors import BuildError

SECTION = Section(
    title="Some part",
    told=("Of this and that.",),
    tables=(Table("A table:", ("a", "b"), (("1", "2"), ("3", "4"))),),
    charts=(
        Chart("some-lines", "Lines & more", "passages", "ms", (Line("isnad", (1.0, 10.0), (2.0, 3.0)),), log="xy"),
        Chart("some-bars", "Bars", "", "ms", (Line("isnad", (0.0,), (2.0,)),), "bar", ("k = 10",)),
    ),
    left_out=("What was not there.",),
)  # fmt: skip


def corpus(passages: int = 6000, words: int = 700) -> Corpus:
    chance = random.Random(4)
    lists = [
        [int(chance.paretovariate(0.5)) % words for _ in range(chance.randint(0, 24))] for _ in range(passages)
    ]  # fmt: skip
    ends = np.cumsum([len(one) for one in lists])
    tokens = np.array([token for one in lists for token in one], np.int32)
    return Corpus(tokens, ends, tuple(sorted(f"{word}ص" for word in range(words))), passages)


def test_a_section_travels_as_json_and_stands_on_the_page() -> None:
    assert read(written(SECTION)) == SECTION
    page = full.page([SECTION, SECTION], "A Processor, 2 cores", "A documents table: 7 documents.", 3.2)
    assert "| 3 | 4 |" in page
    assert "![Lines & more](images/some-lines.svg)" in page
    assert "## Not measured here\n\n* What was not there." in page
    assert "took 3 minutes" in page


def test_plots_are_well_formed_and_the_same_each_time() -> None:
    pytest.importorskip("matplotlib")
    for chart in SECTION.charts:
        image = drawn(chart)
        assert image == drawn(chart)
        assert ElementTree.fromstring(image).tag.endswith("svg")


def test_a_part_that_cannot_run_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(_: Context) -> Section:
        raise BuildError("there is nothing to measure", remedy="bring it")

    monkeypatch.setattr(large, "measure", fails)
    section = full.measure_part("lexical", Context(tmp_path, None, tmp_path, 10, 10))
    assert "nothing to measure" in section.left_out[0]


def test_every_part_is_a_module_with_a_measure() -> None:
    import importlib

    for module in full.PARTS.values():
        assert callable(importlib.import_module(module).measure)


def test_a_grown_corpus_keeps_the_real_passages_and_is_the_same_each_time() -> None:
    small = corpus(300)
    large_one, again = grown(small, 1000), grown(small, 1000)
    assert len(large_one) == 1000
    assert large_one.real == 300
    assert large_one.passage(7) == small.passage(7)
    assert np.array_equal(large_one.tokens, again.tokens)
    assert len(large_one.tokens) == large_one.ends[-1]
    assert np.array_equal(np.diff(large_one.ends)[299:598], np.diff(small.ends, prepend=0)[:299])


def test_a_spread_corpus_takes_passages_in_order() -> None:
    whole = corpus(300)
    part = whole.spread(100)
    assert [part.passage(place) for place in (0, 1, 99)] == [whole.passage(place) for place in (0, 3, 297)]
    assert grown(whole, 100).real == 100
    assert whole.spread(300) is whole


def test_frequencies_are_counted_once_a_passage() -> None:
    some = corpus(200)
    counted = Counter(term for place in range(200) for term in set(some.passage(place)))
    assert some.frequency().tolist() == [counted[term] for term in some.terms]


@pytest.fixture(scope="module")
def some() -> Corpus:
    return corpus()


@pytest.fixture(scope="module")
def index(some: Corpus, tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    folder = tmp_path_factory.mktemp("full")
    peers.build_isnad(some, folder)
    return LexicalIndex.open(folder)


def test_our_ranking_is_that_of_the_exhaustive_scorer(some: Corpus, index: LexicalIndex) -> None:
    counted = some.frequency()
    queries = large.ordinary(some, 60) + large.frequent(some, counted, 40)
    exact = large.Exhaustive(some, counted)
    assert large.agreement(index, exact, queries) == {10: 100, 100: 100, 1000: 100}


def test_a_ranking_that_differs_in_its_last_bit_is_noticed(some: Corpus, index: LexicalIndex) -> None:
    exact = large.Exhaustive(some, some.frequency())
    exact.norms = exact.norms * (1 + 1e-15)
    queries = large.frequent(some, some.frequency(), 10)
    assert large.agreement(index, exact, queries)[10] < 10


def test_a_disagreement_ends_the_part_before_anything_is_timed(
    some: Corpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    few = some.spread(300)
    monkeypatch.setattr(large, "CHECKED", 20)
    monkeypatch.setattr(large, "SIZES", ())
    monkeypatch.setattr(fresh, "STARTS", 1)
    monkeypatch.setattr(large, "read_corpus", lambda *_: few)
    monkeypatch.setattr(large, "engines", lambda made, folder, _: [peers.isnad(made, folder)])
    context = Context(tmp_path, None, tmp_path, len(few), 20)
    assert "20 at k = 10," in " ".join(large.measure(context).told)
    monkeypatch.setattr(large, "agreement", lambda *_: {10: 20, 100: 19})
    monkeypatch.setattr(large, "speeds", lambda *_: pytest.fail("it was timed"))
    with pytest.raises(BuildError, match="19 at k = 100"):
        large.measure(context)


def test_queries_are_the_same_each_time_and_of_their_kind(some: Corpus) -> None:
    assert large.ordinary(some, 30) == large.ordinary(some, 30)
    counted = some.frequency()
    top = {some.terms[place] for place in np.argsort(-counted, kind="stable")[:100]}
    assert all(set(query) <= top for query in large.frequent(some, counted))


@pytest.mark.parametrize("build", [peers.bm25s_numba, peers.tantivy_peer])
def test_a_peer_finds_the_only_passage_with_a_word(build, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("bm25s" if build is peers.bm25s_numba else "tantivy")
    few = Corpus(np.array([0, 1, 1, 2], np.int32), np.array([1, 3, 4]), ("a", "b", "ج"), 3)
    peer = build(few, tmp_path)
    assert peer.disk_mb > 0
    assert peer.search(["ج", "unknown"], 1)


def test_words_of_ascii_are_different() -> None:
    words = peers.ascii_terms(50_000)
    assert len(set(words)) == 50_000
    assert all(word.isascii() and word.isalnum() for word in words)
    assert peers.load_pisa(None) is None


def test_pisa_is_left_out_where_it_is_not_installed(tmp_path: Path) -> None:
    assert peers.load_pisa(tmp_path) is None
