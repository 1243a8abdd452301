"""What of an earlier analysis still holds: the documents whose id and content it has already.

A document is known again by 16 bytes over its id and the digest of its content, which covers every field that an
analysis reads. Both lists are in the order of ids, so what is found again comes in runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.tables import open_table
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS

KEY_BYTES = 16


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some rows of a table of documents."""

    documents: Path
    first: int
    count: int


def keys_of(stretch: Stretch) -> bytes:
    """The keys of documents, one after another."""
    table = open_table(stretch.documents, DOCUMENTS).slice(stretch.first, stretch.count)
    pairs = zip(table.column("id").to_pylist(), table.column("digest").to_pylist(), strict=True)
    return b"".join(
        hashlib.blake2b(f"{name}\0{digest}".encode(), digest_size=KEY_BYTES).digest()
        for name, digest in pairs
    )


def in_order(stretch: Stretch) -> bool:
    """Whether each id of a stretch comes before the next; the stretches of a table overlap by one row."""
    ids = open_table(stretch.documents, DOCUMENTS).column("id").slice(stretch.first, stretch.count)
    keys = (ReferenceId.parse(name).key() for name in ids.to_pylist())
    return all(before < after for before, after in pairwise(keys))


def found_again(keys: NDArray[np.uint8], earlier: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For each document its row in the earlier analysis, or -1; rows that are found ascend."""
    rows = np.full(len(keys), -1, np.int64)
    if len(earlier):
        wanted, known = _halves(keys), _halves(earlier)
        order = np.argsort(known[:, 0], kind="stable")
        place = np.searchsorted(known[:, 0], wanted[:, 0], sorter=order)
        candidates = order[np.minimum(place, len(known) - 1)]
        hit = (known[candidates] == wanted).all(axis=1)
        rows[hit] = candidates[hit]
    peaks = np.maximum.accumulate(np.concatenate([[-1], rows]))[:-1]
    rows[rows <= peaks] = -1
    return rows


def _halves(keys: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Keys as two numbers each. Two keys with one first half are never taken for each other, only read again."""
    return np.ascontiguousarray(keys).view(np.uint64)


def runs_of(rows: NDArray[np.int64]) -> Iterator[tuple[bool, int, int]]:
    """Documents in a row that are found in a row, or that are not found: (found, first, last)."""
    if not len(rows):
        return
    steps = np.diff(rows)
    same = np.where(rows[1:] < 0, rows[:-1] < 0, (rows[:-1] >= 0) & (steps == 1))
    cuts = np.flatnonzero(~same) + 1
    for first, last in pairwise([0, *cuts.tolist(), len(rows)]):
        yield bool(rows[first] >= 0), first, last
