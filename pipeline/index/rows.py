"""The rows of an open table by their place: what is asked for is taken out of Arrow's buffers, nothing else is read.

Arrow trusts a mapped file: one wrong byte among its places would let it read memory that is not the table's, and end
the process; and its scalars take longer to make than the texts they hold take to copy. Here a text lies between two
places that are looked at first, inside a buffer that Python guards.

    utf8            places [n + 1] int32, bytes: text i lies from place i to place i + 1
    list<utf8>      places [n + 1] int32, and a column of texts: list i has those from place i to place i + 1
    int32           numbers [n]

Each may have a bit for each row that is not null. Not done here: opening a table, or writing one (`tables`).
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Protocol

import pyarrow as pa

from pipeline.index.tables import damaged


class _Column(Protocol):
    """What a column holds, by the place in its batch."""

    def __getitem__(self, row: int) -> object: ...


class Rows:
    """The rows of an open table. Only the batch that holds a row is looked at, of however many.

    Raises:
        IndexError: a row is outside of the table.
        IndexFormatError: it is damaged.
    """

    def __init__(self, table: pa.Table) -> None:
        self.count: int = table.num_rows
        self._names: list[str] = table.schema.names
        self._batches = [batch for batch in table.to_batches() if batch.num_rows]
        self._columns: list[list[_Column] | None] = [None] * len(
            self._batches
        )  # of those that were asked for
        self._starts = list(accumulate((batch.num_rows for batch in self._batches), initial=0))

    def __getitem__(self, place: int) -> dict[str, object]:
        """The values of a row by column; lists are tuples."""
        return dict(zip(self._names, self.values(place), strict=True))

    def values(self, place: int) -> tuple[object, ...]:
        """The values of a row in the order of its columns."""
        columns, within = self._held(place)
        try:
            return tuple([column[within] for column in columns])
        except (IndexError, ValueError) as error:
            raise damaged(f"row {place}", error) from error

    def text(self, name: str, place: int) -> str:
        """One text of a row, of a column without nulls."""
        columns, within = self._held(place)
        try:
            return str(columns[self._names.index(name)][within])
        except (IndexError, ValueError) as error:
            raise damaged(f"{name} of row {place}", error) from error

    def _held(self, place: int) -> tuple[list[_Column], int]:
        """The columns of the batch of a row, and its place there."""
        if not 0 <= place < self.count:
            raise IndexError(f"row {place} of a table of {self.count}")
        holder = bisect_right(self._starts, place) - 1
        columns = self._columns[holder]
        if columns is None:
            columns = self._columns[holder] = self._columns_of(self._batches[holder])
        return columns, place - self._starts[holder]

    @staticmethod
    def _columns_of(batch: pa.RecordBatch) -> list[_Column]:
        """The columns of a batch, whose lengths are looked at first: Arrow gives a negative one as it is."""
        try:
            batch.validate()
        except pa.ArrowException as error:
            raise damaged("a batch of rows", error) from error
        return [_column(array) for array in batch.columns]


class _Texts:
    __slots__ = ("_bytes", "_first", "_known", "_places")

    def __init__(self, array: pa.Array) -> None:
        known, places, content = array.buffers()
        self._first, self._known, self._places = array.offset, _bits(known), _numbers(places)
        self._bytes = memoryview(b"" if content is None else content)

    def __getitem__(self, row: int) -> str | None:
        row += self._first
        if self._known is not None and not self._known[row >> 3] >> (row & 7) & 1:
            return None
        start, end = self._places[row], self._places[row + 1]
        if not 0 <= start <= end <= len(self._bytes):
            raise ValueError(f"a text from place {start} to {end} of {len(self._bytes)}")
        return str(self._bytes[start:end], "utf-8")


class _Lists:
    __slots__ = ("_count", "_first", "_known", "_places", "_texts")

    def __init__(self, array: pa.Array) -> None:
        known, places = array.buffers()[:2]
        self._first, self._known, self._places = array.offset, _bits(known), _numbers(places)
        self._texts, self._count = _Texts(array.values), len(array.values)

    def __getitem__(self, row: int) -> tuple[str | None, ...] | None:
        row += self._first
        if self._known is not None and not self._known[row >> 3] >> (row & 7) & 1:
            return None
        start, end = self._places[row], self._places[row + 1]
        if not 0 <= start <= end <= self._count:
            raise ValueError(f"a list from place {start} to {end} of {self._count}")
        return tuple(self._texts[each] for each in range(start, end))


class _Numbers:
    __slots__ = ("_first", "_known", "_numbers")

    def __init__(self, array: pa.Array) -> None:
        known, numbers = array.buffers()
        self._first, self._known, self._numbers = array.offset, _bits(known), _numbers(numbers)

    def __getitem__(self, row: int) -> int | None:
        row += self._first
        if self._known is not None and not self._known[row >> 3] >> (row & 7) & 1:
            return None
        return self._numbers[row]


def _column(array: pa.Array) -> _Column:
    if pa.types.is_string(array.type):
        return _Texts(array)
    return _Lists(array) if pa.types.is_list(array.type) else _Numbers(array)


def _bits(known: pa.Buffer | None) -> memoryview | None:
    return None if known is None else memoryview(known)


def _numbers(buffer: pa.Buffer | None) -> memoryview:
    """A buffer as numbers of 32 bits."""
    return memoryview(b"" if buffer is None else buffer[: len(buffer) & -4]).cast("i")
