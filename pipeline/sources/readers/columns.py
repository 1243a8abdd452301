"""The checks that hold for the header of a table, in CSV and XLSX alike.

Rules: every column has a name, and no two have the same; blanks and invisible marks around a name are no
part of it. A header that breaks a rule raises `FormatError`, as no row under it could be read with certainty.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.sources.characters import trimmed
from pipeline.sources.readers.row import RowProblem
from schemas.errors import FormatError
from schemas.sentence import said


def check_header(names: Sequence[str], where: str) -> tuple[str, ...]:
    """The column names, or `FormatError`."""
    header = tuple(trimmed(name) for name in names)
    if not any(header):
        raise FormatError(
            "a table has no header",
            expected="a first row that names the columns",
            where=where,
            remedy="add a header row, or state the column names as `header` in the card",
        )
    before: set[str] = set()
    for place, name in enumerate(header, start=1):
        if not name:
            raise FormatError(
                said("column {place} of a table has no name", place=place),
                expected="a name for every column",
                found=", ".join(name or "(empty)" for name in header),
                where=where,
                remedy="name the column, or remove it (often an extra delimiter at the end of the row)",
            )
        if name in before:
            raise FormatError(
                said("two columns of a table are named “{name}”", name=name),
                expected="a different name for every column",
                found=", ".join(header),
                where=where,
                remedy="rename one of the two",
            )
        before.add(name)
    return header


def check_no_title(names: Sequence[object], following: Sequence[object], where: str) -> None:
    """Raise `FormatError` where a table begins with a line over the names of its columns."""
    filled = [str(name) for name in names if not is_blank(name)]
    if len(filled) == 1 and sum(not is_blank(name) for name in following) > 1:
        raise FormatError(
            "the first row of a table holds one cell alone, as a title does, and not the names of its columns",
            expected="a first row that names the columns",
            found=filled[0],
            where=where,
            remedy="remove the rows above the one that names the columns",
        )


def wrong_columns(expected: int, found: int, shown: str) -> RowProblem:
    """A row with more or fewer cells than the header."""
    return RowProblem(
        "wrong-columns",
        "",
        shown,
        said("the row has {found} columns, but the header has {expected}", found=found, expected=expected),
        "add or remove cells; a text with a delimiter or a line break in it must stand in double quotes",
    )


def is_blank(value: object) -> bool:
    """Whether nothing stands in a cell; a row of such cells is no record, as cleared rows are left in a sheet."""
    return value is None or (isinstance(value, str) and not value.strip())
