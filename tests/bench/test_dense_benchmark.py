"""The dense and hybrid parts of the benchmark: what they compare is comparable, and they refuse a bare table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench import dense, hybrid
from bench.sections import Context
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
    asked = list(vectors[::300])
    truth = [dense.exact(vectors, vector)[: dense.TOP] for vector in asked]
    blind = dense.Engine("blind", lambda _: np.full(10, -1), 0, 0)
    engines = [dense.ours(vectors, tmp_path / "dense"), dense.peer(vectors, "flat", "Flat", {}), blind]
    times, right = dense.compared(engines, asked, truth)
    assert right == {"isnad": 10 * len(asked), "flat": 10 * len(asked), "blind": 0}
    assert {name: len(told) for name, told in times.items()} == dict.fromkeys(right, len(asked))


@pytest.mark.parametrize("part", [dense, hybrid])
def test_a_bare_table_of_documents_is_refused(part: object, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be measured"):
        part.measure(Context(tmp_path, None, tmp_path, 1, 1))  # type: ignore[attr-defined]
