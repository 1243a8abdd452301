"""Arrow tables of an index: written in batches of one size, opened by mapping them.

Files are Arrow IPC files without compression, so that a reader touches only the pages it needs. The same
rows give the same bytes: batches have a fixed number of rows, whatever their number in the input.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Self

import pyarrow as pa

from pipeline.index.arrays import REBUILD
from schemas.errors import IndexFormatError

ROWS = 4096  # of a batch


class TableWriter:
    """Writes a table batch by batch, whole or not at all::

    with TableWriter(path, schema) as writer:
        writer.write(batch)
    """

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self._path = path
        self._temporary = path.with_name(path.name + ".tmp")
        self._stream = self._temporary.open("wb")
        self._writer = pa.ipc.new_file(self._stream, schema)

    def write(self, batch: pa.RecordBatch) -> None:
        """Append a batch."""
        self._writer.write_batch(batch)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._writer.close()
                self._stream.flush()
                os.fsync(self._stream.fileno())
                self._temporary.replace(self._path)
        finally:
            with suppress(OSError):  # the first error is the one that is told
                self._stream.close()
            self._temporary.unlink(missing_ok=True)


class BatchedWriter:
    """Writes a table of rows that come in any pieces, in batches of `ROWS`::

    with BatchedWriter(path, schema) as writer:
        writer.add(table)
    """

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self._writer = TableWriter(path, schema)
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

    def _flush(self, least: int) -> None:
        """Write whole batches while so many rows are held."""
        table = pa.Table.from_batches(self._held, self._schema)
        start = 0
        while self._rows - start >= least:
            rows = min(ROWS, self._rows - start)
            self._writer.write(_one_batch(table.slice(start, rows), self._schema))
            start += rows
        self._held, self._rows = table.slice(start).to_batches(), self._rows - start

    def __enter__(self) -> Self:
        self._writer.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            if kind is None and self._rows:
                self._flush(self._rows)
        except BaseException as error:
            kind = type(error)
            raise
        finally:
            self._writer.__exit__(kind, *rest)


def _one_batch(table: pa.Table, schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays(
        [pa.concat_arrays(column.chunks) for column in table.columns], schema=schema
    )


def link(source: Path, target: Path) -> None:
    """Give a finished file a second name; a copy of it where the file system cannot."""
    from pipeline.snapshot.files import CANNOT_LINK  # a reader of tables has no need of that room

    try:
        target.hardlink_to(source)
    except OSError as error:
        if error.errno not in CANNOT_LINK:
            raise
        shutil.copyfile(source, target)


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
