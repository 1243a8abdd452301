"""What each different written word gives: its tokens, and its features. The analyser is asked once a word.

A collection of 112 million words has a few million different written ones; that, and nothing else, is work for
Python. What it gives is kept by number: words to tokens, words to features, each as runs in one array.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedder.features import word_features
from pipeline.text import analyser
from pipeline.text.analyser import analyse
from pipeline.text.folding import fold
from pipeline.text.types import CORPUS, Types

Runs = tuple[NDArray[np.int64], NDArray[np.int32]]  # starts (one more than runs), and all values


@dataclass(frozen=True, slots=True)
class WordsRead:
    """What some words give. Tokens are numbers of `terms`, features are numbers of the embedder's."""

    terms: list[bytes]
    tokens: Runs
    features: Runs


_STEMS: Types[str] = Types(analyser.stem, CORPUS)
_COUNTS: Types[bool] = Types(lambda word: bool(analyse(word)), CORPUS)
_FEATURES: Types[tuple[str, ...]] = Types(word_features, CORPUS)


def meaning_of(written: str) -> tuple[list[str], list[str]]:
    """The tokens of a written word before the blessing is dropped, and its features; it is folded once.

    They are those of `analyse` and of `text_features`.
    """
    words = fold(written)
    tokens = [_STEMS[word] for word in words if not analyser.is_stop(word, written)]
    kept = analyser.without_blessing(tokens)
    if not kept:
        return tokens, []
    whole = len(kept) == len(words)
    return tokens, [name for word in words if whole or _COUNTS[word] for name in _FEATURES[word]]


def read_words(words: Iterable[str], numbers: Mapping[str, int]) -> WordsRead:
    """Ask the analyser about different written words.

    Args:
        numbers: the number of each feature that the embedder knows.
    """
    terms: dict[str, int] = {}
    tokens: list[list[int]] = []
    features: list[list[int]] = []
    for written in words:
        found, named = meaning_of(written)
        tokens.append([terms.setdefault(token, len(terms)) for token in found])
        features.append([numbers[name] for name in named if name in numbers])
    return WordsRead([term.encode() for term in terms], _runs(tokens), _runs(features))


def _runs(lists: Sequence[Sequence[int]]) -> Runs:
    starts = np.zeros(len(lists) + 1, np.int64)
    np.cumsum([len(values) for values in lists], out=starts[1:])
    return starts, np.fromiter(chain.from_iterable(lists), np.int32, int(starts[-1]))


def joined(runs: Sequence[Runs]) -> Runs:
    """Runs one after another."""
    ends = np.cumsum([0, *(int(starts[-1]) for starts, _ in runs)])
    starts = [part[:-1] + base for (part, _), base in zip(runs, ends[:-1], strict=True)]
    values = [values for _, values in runs]
    return (
        np.concatenate([*starts, ends[-1:]]).astype(np.int64),
        np.concatenate(values) if values else np.zeros(0, np.int32),
    )


def blessing() -> list[bytes]:
    """The tokens in a row that say nothing of a topic."""
    return [token.encode() for token in analyser.BLESSING]
