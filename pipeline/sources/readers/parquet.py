"""Parquet: streamed in small batches, nested columns as lists and objects.

Rules: decimals and dates become text in their standard spelling; NaN becomes "no value", with a note; a
column of raw bytes is a problem of each row that has a value in it. A damaged file raises `FormatError`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from pipeline.sources.readers.limits import MAX_ROW_BYTES
from pipeline.sources.readers.lines import too_large
from pipeline.sources.readers.row import Row, RowProblem
from schemas.errors import FormatError
from schemas.origin import Format
from schemas.sentence import said

_BATCH = 32  # rows; small: one repeated text of a megabyte costs little on disk and a lot in memory
_ROW_BYTES = 2 * MAX_ROW_BYTES  # as Arrow holds it; of a smaller row its texts are measured


def read_parquet(path: Path, spec: Format) -> Iterator[Row]:
    """The rows of one file, in file order."""
    try:
        yield from _rows(path)
    except (pa.ArrowException, OSError, ValueError, OverflowError, LookupError) as error:
        # also for texts that are not UTF-8, days beyond those that Python knows, and time zones that nobody does
        raise FormatError(
            "a file cannot be read as Parquet",
            expected="a whole Parquet file",
            found=str(error).splitlines()[0][:200] if str(error) else type(error).__name__,
            where=path.name,
            remedy="bring the file again, or export it again from its original",
        ) from error


def _rows(path: Path) -> Iterator[Row]:
    with parquet.ParquetFile(path) as file:
        _check_names(file.schema_arrow.names, path.name)
        number = 0
        for batch in file.iter_batches(batch_size=_BATCH):
            for record in _records(batch):
                number += 1
                where = f"{path.name}, row {number}"
                if isinstance(record, RowProblem):
                    yield Row(number, where, problem=record)
                else:
                    yield _row(number, where, record)


def _records(batch: pa.RecordBatch) -> Iterator[dict[str, object] | RowProblem]:
    """The rows of a batch; one that is too large is not made into Python's values."""
    if batch.nbytes <= _ROW_BYTES:
        yield from batch.to_pylist()
        return
    for place in range(batch.num_rows):
        row = batch.slice(place, 1)
        if row.nbytes <= _ROW_BYTES:
            yield from row.to_pylist()
        else:
            yield too_large(row.nbytes, max(row.column_names, key=lambda name: row[name].nbytes))


def _check_names(names: list[str], where: str) -> None:
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    if twice or not names:
        raise FormatError(
            "two columns of a table have the same name" if twice else "a table has no columns",
            expected="a different name for every column",
            found=", ".join(twice),
            where=where,
            remedy="rename one of them where the file is made",
        )


def _row(number: int, where: str, record: dict[str, object]) -> Row:
    holes: list[str] = []
    try:
        fields = {name: _plain(value, name, holes) for name, value in record.items()}
    except _Unusable as error:
        return Row(number, where, problem=error.problem)
    return Row(number, where, fields, notes=tuple(_hole(name) for name in dict.fromkeys(holes)))


class _Unusable(Exception):
    def __init__(self, problem: RowProblem) -> None:
        self.problem = problem
        super().__init__(problem.message)


def _plain(value: object, name: str, holes: list[str]) -> object:
    """A value as JSON knows it."""
    if isinstance(value, dict):
        return {key: _plain(inner, name, holes) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, name, holes) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        holes.append(name)
        return None
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal | timedelta):
        return str(value)
    if value is None or isinstance(value, str | int | float):
        return value
    raise _Unusable(
        RowProblem(
            "binary-value",
            name,
            repr(value)[:80],
            said("the column “{name}” holds raw bytes, not text", name=name),
            "store the column as text (UTF-8) where the file is made",
        )
    )


def _hole(name: str) -> RowProblem:
    return RowProblem(
        "not-a-number",
        name,
        "NaN",
        said("“{name}” is “not a number” here; it was read as no value", name=name),
        "nothing needs to be done; store a missing value as null to silence this note",
    )
