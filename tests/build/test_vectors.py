"""What models make of questions is kept from build to build, and used for the model that made it alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from pipeline.build.cache import keep
from pipeline.build.vectors import KeptReader, KeptVectors, keep_models
from pipeline.index import Index
from pipeline.index.inquiries import FOLDER, MODEL, Inquiries
from pipeline.index.transformer.reader import FOLDER as READER
from pipeline.index.types import Reads

QUESTION = "Is charity good?"


class Counting:
    """An encoder that knows what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """The length of each text and of what it was asked before."""
        self.asked += texts
        return np.array([[len(text), 0, -7, 7] for text in texts], np.int8).reshape(-1, 4)


class Listening:
    """A reader that knows what it was asked."""

    texts = 3

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.warmed = 0

    def answers(self, question: str, text: str) -> int:
        """Another number for every pair of the tests; of a long text a negative one."""
        self.asked.append((question, text))
        return 100 * len(question) - len(text)

    def warm(self) -> None:
        self.warmed += 1


def opened(inquiries: Inquiries | None = None, reader: Reads | None = None) -> Index:
    """An index that has these alone."""
    return cast(Index, SimpleNamespace(inquiries=inquiries, reader=reader))


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
        keep_models(opened(inquiries=inquiries), tmp_path / "index", readings)
        inquiries.likeness(QUESTION)
    assert encoder.asked == [QUESTION] * 2
    assert len(list(readings.iterdir())) == 2


def test_a_text_is_read_with_a_question_once_by_all_builds(tmp_path: Path) -> None:
    reader = Listening()
    pairs = [(QUESTION, "It is."), (QUESTION, "It is. " * 400), ("", ""), ("\ud800?", "\udc00"), ("?", "?")]
    told = [[KeptReader(reader, tmp_path / "read").answers(*pair) for pair in pairs] for _ in range(2)]
    assert reader.asked == pairs
    assert told == [[Listening().answers(*pair) for pair in pairs]] * 2
    assert min(told[0]) < 0 < max(told[0]), "a logit has a sign"


def test_where_a_question_ends_makes_another_pair(tmp_path: Path) -> None:
    reader = Listening()
    kept = KeptReader(reader, tmp_path)
    pairs = [("ab", "c"), ("a", "bc"), ("a\0b", "c"), ("a", "b\0c"), ("c", "ab")]
    assert [kept.answers(*pair) for pair in pairs] == [Listening().answers(*pair) for pair in pairs]
    assert reader.asked == pairs


def test_a_kept_reader_reads_as_many_texts_as_its_own_and_warms_it(tmp_path: Path) -> None:
    reader = Listening()
    kept = KeptReader(reader, tmp_path)
    kept.warm()
    assert (kept.texts, reader.warmed, reader.asked) == (3, 1, [])


@pytest.mark.parametrize("place", [0, 33, -1])
@pytest.mark.parametrize("damage", ["wrong", "cut"])
def test_a_damaged_logit_is_as_none(place: int, damage: str, tmp_path: Path) -> None:
    reader, pair = Listening(), (QUESTION, "It is.")
    first = KeptReader(reader, tmp_path).answers(*pair)
    (path,) = tmp_path.iterdir()
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content if damage == "wrong" else content[:place])
    assert [KeptReader(reader, tmp_path).answers(*pair) for _ in range(2)] == [first] * 2
    assert reader.asked == [pair] * 2
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_whole_and_no_logit_is_as_none(tmp_path: Path) -> None:
    reader, pair = Listening(), (QUESTION, "It is.")
    first = KeptReader(reader, tmp_path).answers(*pair)
    (path,) = tmp_path.iterdir()
    keep(path, b"of another form")
    assert KeptReader(reader, tmp_path).answers(*pair) == first
    assert reader.asked == [pair] * 2


def test_what_another_reader_read_is_removed_and_not_used(tmp_path: Path) -> None:
    readings, reader = tmp_path / "readings", Listening()
    readings.mkdir()
    (readings / "texts-of-a-question").touch()
    (readings / "vectors-of-a-model").mkdir()
    for weights in (b"one", b"one", b"other"):
        folder = tmp_path / "index" / READER
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "weights").write_bytes(weights)
        index = opened(reader=reader)
        keep_models(index, tmp_path / "index", readings)
        assert index.reader is not None
        index.reader.answers(QUESTION, "It is.")
    assert reader.asked == [(QUESTION, "It is.")] * 2
    assert len(list(readings.iterdir())) == 3


def test_an_index_without_models_keeps_nothing(tmp_path: Path) -> None:
    index = opened()
    keep_models(index, tmp_path / "index", tmp_path)
    assert index.reader is None
    assert list(tmp_path.iterdir()) == []
