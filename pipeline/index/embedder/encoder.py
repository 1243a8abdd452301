"""Texts to vectors, in integers alone.

The vector of a text is the sum of the vectors of its features, brought to length 256 and rounded to int8, so
that the inner product of two vectors is their cosine times 65,536. Sums are int32 and exact, the length is a
correctly rounded square root of an exact integer: the same text gives the same bytes in any batch, on any
machine. Components beyond 127 (a cosine with an axis above .496) are cut.

A text without a known feature gets the zero vector, whose inner products are all zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedder.config import WORDS_PER_TEXT
from pipeline.index.embedder.features import FEATURES_PER_WORD, stem_features, text_features, written_words
from pipeline.index.embedder.storage import LARGEST_WEIGHT, StaticModel, open_model
from pipeline.index.embedder.summing import shorten_rows, vectors_of_features
from pipeline.text.types import Types

VECTOR_LENGTH = 256
_SAFE = np.iinfo(np.int32).max // (127 * LARGEST_WEIGHT)
FEATURES_PER_TEXT = min(WORDS_PER_TEXT * FEATURES_PER_WORD, _SAFE)


def to_int8(sums: NDArray[np.int32]) -> NDArray[np.int8]:
    """Rows brought to length `VECTOR_LENGTH` and rounded half to even; zero rows stay zero."""
    return shorten_rows(sums, float(VECTOR_LENGTH))  # type: ignore[no-any-return]


class Encoder:
    """The static bilingual embedder, opened from its folder."""

    def __init__(self, model: StaticModel) -> None:
        self.model = model
        self._table = model.table
        self._weights = model.weights.astype(np.int32)
        self._numbers = {name: number for number, name in enumerate(model.features)}
        self._known: Types[tuple[int, ...]] = Types(self._look_up)
        self.header = model.header

    @classmethod
    def open(cls, folder: Path) -> Encoder:
        """Open a folder written by `train_embedder`; raises `IndexFormatError` when it is damaged."""
        return cls(open_model(folder))

    def _look_up(self, written: str) -> tuple[int, ...]:
        numbers = map(self._numbers.get, text_features(written))
        return tuple(number for number in numbers if number is not None)

    def features(self, text: str) -> list[int]:
        """The numbers of the features of a text, in order, as often as they occur."""
        found: list[int] = []
        for numbers in map(self._known.__getitem__, written_words(text, WORDS_PER_TEXT)):
            found += numbers
        return found[:FEATURES_PER_TEXT]

    def word_vectors(self, tokens: Sequence[str]) -> NDArray[np.int8]:
        """The vectors of tokens of the analyser, which are stems [tokens, dimensions]; zeros for unknown ones."""
        held = [
            [number for name in stem_features(token) if (number := self._numbers.get(name)) is not None]
            for token in tokens
        ]
        return self._vectors(held)

    def encode(self, texts: Iterable[str]) -> NDArray[np.int8]:
        """Vectors [texts, dimensions], in the order of the texts; cosine = inner product / 65,536."""
        return self._vectors(np.array(self.features(text), np.int32) for text in texts)

    def _vectors(self, held: Iterable[Sequence[int] | NDArray[np.int32]]) -> NDArray[np.int8]:
        """The vectors of texts that are given as their features."""
        parts = list(held)
        starts = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=starts[1:])
        features = np.concatenate(parts, dtype=np.int32, casting="unsafe") if parts else np.empty(0, np.int32)
        return vectors_of_features(  # type: ignore[no-any-return]
            features, starts, self._table, self._weights, float(VECTOR_LENGTH)
        )
