"""The cross-validation of the search's weights: no fold is scored with weights that were chosen on it."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("rank_bm25")

from bench.embedder import Task
from bench.retrieval import FOLDS, Searched, _passages_of_verses, cross_validated


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


def test_verses_are_told_to_their_passage() -> None:
    task = Task("quran-qa", (), ("a", "b"), (), ("2:1-3", "114:6"))
    assert _passages_of_verses(task) == {"quran:2:1": 0, "quran:2:2": 0, "quran:2:3": 0, "quran:114:6": 1}


def test_links_are_weighed_only_where_there_are_some() -> None:
    task = Task("haqa", (), (), ())
    alone, linked = (Searched(task, None, {}, there).settings() for there in (False, True))  # type: ignore[arg-type]
    assert len({tuple(sorted(one.items())) for one in alone}) == len(alone) < len(linked)
    assert {one["linked_weight"] for one in alone} == {50}
