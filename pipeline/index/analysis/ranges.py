"""How a table of documents is divided among workers: by number and by length, never by how many workers there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow.compute as pc

from pipeline.index.analysis.cutting import Range
from pipeline.index.analysis.reuse import Stretch
from pipeline.index.tables import open_table
from schemas.tables import DOCUMENTS

DOCUMENTS_PER_RANGE = 1 << 13
BYTES_PER_RANGE = 1 << 25  # of texts; a single document may have more
LEAST_PER_WORKER = 1 << 22  # bytes of texts that repay another process


def ranges_of(documents: Path, folder: Path) -> list[Range]:
    """The ranges of a table."""
    ends = np.cumsum(_bytes(documents), dtype=np.int64)
    cuts = [0]
    while cuts[-1] < len(ends):
        first = cuts[-1]
        before = int(ends[first - 1]) if first else 0
        by_length = int(np.searchsorted(ends, before + BYTES_PER_RANGE, "right"))
        cuts.append(min(len(ends), first + DOCUMENTS_PER_RANGE, max(first + 1, by_length)))
    return [
        Range(documents, first, last - first, folder, number)
        for number, (first, last) in enumerate(pairwise(cuts))
    ]


def workers_for(documents: Path, most: int) -> int:
    """How many of so many workers are worth their start."""
    return max(1, min(most, int(_bytes(documents).sum()) // LEAST_PER_WORKER))


def _bytes(documents: Path) -> np.ndarray:
    table = open_table(documents, DOCUMENTS)
    lengths = [
        pc.fill_null(pc.binary_length(table.column(name)), 0).to_numpy().astype(np.int64)
        for name in ("text_ar", "text_en")
    ]
    return lengths[0] + lengths[1]


def stretches_of(documents: Path, count: int, overlap: int) -> Iterator[Stretch]:
    """The rows of a table in stretches of one size, each with some rows of the next."""
    for first in range(0, count, DOCUMENTS_PER_RANGE):
        yield Stretch(documents, first, min(DOCUMENTS_PER_RANGE + overlap, count - first))
