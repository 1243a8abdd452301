"""The dense and hybrid parts of the benchmark: what they compare is comparable, and they refuse a bare table."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from bench import dense, hybrid
from bench.sections import Context
from pipeline.index.types import SearchResult
from schemas.errors import ConfigurationError


@pytest.fixture(scope="module")
def vectors() -> np.ndarray:
    generator = np.random.default_rng(2)
    rows = generator.standard_normal((3000, 64))
    return np.clip(np.rint(rows * 400 / np.linalg.norm(rows, axis=1, keepdims=True)), -127, 127).astype(
        np.int8
    )


def test_vectors_grow_to_a_size_and_begin_with_the_real_ones(vectors: np.ndarray) -> None:
    more = dense.grown(vectors, 7000)
    assert len(more) == 7000
    assert (more[:3000] == vectors).all()
    assert (more == dense.grown(vectors, 7000)).all()
    assert (dense.grown(vectors, 10) == vectors).all()


def test_engines_take_turns_and_recall_counts_what_they_found(vectors: np.ndarray, tmp_path: Path) -> None:
    asked = [dense.judged(vectors, vector) for vector in vectors[::300]]
    blind = dense.Engine("blind", lambda _: np.full(10, -1), 0, 0)
    flat = dense.peer(vectors, "flat", "Flat", {}, asked, 1.0)
    times, right = dense.compared(vectors, [dense.ours(vectors, tmp_path / "dense"), flat, blind], asked)
    assert right == {"isnad": 10 * len(asked), "flat": 10 * len(asked), "blind": 0}
    assert {name: len(told) for name, told in times.items()} == dict.fromkeys(right, len(asked))


def test_of_equals_any_is_right(vectors: np.ndarray) -> None:
    twice = np.concatenate([vectors, vectors])
    asked = dense.judged(twice, vectors[0])
    best = np.argsort(-(vectors.astype(int) @ vectors[0].astype(int)), kind="stable")[:10]
    assert dense.right_of(twice, asked, np.concatenate([best[:5], best[:5] + 3000])) == 10
    assert dense.right_of(twice, asked, np.repeat(best[:1], 10)) == 1
    assert dense.right_of(twice, asked, best) == 5


def test_a_peer_of_8_bits_loses_nothing(vectors: np.ndarray) -> None:
    """Its recall is then what its search misses, and not what another quantiser rounds."""
    asked = [dense.judged(vectors, vector) for vector in vectors[::100]]
    whole = {"k_factor_rf": (30,), "nprobe": (16,)}  # everything is searched
    for name, factory, grid in dense.PEERS:
        small = factory.replace("IVF1024", "IVF16")
        made = dense.peer(vectors, name, small, {one: whole[one] for one in grid}, asked, 1.0)
        assert dense.tried(vectors, made.search, asked)[0] == 1.0, name


def test_the_quickest_setting_that_finds_enough_is_compared() -> None:
    assert dense.best_of([(0.90, 1.0), (0.99, 3.0), (1.0, 2.5), (1.0, 9.0)], 0.99) == 2
    assert dense.best_of([(0.90, 1.0), (0.98, 3.0), (0.97, 2.0)], 0.99) == 1


def test_a_setting_is_chosen_from_the_grid_and_named(vectors: np.ndarray) -> None:
    asked = [dense.judged(vectors, vector) for vector in vectors[::100]]
    made = dense.peer(vectors, "lists", "IVF16,SQ8_direct_signed", {"nprobe": (1, 16)}, asked, 1.0)
    assert made.name == "lists, nprobe 16"
    assert dense.tried(vectors, made.search, asked)[0] == 1.0


class Opened:
    """An index that finds nothing, with one step."""

    counts: ClassVar[dict[str, int]] = {"documents": 0, "passages": 0}

    def warm(self) -> None:
        """Nothing to warm."""

    def searches(self, question: str, asked: hybrid.Asked) -> list[SearchResult]:
        return [SearchResult((), (), (), (), {"words": 0.001})] * len(asked)


@pytest.mark.parametrize(("queries", "early"), [(3, 1), (5, 0)])
def test_first_questions_have_a_row_where_any_are_left_for_it(
    queries: int, early: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hybrid.Index, "open", lambda _: Opened())
    monkeypatch.setattr(hybrid, "questions", lambda: ["?"] * (hybrid.UNCOUNTED + 5))
    table, _ = hybrid.measure(Context(tmp_path, tmp_path, tmp_path, 1, queries)).tables
    assert len(table.rows) == early + len(hybrid.SEARCHES)


@pytest.mark.parametrize("part", [dense, hybrid])
def test_a_bare_table_of_documents_is_refused(part: object, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be measured"):
        part.measure(Context(tmp_path, None, tmp_path, 1, 1))  # type: ignore[attr-defined]
