"""All sources of a build in one table: documents.arrow, sorted by reference id.

The place of a row is its ordinal, which every index counts by, so ties that go to the smaller ordinal go to the
smaller reference id. Each source arrives sorted, so that its collections are runs of rows: the runs are put in order
by kind and collection, and the texts stream through in batches. Only where two sources share a collection are ids
compared one by one. An id that two sources claim stops the build: which of them is the document is for a person to
say. Copies of other documents are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.build.runner import Advance
from pipeline.sources.tables import order_key
from schemas.errors import BuildError
from schemas.reference import KIND_ORDER, Kind, ReferenceId
from schemas.tables import DOCUMENTS, content_digest

DOCUMENTS_ARROW = "documents.arrow"
BATCH = 4096

Collection = tuple[int, str]  # place of the kind, and the collection


@dataclass(frozen=True, slots=True)
class _Run:
    """Documents of one collection that follow each other in one source."""

    source: str
    start: int  # among the documents of the source that are kept
    rows: int


def merge(
    tables: Mapping[str, Path],
    out: Path,
    progress: Advance,
    *,
    without: Mapping[str, pa.Array] | None = None,
    grades: Mapping[str, str] | None = None,
) -> int:
    """Merge documents.parquet files (by source id) into one Arrow file; returns the number of documents.

    `without`: ids to leave out, by source. `grades`: for documents that have none, by id.
    """
    left_out = without or {}
    order = _order(tables, left_out)
    total = sum(run.rows for run in order)
    done = 0
    told = _Grades.of({name: grade for name, grade in (grades or {}).items() if grade})
    with (
        ThreadPoolExecutor(2) as ahead,  # one of them waits for what the other unpacks
        pa.OSFile(str(out), "wb") as file,
        pa.ipc.new_file(file, DOCUMENTS) as writer,
    ):
        batches = map(told.put_into, _batches(_slices(tables, order, left_out, ahead)))
        for batch in _ahead(batches, ahead):
            writer.write_batch(batch)
            done += batch.num_rows
            progress(done, total)
    return done


def _ahead(batches: Iterator[pa.RecordBatch], ahead: Executor) -> Iterator[pa.RecordBatch]:
    """The same, each made while the one before is written."""
    coming = ahead.submit(next, batches, None)
    while (batch := coming.result()) is not None:
        coming = ahead.submit(next, batches, None)
        yield batch


def _order(tables: Mapping[str, Path], left_out: Mapping[str, pa.Array]) -> list[_Run]:
    """The runs of all sources, in the order of reference ids; raises when an id stands twice."""
    runs: dict[Collection, list[_Run]] = defaultdict(list)
    for source in sorted(tables):
        for collection, run in _runs_of(source, tables[source], left_out.get(source)):
            runs[collection].append(run)
    order: list[_Run] = []
    for collection in sorted(runs):
        shared = runs[collection]
        order += shared if len(shared) == 1 else _interleaved(tables, left_out, shared)
    return order


def _runs_of(source: str, path: Path, without: pa.Array | None) -> Iterator[tuple[Collection, _Run]]:
    """The collections of one source, each a run of its rows."""
    table = _columns(path, "id", "kind", "collection")
    if without is not None:
        table = table.filter(pc.invert(pc.is_in(table["id"], value_set=without)))
    if not table.num_rows:
        return
    names = pc.binary_join_element_wise(table["kind"], table["collection"], ":").combine_chunks()
    changes = pc.not_equal(names[1:], names[:-1]).to_numpy(zero_copy_only=False)
    starts = [0, *(np.flatnonzero(changes) + 1).tolist(), table.num_rows]
    for start, end in pairwise(starts):
        kind, _, collection = names[start].as_py().partition(":")
        yield (KIND_ORDER[Kind(kind)], collection), _Run(source, start, end - start)


def _interleaved(
    tables: Mapping[str, Path], left_out: Mapping[str, pa.Array], runs: list[_Run]
) -> Iterator[_Run]:
    """The documents of a collection that several sources share, id by id."""
    keyed = sorted(
        (order_key(ReferenceId.parse(name)), run.source, name, run.start + place)
        for run in runs
        for place, name in enumerate(_ids(tables[run.source], left_out.get(run.source), run))
    )
    for (key, source, name, _), (next_key, next_source, _, _) in pairwise(keyed):
        if key == next_key:
            raise BuildError(
                f"two sources give a document the reference id {name}",
                expected="one source for each reference id",
                found=f"{source} and {next_source}",
                remedy="give one of the cards another collection, or leave one out of the profile",
            )
    for source, members in groupby(keyed, key=lambda each: each[1]):
        held = list(members)
        yield _Run(source, held[0][3], len(held))


def _ids(path: Path, without: pa.Array | None, run: _Run) -> list[str]:
    ids = _columns(path, "id")["id"]
    if without is not None:
        ids = ids.filter(pc.invert(pc.is_in(ids, value_set=without)))
    names: list[str] = ids.slice(run.start, run.rows).to_pylist()
    return names


def _columns(path: Path, *names: str) -> pa.Table:
    """Columns of a table; `pq.read_table` would load Arrow's data sets, half a second."""
    with pq.ParquetFile(path) as file:
        return file.read(list(names))


