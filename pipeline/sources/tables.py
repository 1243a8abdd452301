"""Documents and quarantine as Parquet: written once, in order, the same bytes from the same rows.

Rules: documents come in any order and leave sorted by reference id. They are spooled to disk in batches
and gathered from there, so that memory holds one batch, and for each document its sort key and its size. A
batch, and a row group of what leaves, ends at a number of rows or of bytes, whichever is reached first. Files are
written in a staging folder, and put in their places by `TableWriter.publish`; without it they vanish.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.disk.writing import put_whole
from pipeline.sources.problems import Problem
from schemas.document import Document
from schemas.reference import KIND_ORDER, ReferenceId
from schemas.tables import DOCUMENTS, QUARANTINE, canonical_json

DOCUMENTS_FILE, QUARANTINE_FILE, COUNTS_FILE = "documents.parquet", "quarantine.parquet", "counts.json"
ROW_GROUP = 4096
BATCH_BYTES = 64 * 1024 * 1024  # about: two for each character
COMPRESSION, LEVEL = "zstd", 3


def order_key(reference: ReferenceId) -> str:
    """A string that sorts as `ReferenceId.key` does, for ids of documents."""
    steps = "".join(
        f"{1 if step.word else 0}{step.first + 1:010d}{step.letter}\x01{step.last or 0:010d}\x01{step.word}\x02"
        for step in reference.locators
    )
    return f"{KIND_ORDER[reference.kind]}{reference.collection}\x00{steps}"


class TableWriter:
    """Takes documents and problems of one source, and publishes both tables or neither."""

    def __init__(self, folder: Path, source: str) -> None:
        self._folder, self._source = folder, source
        folder.mkdir(parents=True, exist_ok=True)
        self._staging = Path(tempfile.mkdtemp(prefix=".staging-", dir=folder))
        self._spool_path = self._staging / "spool.arrow"
        self._spool = pa.ipc.new_file(str(self._spool_path), DOCUMENTS)
        self._quarantine = _parquet(self._staging / QUARANTINE_FILE, QUARANTINE)
        self._rows: list[dict[str, object]] = []
        self._problems: list[dict[str, object]] = []
        self._bytes = 0
        self._sizes = array("q")
        self._batches: list[int] = []
        self._keys: list[str] = []

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in (self._quarantine, self._spool):
            with suppress(OSError, pa.ArrowException):  # the first error is the one that is told
                file.close()
        shutil.rmtree(self._staging, ignore_errors=True)

    def keep(self, reference: ReferenceId, document: Document) -> None:
        """Take a document."""
        row = document.as_row()
        self._rows.append(row)
        self._keys.append(order_key(reference))
        self._sizes.append(2 * sum(len(value) for value in row.values() if isinstance(value, str)))
        self._bytes += self._sizes[-1]
        if len(self._rows) == ROW_GROUP or self._bytes > BATCH_BYTES:
            self._spill()

    def tell(self, problem: Problem) -> None:
        """Take a line of quarantine."""
        self._problems.append(problem.as_row(self._source))
        if len(self._problems) == ROW_GROUP:
            self._write_problems()

    def publish(self, summary: dict[str, object]) -> str:
        """Write the tables and their summary into the folder; the logical digest of the documents."""
        self._spill()
        self._write_problems()
        self._quarantine.close()
        self._spool.close()
        digest = self._write_sorted()
        (self._staging / COUNTS_FILE).write_bytes(canonical_json({**summary, "digest": digest}) + b"\n")
        for name in (DOCUMENTS_FILE, QUARANTINE_FILE, COUNTS_FILE):  # the last marks the others as whole
            put_whole(self._staging / name, self._folder / name)
        return digest

    def _spill(self) -> None:
        if not self._rows:
            return
        self._spool.write_batch(pa.RecordBatch.from_pylist(self._rows, schema=DOCUMENTS))
        self._batches.append(len(self._rows))
        self._rows, self._bytes = [], 0

    def _write_problems(self) -> None:
        if self._problems:
            table = pa.Table.from_pylist(self._problems, schema=QUARANTINE)
            self._quarantine.write_table(table, row_group_size=ROW_GROUP)
        self._problems = []

    def _write_sorted(self) -> str:
        digest = hashlib.sha256()
        with (
            _parquet(self._staging / DOCUMENTS_FILE, DOCUMENTS) as target,
            pa.memory_map(str(self._spool_path)) as source,
        ):
            for table in self._gathered(source):
                target.write_table(table, row_group_size=ROW_GROUP)
                _hash_rows(table, digest)
        return digest.hexdigest()

    def _gathered(self, source: pa.MemoryMappedFile) -> Iterator[pa.Table]:
        """The spooled documents in order, a row group at a time."""
        reader = pa.ipc.open_file(source)
        starts = [0, *accumulate(self._batches)]
        for wanted in self._groups(sorted(range(len(self._keys)), key=self._keys.__getitem__)):
            batches = [bisect_right(starts, index) - 1 for index in wanted]
            places = [(batch, index - starts[batch]) for batch, index in zip(batches, wanted, strict=True)]
            yield _take(reader, places)

    def _groups(self, order: Sequence[int]) -> Iterator[Sequence[int]]:
        """Documents in order, cut into row groups."""
        start = held = 0
        for place, index in enumerate(order):
            if place - start == ROW_GROUP or held > BATCH_BYTES:
                yield order[start:place]
                start, held = place, 0
            held += self._sizes[index]
        if start < len(order):
            yield order[start:]


def _take(reader: pa.RecordBatchFileReader, wanted: list[tuple[int, int]]) -> pa.Table:
    """Rows by (batch, row), in the order asked for. Takes batch by batch, so that no column outgrows its
    32-bit offsets."""
    parts, came = [], []
    for batch in sorted({batch for batch, _ in wanted}):
        places = [place for place, (of, _) in enumerate(wanted) if of == batch]
        rows = pa.array([wanted[place][1] for place in places], pa.int64())
        parts.append(pa.Table.from_batches([reader.get_batch(batch).take(rows)]))
        came += places
    back = sorted(range(len(came)), key=came.__getitem__)
    return pa.concat_tables(parts).take(pa.array(back, pa.int64())).combine_chunks()


def _hash_rows(table: pa.Table, digest: Any) -> None:
    """The logical digest: what each row is, independent of Parquet's bytes and library version."""
    columns = [table[name].to_pylist() for name in ("id", "source", "status", "url", "digest")]
    for row in zip(*columns, strict=True):
        digest.update(canonical_json(row) + b"\n")


def _parquet(path: Path, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(str(path), schema, compression=COMPRESSION, compression_level=LEVEL)
