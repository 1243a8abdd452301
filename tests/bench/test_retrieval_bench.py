"""The cross-validation of the search's weights: no fold is scored with weights that were chosen on it."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("rank_bm25")

from bench.embedder import Task
from bench.retrieval import FOLDS, Searched, cross_validated
from pipeline.evaluate.external import passages_of_verses
from pipeline.index.types import Hit, SearchResult


def test_a_fold_is_scored_with_what_was_best_elsewhere() -> None:
    folds = np.arange(20) % FOLDS
    good_at = [np.zeros((20, 3)) for _ in range(FOLDS)]
    for fold, measures in enumerate(good_at):
        measures[folds == fold] = 1.0  # perfect on one fold, worth nothing on the others
    even = np.full((20, 3), 0.3)
    chosen, scored = cross_validated([*good_at, even])
    assert chosen == [FOLDS] * FOLDS
    assert np.array_equal(scored, even)
    chosen, scored = cross_validated(good_at)
    assert all(place != fold for fold, place in enumerate(chosen))
    assert not scored.any()


class Found:
    """An index that finds one verse, whatever is asked."""

    def search(self, *_: object, **__: object) -> SearchResult:
        return SearchResult((Hit(0, "quran:4:12", 0, 1, 1, 0, 0),), (), (), ())


def test_a_verse_that_is_found_tells_of_every_passage_that_it_is_part_of() -> None:
    right = frozenset({0}), frozenset({1})
    task = Task("quran-qa", ("who inherits?", "what of debts?"), ("", ""), right, ("4:11-12", "4:12-14"))
    one = Searched(task, Found(), passages_of_verses(task.names), True)  # type: ignore[arg-type]
    assert one.measures({})[:, 1].tolist() == [1.0, 1.0]


def test_links_are_weighed_only_where_there_are_some() -> None:
    task = Task("haqa", (), (), ())
    alone, linked = (Searched(task, None, {}, there).settings() for there in (False, True))  # type: ignore[arg-type]
    assert len({tuple(sorted(one.items())) for one in alone}) == len(alone) < len(linked)
    assert {one["linked_weight"] for one in alone} == {50}
