"""Between cutting and encoding: all different words of all ranges, each asked about once.

The words of the ranges are numbered together; blocks of them are read by the analyser, on all cores; and what they
give is put into one part that every range is then encoded by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.analysis.cutting import Range
from pipeline.index.analysis.encoding import numbers_of
from pipeline.index.analysis.parts import finished, part, read_part, save_part
from pipeline.index.analysis.scan import WordTable
from pipeline.index.analysis.words import Runs, blessing, joined, read_words
from pipeline.index.embedder.storage import open_model
from pipeline.index.workers import Team

BLOCK = 1 << 13  # words read at a time


@dataclass(frozen=True, slots=True)
class Block:
    """Some different words, one after another, and where what they give is kept."""

    path: Path
    blob: bytes
    bounds: NDArray[np.int64]
    embedder: Path | None


def read_block(block: Block) -> int:
    """Ask about the words of a block, unless that was done before; returns how many they are."""
    count = len(block.bounds) - 1
    if finished(block.path):
        return count
    words = (block.blob[start:stop].decode() for start, stop in pairwise(block.bounds.tolist()))
    read = read_words(words, _numbers(block.embedder))
    terms = np.frombuffer(b"".join(read.terms), np.uint8)
    save_part(
        block.path,
        {
            "terms": terms,
            "term_bounds": np.cumsum([0, *map(len, read.terms)]),
            "token_starts": read.tokens[0],
            "tokens": read.tokens[1],
            "feature_starts": read.features[0],
            "features": read.features[1],
        },
    )
    return count


@lru_cache(maxsize=1)
def _numbers(embedder: Path | None) -> dict[str, int]:
    """The numbers of the features that an embedder knows."""
    if embedder is None:
        return {}
    return {name: number for number, name in enumerate(open_model(embedder).features)}


def number_together(ranges: Sequence[Range]) -> WordTable:
    """All different words, in the order of first occurrence; each range is told the numbers of its own."""
    table = WordTable()
    for given in ranges:
        own = read_part(given.words)
        save_part(numbers_of(given), {"numbers": table.number(own["blob"], own["bounds"])})
    return table


def read_meanings(
    table: WordTable, folder: Path, embedder: Path | None, run: Team, advance: Callable[[float], None]
) -> tuple[Path, list[bytes]]:
    """Ask about all words.

    Returns:
        The part that says what each gives, and the terms by number, in the order of first occurrence.
    """
    blocks = list(_blocks(table, folder, embedder))
    done = 0
    for count in run(read_block, blocks):
        done += count
        advance(done / table.count)
    terms: dict[bytes, int] = {}
    tokens: list[Runs] = []
    features: list[Runs] = []
    for block in blocks:
        read = read_part(block.path)
        names = _cut(read["terms"].tobytes(), read["term_bounds"])
        numbers = np.array([terms.setdefault(name, len(terms)) for name in names], np.int32)
        tokens.append((read["token_starts"], numbers[read["tokens"]]))
        features.append((read["feature_starts"], read["features"]))
    path = part(folder, "meanings")
    token_runs, feature_runs = joined(tokens), joined(features)
    save_part(
        path,
        {
            "token_starts": token_runs[0],
            "tokens": token_runs[1],
            "feature_starts": feature_runs[0],
            "features": feature_runs[1],
            "blessing": np.array([terms.get(token, -1) for token in blessing()], np.int32),
        },
    )
    return path, list(terms)


def _blocks(table: WordTable, folder: Path, embedder: Path | None) -> Iterator[Block]:
    blob, bounds = table.words()
    for number, first in enumerate(range(0, table.count, BLOCK)):
        some = bounds[first : first + BLOCK + 1]
        yield Block(
            part(folder, f"block-{number:05}"), blob[some[0] : some[-1]].tobytes(), some - some[0], embedder
        )


def _cut(blob: bytes, bounds: NDArray[np.int64]) -> list[bytes]:
    return [blob[start:stop] for start, stop in pairwise(bounds.tolist())]
