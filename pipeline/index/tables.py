"""Arrow tables of an index: written in batches of one size, opened by mapping them.

Files are Arrow IPC files without compression, so that a reader touches only the pages it needs. The same
rows give the same bytes: batches have a fixed number of rows, whatever their number in the input.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from pipeline.disk.writing import whole_file
from pipeline.index.arrays import REBUILD
from schemas.errors import IndexFormatError

ROWS = 4096  # of a batch


@contextmanager
def table_writer(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatchFileWriter]:
    """Write a table batch by batch, whole or not at all::

    with table_writer(path, schema) as writer:
        writer.write_batch(batch)
    """
    with whole_file(path) as file:
        writer = pa.ipc.new_file(file, schema)
        yield writer
        writer.close()


@contextmanager
def rows_writer(path: Path, schema: pa.Schema) -> Iterator[RowsWriter]:
    """Write a table of rows that come in any pieces, in batches of `ROWS`, whole or not at all::

    with rows_writer(path, schema) as writer:
        writer.add(table)
    """
    with table_writer(path, schema) as batches:
        writer = RowsWriter(batches, schema)
        yield writer
        writer.end()


class RowsWriter:
    """Puts rows together to batches of `ROWS`."""

    def __init__(self, writer: pa.RecordBatchFileWriter, schema: pa.Schema) -> None:
        self._writer = writer
        self._schema = schema
        self._held: list[pa.RecordBatch] = []
        self._rows = 0

    def add(self, table: pa.Table) -> None:
        """Append rows."""
        for batch in table.to_batches():
            self._held.append(batch)
            self._rows += batch.num_rows
            if self._rows >= ROWS:
                self._flush(ROWS)

    def end(self) -> None:
        """Write the rows that are left, which are fewer than a batch."""
        if self._rows:
            self._flush(self._rows)

    def _flush(self, least: int) -> None:
        """Write whole batches while so many rows are held."""
        table = pa.Table.from_batches(self._held, self._schema)
        start = 0
        while self._rows - start >= least:
            rows = min(ROWS, self._rows - start)
            self._writer.write_batch(_one_batch(table.slice(start, rows), self._schema))
            start += rows
        self._held, self._rows = table.slice(start).to_batches(), self._rows - start


def _one_batch(table: pa.Table, schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays(
        [pa.concat_arrays(column.chunks) for column in table.columns], schema=schema
    )


def open_table(path: Path, schema: pa.Schema) -> pa.Table:
    """Map a table of exactly this schema; raises `IndexFormatError`."""
    try:
        with pa.memory_map(str(path)) as stream:
            table = pa.ipc.open_file(stream).read_all()
        if not table.schema.equals(schema):
            raise _unusable(path, ", ".join(schema.names), ", ".join(table.schema.names))
    except (OSError, ValueError, pa.ArrowException) as error:  # ValueError: the name of a column is no text
        raise _unusable(path, "an Arrow file that can be read", str(error)[:200]) from error
    return table


def sound(part: pa.Array | pa.ChunkedArray, where: str) -> None:
    """Raise `IndexFormatError` unless what is read next is whole: text in UTF-8, at places inside the file.

    Arrow trusts a mapped file. One wrong byte among the places would let it read memory that is not the table's, and
    end the process. Looking at the few rows that are read costs microseconds; looking at all would read the file.
    """
    try:
        part.validate(full=True)
    except pa.ArrowException as error:
        raise damaged(where, error) from error


def damaged(where: str, error: Exception) -> IndexFormatError:
    """What is said of a table whose rows cannot be read."""
    return IndexFormatError(
        "a table of the index is damaged",
        where=where,
        expected="rows that are whole",
        found=str(error)[:200],
        remedy=REBUILD,
    )


def _unusable(path: Path, expected: str, found: str) -> IndexFormatError:
    return IndexFormatError(
        "a table of the index cannot be used", where=str(path), expected=expected, found=found, remedy=REBUILD
    )
