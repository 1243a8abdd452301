"""Vectors of questions are kept from build to build, and used for the model that made them alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pipeline.build.vectors import KeptVectors, keep_vectors
from pipeline.index.inquiries import FOLDER, MODEL, Inquiries

QUESTION = "Is charity good?"


class Counting:
    """An encoder that knows what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """The length of each text and of what it was asked before."""
        self.asked += texts
        return np.array([[len(text), 0, -7, 7] for text in texts], np.int8).reshape(-1, 4)


def test_a_question_is_encoded_once_by_all_builds(tmp_path: Path) -> None:
    encoder = Counting()
    texts = [QUESTION, "\ud800?", QUESTION]
    made = [KeptVectors(encoder, tmp_path / "model").encode(texts) for _ in range(2)]
    assert encoder.asked == texts[:2]
    assert all(np.array_equal(one, Counting().encode(texts)) and one.dtype == np.int8 for one in made)
    assert KeptVectors(encoder, tmp_path / "model").encode([]).shape == (0, 4)


@pytest.mark.parametrize("place", [0, 33, -1])
@pytest.mark.parametrize("damage", ["wrong", "cut"])
def test_a_damaged_vector_is_as_none(place: int, damage: str, tmp_path: Path) -> None:
    encoder = Counting()
    first = KeptVectors(encoder, tmp_path).encode([QUESTION])
    (path,) = tmp_path.iterdir()
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content if damage == "wrong" else content[:place])
    assert np.array_equal(KeptVectors(encoder, tmp_path).encode([QUESTION]), first)
    assert encoder.asked == [QUESTION] * 2
    assert len(list(tmp_path.iterdir())) == 1


def test_vectors_of_another_model_are_removed_and_not_used(tmp_path: Path) -> None:
    readings, encoder = tmp_path / "readings", Counting()
    readings.mkdir()
    (readings / "texts-of-a-question").touch()
    for weights in (b"one", b"one", b"other"):
        model = tmp_path / "index" / FOLDER / MODEL
        model.mkdir(parents=True, exist_ok=True)
        (model / "weights").write_bytes(weights)
        arrays = {"documents": np.zeros(0, np.int32), "vectors": np.zeros((0, 4), np.uint8)}
        inquiries = Inquiries(arrays, "en", encoder)
        keep_vectors(inquiries, tmp_path / "index", readings)
        inquiries.likeness(QUESTION)
    assert encoder.asked == [QUESTION] * 2
    assert len(list(readings.iterdir())) == 2
