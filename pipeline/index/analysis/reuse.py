"""What of an earlier analysis still holds: the documents whose id and content it has already.

A document is known again by its id and the digest of its content, which covers every field that an analysis reads;
its key, 16 bytes over both, is taken over with the rest. Both tables are in the order of ids, so what is found again
comes in runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
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
    return _keys(open_table(stretch.documents, DOCUMENTS).slice(stretch.first, stretch.count))


def _keys(table: pa.Table) -> bytes:
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


def found_again(documents: Path, earlier: Path) -> NDArray[np.int64]:
    """For each document its row in an earlier table, or -1: where id and digest are the same, byte for byte.

    Rows that are found ascend.
    """
    now, before = (open_table(path, DOCUMENTS).select(["id", "digest"]) for path in (documents, earlier))
    if now["id"].equals(before["id"]):  # texts alone changed: of a million ids none is looked for
        places = pa.array(np.arange(len(now), dtype=np.int32))
    else:
        places = pc.index_in(now["id"], value_set=before["id"].combine_chunks()).combine_chunks()
    same = pc.equal(now["digest"].combine_chunks(), before["digest"].combine_chunks().take(places))
    found = pc.if_else(pc.fill_null(same, False), places, pa.scalar(-1, pa.int32()))
    rows = found.to_numpy(zero_copy_only=False).astype(np.int64)
    peaks = np.maximum.accumulate(np.concatenate([[-1], rows]))[:-1]
    rows[rows <= peaks] = -1
    return rows


def keys_again(documents: Path, rows: NDArray[np.int64], earlier: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The keys of documents, of which those that were found again have the keys of the earlier analysis."""
    found = rows >= 0
    keys = np.empty((len(rows), KEY_BYTES), np.uint8)
    keys[found] = earlier[rows[found]]
    rest = open_table(documents, DOCUMENTS).select(["id", "digest"]).filter(pa.array(~found))
    keys[~found] = np.frombuffer(_keys(rest), np.uint8).reshape(-1, KEY_BYTES)
    return keys


def runs_of(rows: NDArray[np.int64]) -> Iterator[tuple[bool, int, int]]:
    """Documents in a row that are found in a row, or that are not found: (found, first, last)."""
    if not len(rows):
        return
    steps = np.diff(rows)
    same = np.where(rows[1:] < 0, rows[:-1] < 0, (rows[:-1] >= 0) & (steps == 1))
    cuts = np.flatnonzero(~same) + 1
    for first, last in pairwise([0, *cuts.tolist(), len(rows)]):
        yield bool(rows[first] >= 0), first, last
