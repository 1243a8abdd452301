"""The last step over a range of documents: the numbers of its words become tokens and vectors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.analysis.characters import read_only
from pipeline.index.analysis.cutting import Range
from pipeline.index.analysis.parts import finished, part, read_part, save_part
from pipeline.index.analysis.sums import tokens_of_passages, vectors_of_passages
from pipeline.index.embedder.config import WORDS_PER_TEXT
from pipeline.index.embedder.encoder import FEATURES_PER_TEXT, VECTOR_LENGTH
from pipeline.index.embedder.storage import open_model


@dataclass(frozen=True, slots=True)
class Encoding:
    """A range whose words are known, and what they are to become."""

    given: Range
    meanings: Path  # part: what each different word of all ranges gives
    heading_weight: int
    embedder: Path | None  # folder of a static embedder

    @property
    def passages(self) -> Path:
        """The arrays of tokens and vectors."""
        return part(self.given.folder, f"encoded-{self.given.number:05}")

    @property
    def numbers(self) -> Path:
        """The arrays that lead from the words of the range to those of all."""
        return numbers_of(self.given)


def numbers_of(given: Range) -> Path:
    """Where the number among all words of each word of a range is kept."""
    return part(given.folder, f"numbers-{given.number:05}")


def encode_range(work: Encoding) -> int:
    """Make tokens and vectors, unless that was done before; returns the number of documents."""
    if finished(work.passages):
        return work.given.count
    cut = read_part(work.given.words)
    meanings = _meanings(work.meanings)
    words = read_part(work.numbers)["numbers"][cut["words"]]
    row_starts, headings = map(read_only, (cut["row_starts"], cut["headings"]))
    words = read_only(words)
    tokens, lengths = tokens_of_passages(
        words, row_starts, headings, work.heading_weight,
        meanings["token_starts"], meanings["tokens"], meanings["blessing"],
    )  # fmt: skip
    arrays: dict[str, NDArray] = {"tokens": tokens, "lengths": lengths}
    if work.embedder is not None:
        table, weights = _table(work.embedder)
        arrays["vectors"] = vectors_of_passages(
            words, row_starts, headings, read_only(cut["together"]), read_only(cut["subjects"]),
            meanings["feature_starts"], meanings["features"], table, weights,
            float(VECTOR_LENGTH), WORDS_PER_TEXT, FEATURES_PER_TEXT,
        )  # fmt: skip
    save_part(work.passages, arrays)
    return work.given.count


def _meanings(path: Path) -> dict[str, NDArray]:
    return _read_meanings(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=1)
def _read_meanings(path: Path, _written: int) -> dict[str, NDArray]:
    return {name: read_only(array) for name, array in read_part(path).items()}


@lru_cache(maxsize=1)
def _table(folder: Path) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    model = open_model(folder)
    return read_only(np.array(model.table)), read_only(model.weights.astype(np.int32))
