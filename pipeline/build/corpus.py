"""All sources of a build in one table: documents.arrow, sorted by reference id.

The place of a row is its ordinal, which every index counts by, so ties that go to the smaller ordinal go to the
smaller reference id. Each source arrives sorted; the tables are merged by their ids alone, and the texts stream
through in batches. An id that two sources claim stops the build: which of them is the document is for a person to
say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.build.runner import Advance
from pipeline.sources.tables import order_key
from schemas.errors import BuildError
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS

CORPUS_VERSION = 1
DOCUMENTS_ARROW = "documents.arrow"
BATCH = 4096


def merge(tables: Mapping[str, Path], out: Path, progress: Advance) -> int:
    """Merge documents.parquet files (by source id) into one Arrow file; returns the number of documents."""
    order = _order(tables)
    done = 0
    with pa.OSFile(str(out), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        for batch in _batches(_slices(tables, order)):
            writer.write_batch(batch)
            done += batch.num_rows
            progress(done, len(order))
    return done


def _order(tables: Mapping[str, Path]) -> list[str]:
    """The source of each document, in the order of reference ids; raises when an id stands twice."""
    keyed = sorted(
        (order_key(ReferenceId.parse(name)), source, name)
        for source, path in tables.items()
        for name in pq.read_table(path, columns=["id"])["id"].to_pylist()
    )
    for (key, source, name), (next_key, next_source, _) in pairwise(keyed):
        if key == next_key:
            raise BuildError(
                f"two sources give a document the reference id {name}",
                expected="one source for each reference id",
                found=f"{source} and {next_source}",
                remedy="give one of the cards another collection, or leave one out of the profile",
            )
    return [source for _, source, _ in keyed]


def _slices(tables: Mapping[str, Path], order: list[str]) -> Iterator[pa.RecordBatch]:
    """Rows in order: from each source as many as follow each other."""
    readers = {source: _Reader(path) for source, path in tables.items()}
    for source, run in groupby(order):
        yield from readers[source].take(sum(1 for _ in run))


class _Reader:
    """The rows of one source, in order, a few at a time."""

    def __init__(self, path: Path) -> None:
        self._batches = pq.ParquetFile(path).iter_batches(batch_size=BATCH)
        self._rest: pa.RecordBatch | None = None

    def take(self, wanted: int) -> Iterator[pa.RecordBatch]:
        while wanted:
            batch = self._rest if self._rest is not None else next(self._batches)
            head = batch.slice(0, wanted)
            self._rest = batch.slice(wanted) if batch.num_rows > wanted else None
            wanted -= head.num_rows
            yield head


def _batches(slices: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The same rows in batches of one size, so that the file does not show how its sources were cut."""
    held: list[pa.RecordBatch] = []
    rows = 0
    for piece in slices:
        held.append(piece)
        rows += piece.num_rows
        while rows >= BATCH:
            table = pa.Table.from_batches(held, DOCUMENTS)
            yield _one(table.slice(0, BATCH))
            held = table.slice(BATCH).to_batches()
            rows -= BATCH
    if rows:
        yield _one(pa.Table.from_batches(held, DOCUMENTS))


def _one(table: pa.Table) -> pa.RecordBatch:
    """One batch of a table, copied, so that buffers hold its rows and nothing else."""
    columns = [
        pa.concat_arrays(chunked.chunks) if chunked.num_chunks else pa.array([], chunked.type)
        for chunked in table.columns
    ]
    copied = [column.take(pa.array(range(len(column)), pa.int64())) for column in columns]
    return pa.RecordBatch.from_arrays(copied, schema=DOCUMENTS)
