"""Lines of a text file as bytes, each with its number and place, none longer than a row may be.

Rules: lines end at LF; a CR before it is part of the line end. A line beyond `MAX_ROW_BYTES` is skipped to
its end without being held, and handed over as too large, so that reading goes on behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pipeline.sources.readers.limits import MAX_ROW_BYTES
from pipeline.sources.readers.row import RowProblem
from schemas.sentence import said


@dataclass(frozen=True, slots=True)
class Line:
    """`data` holds the line end; of a line that is too large, its beginning only. `size` is its length."""

    number: int
    offset: int
    data: bytes
    size: int

    @property
    def too_large(self) -> bool:
        """Whether the line is longer than a row may be."""
        return self.size > MAX_ROW_BYTES


def lines_of(stream: BinaryIO, offset: int = 0) -> Iterator[Line]:
    """All lines of a stream; `offset` is the place of its first byte in the file."""
    number = 0
    while data := stream.readline(MAX_ROW_BYTES + 2):
        number += 1
        size = len(data)
        if size > MAX_ROW_BYTES and not data.endswith(b"\n"):
            size += _skip_line(stream)
            data = data[:1024]
        yield Line(number, offset, data, size)
        offset += size


def _skip_line(stream: BinaryIO) -> int:
    skipped = 0
    while rest := stream.readline(1 << 20):
        skipped += len(rest)
        if rest.endswith(b"\n"):
            break
    return skipped


def too_large(size: int, field: str = "", shown: str = "") -> RowProblem:
    """The problem of a row beyond the limit."""
    return RowProblem(
        "row-too-large",
        field,
        shown,
        said(
            "the row has {size:,} bytes; at most {most:,} are read",
            size=size,
            most=MAX_ROW_BYTES,
        ),
        "look for a missing line end or a text pasted many times; split a text that is really so long",
    )