def _slices(
    tables: Mapping[str, Path], order: list[_Run], left_out: Mapping[str, pa.Array], ahead: Executor
) -> Iterator[pa.RecordBatch]:
    """Rows in order: from each source as many as follow each other."""
    readers = {source: _Reader(path, left_out.get(source), ahead) for source, path in tables.items()}
    for run in order:
        yield from readers[run.source].take(run.rows)


@dataclass(frozen=True, slots=True)
class _Grades:
    """The grades that copies of documents have, by id."""

    ids: pa.Array
    told: pa.Array
    collections: pa.Array  # in which these documents are; most batches have none of them

    @classmethod
    def of(cls, grades: Mapping[str, str]) -> Self:
        collections = sorted({ReferenceId.parse(name).collection for name in grades})
        return cls(
            *(pa.array(list(values), pa.string()) for values in (grades, grades.values(), collections))
        )

    def put_into(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The same documents, those without a grade with the one that is told of them."""
        if not pc.any(pc.is_in(batch.column("collection"), value_set=self.collections)).as_py():
            return batch
        place = pc.index_in(batch.column("id"), value_set=self.ids)
        bare = pc.equal(pc.fill_null(batch.column("grade"), ""), "")
        wanted = pc.and_(pc.is_valid(place), bare)
        if not wanted.true_count:
            return batch
        rows = batch.filter(wanted).to_pylist()
        told = self.told.take(place.filter(wanted))
        digests = [
            content_digest(row | {"grade": grade}) for row, grade in zip(rows, told.to_pylist(), strict=True)
        ]
        for name, values in (("grade", told), ("digest", pa.array(digests, pa.string()))):
            column = batch.schema.get_field_index(name)
            replaced = pc.replace_with_mask(batch.column(name), wanted, values)
            batch = batch.set_column(column, DOCUMENTS.field(name), replaced)
        return batch


class _Reader:
    """The rows of one source, in order, a few at a time; the next are unpacked while the last are written."""

    def __init__(self, path: Path, without: pa.Array | None, ahead: Executor) -> None:
        self._batches = pq.ParquetFile(path).iter_batches(batch_size=BATCH)
        self._without = without
        self._ahead = ahead
        self._coming: Future[pa.RecordBatch | None] | None = None
        self._rest: pa.RecordBatch | None = None

    def take(self, wanted: int) -> Iterator[pa.RecordBatch]:
        while wanted:
            batch = self._rest if self._rest is not None else self._next()
            head = batch.slice(0, wanted)
            self._rest = batch.slice(wanted) if batch.num_rows > wanted else None
            wanted -= head.num_rows
            yield head

    def _next(self) -> pa.RecordBatch:
        coming = self._coming or self._ahead.submit(self._unpacked)
        self._coming = self._ahead.submit(self._unpacked)
        batch = coming.result()
        assert batch is not None, "as many rows are asked for as were counted"
        return batch

    def _unpacked(self) -> pa.RecordBatch | None:
        batch = next(self._batches, None)
        if batch is None or self._without is None:
            return batch
        return batch.filter(pc.invert(pc.is_in(batch.column("id"), value_set=self._without)))


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
    """One batch of a table."""
    columns = [
        pa.concat_arrays(chunked.chunks) if chunked.num_chunks else pa.array([], chunked.type)
        for chunked in table.columns
    ]
    return pa.RecordBatch.from_arrays(columns, schema=DOCUMENTS)
