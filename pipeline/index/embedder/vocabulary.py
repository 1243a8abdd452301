"""Which features are kept, and which features each word of the training texts has.

The most frequent `max_features` features seen at least `min_count` times, kept in the order of their
UTF-8 bytes, so that the vocabulary does not depend on the order of documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedder.features import FEATURES_PER_WORD, word_features

MISSING = -1


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Features, sorted; how often each occurs; and the features of each word [words, FEATURES_PER_WORD]."""

    features: tuple[str, ...]
    counts: NDArray[np.int64]
    of_word: NDArray[np.int32]


def build_vocabulary(
    words: Sequence[str], counts: NDArray[np.int64], max_features: int, min_count: int
) -> Vocabulary:
    """The vocabulary of words that occur `counts` times."""
    found = [word_features(word) for word in words]
    totals: dict[str, int] = {}
    for features, count in zip(found, counts.tolist(), strict=True):
        for feature in features:
            totals[feature] = totals.get(feature, 0) + count
    frequent = sorted(
        (name for name in totals if totals[name] >= min_count), key=lambda name: (-totals[name], name)
    )
    kept = sorted(frequent[:max_features], key=str.encode)
    numbers = {name: number for number, name in enumerate(kept)}
    of_word = np.full((len(words), FEATURES_PER_WORD), MISSING, dtype=np.int32)
    for word, features in enumerate(found):
        for slot, feature in enumerate(features):
            of_word[word, slot] = numbers.get(feature, MISSING)
    return Vocabulary(tuple(kept), np.array([totals[name] for name in kept], dtype=np.int64), of_word)
