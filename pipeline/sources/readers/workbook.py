"""XLSX: one sheet, a header row, then one record a row; values only.

Rules: a formula, an error value or a merged cell is a problem of its row, naming the cell: what a reader
would see there depends on a program that is not here. Dates become text in the ISO spelling; an empty cell
is None; empty rows are no records. Without `sheet` the workbook must have one sheet with content. The zip
container is checked before it is opened. A workbook that cannot be read raises `FormatError`.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from pipeline.sources.archives import list_members
from pipeline.sources.compression import Bounds
from pipeline.sources.readers.columns import check_header, wrong_columns
from pipeline.sources.readers.row import Row, RowProblem
from schemas.errors import ArchiveError, FormatError, IsnadError
from schemas.origin import Format

_BOUNDS = Bounds(max_bytes=1024**3, max_members=10_000)
_MAX_ROWS = 1_048_576  # of a sheet, by its standard; a row number beyond it is an attack
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']([A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7})[\"']")


def read_workbook(path: Path, spec: Format) -> Iterator[Row]:
    """The rows of one sheet."""
    _check_container(path)
    try:
        yield from _rows(path, spec)
    except IsnadError:
        raise
    except Exception as error:  # openpyxl lets errors of zip, XML and its own models through
        raise FormatError(
            "a file cannot be read as an XLSX workbook",
            found=f"{type(error).__name__}: {str(error)[:160]}",
            where=path.name,
            remedy="open it in a spreadsheet program and save it again as .xlsx",
        ) from error


def _check_container(path: Path) -> None:
    try:
        list_members(path, _BOUNDS)
    except ArchiveError as error:
        raise FormatError(
            f"a file is not a usable XLSX workbook: {error.problem}",
            expected="an .xlsx file (not .xls, not protected by a password)",
            found=error.found,
            where=path.name,
            remedy="open it in a spreadsheet program and save it again as .xlsx, without a password",
        ) from error


def _rows(path: Path, spec: Format) -> Iterator[Row]:
    from openpyxl import load_workbook

    # it warns of what it does not keep when it writes; nothing is written here
    warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")
    options = {"read_only": True, "data_only": False, "keep_links": False}
    # opened here, as openpyxl would judge a path by its ending
    with path.open("rb") as file, closing(load_workbook(file, **options)) as book:
        sheet = _sheet(book, spec.sheet, path.name)
        place = f"{path.name}, sheet “{sheet.title}”"
        merged = _merged_ranges(path, sheet)
        lines = _lines(sheet, place)
        header = check_header(spec.header, f"{place}, header in the card") if spec.header else None
        number = 0
        for line, cells in lines:
            where = f"{place}, row {line}"
            problem = _cell_problem(cells) or _merged_problem(line, merged)
            if header is None:
                header = _header(cells, problem, where)
                continue
            number += 1
            yield _row(number, where, header, cells, problem)
        if header is None:
            raise FormatError(
                "a sheet is empty",
                expected="a header row and rows under it",
                where=place,
                remedy="fill it in",
            )


def _sheet(book: Any, stated: str | None, where: str) -> Any:
    if stated is not None:
        if stated in [sheet.title for sheet in book.worksheets]:
            return book[stated]
        raise FormatError(
            f"the workbook has no sheet “{stated}”",
            expected=", ".join(f"“{sheet.title}”" for sheet in book.worksheets),
            where=where,
            remedy="correct `sheet` in the card",
        )
    filled = [sheet for sheet in book.worksheets if next(_lines(sheet, where), None)]
    if len(filled) == 1:
        return filled[0]
    raise FormatError(
        "the workbook has several sheets with content" if filled else "the workbook has no content",
        expected="one sheet with content, or `sheet` in the card",
        found=", ".join(f"“{sheet.title}”" for sheet in filled),
        where=where,
        remedy="state the name of the sheet in the card",
    )


def _lines(sheet: Any, place: str) -> Iterator[tuple[int, Sequence[Any]]]:
    """Rows that are not empty, with their number; trailing empty cells are cut off."""
    sheet.reset_dimensions()  # the stated size is often wrong
    for number, row in enumerate(sheet.iter_rows(), start=1):
        if number > _MAX_ROWS:
            raise FormatError(
                "a sheet claims more rows than a sheet can have",
                expected=f"at most {_MAX_ROWS:,}",
                where=place,
                remedy="open it in a spreadsheet program and save it again",
            )
        cells = list(row)
        while cells and cells[-1].value in (None, ""):
            cells.pop()
        if cells:
            yield number, cells


@dataclass(frozen=True, slots=True)
class _Range:
    name: str
    first: int
    last: int


def _merged_ranges(path: Path, sheet: Any) -> list[_Range]:
    """The merged ranges of a sheet; openpyxl does not tell them when it streams."""
    from openpyxl.utils.cell import range_boundaries

    names: dict[str, None] = {}
    with zipfile.ZipFile(path) as archive, archive.open(sheet._worksheet_path.lstrip("/")) as xml:
        tail = b""
        while block := xml.read(1 << 16):
            window = tail + block
            names.update((match.decode(), None) for match in _MERGED.findall(window))
            tail = window[-256:]
    bounds = [(name, range_boundaries(name)) for name in names]
    return [_Range(name, int(box[1] or 0), int(box[3] or 0)) for name, box in bounds]


def _merged_problem(line: int, merged: Sequence[_Range]) -> RowProblem | None:
    for cells in merged:
        if cells.first <= line <= cells.last:
            return RowProblem(
                "merged-cells",
                "",
                cells.name,
                f"the cells {cells.name} are merged, so it is unclear which row their value belongs to",
                "split the merged cells and write the value in every row that it is meant for",
            )
    return None


def _cell_problem(cells: Sequence[Any]) -> RowProblem | None:
    for cell in cells:
        kind = getattr(cell, "data_type", "n")
        if cell.value is None or kind not in ("f", "e"):
            continue
        shown = getattr(cell.value, "text", None) or str(cell.value)
        if kind == "f":
            code, what, remedy = "formula", "a formula", "copy the cells and paste them back as values only"
        else:
            code, what, remedy = "error-value", "an error", "write the value that was meant into the cell"
        return RowProblem(
            code, cell.coordinate, shown, f"cell {cell.coordinate} holds {what}, not a value", remedy
        )
    return None


def _header(cells: Sequence[Any], problem: RowProblem | None, where: str) -> tuple[str, ...]:
    if problem:
        raise FormatError(
            f"the header of a sheet cannot be read: {problem.message}",
            found=problem.value,
            where=where,
            remedy=problem.remedy,
        )
    return check_header([str(_plain(cell.value) or "") for cell in cells], where)


def _row(
    number: int, where: str, header: tuple[str, ...], cells: Sequence[Any], problem: RowProblem | None
) -> Row:
    values = [_plain(cell.value) for cell in cells]
    if problem is None and len(values) > len(header):
        problem = wrong_columns(len(header), len(values), " | ".join(map(str, values)))
    if problem:
        return Row(number, where, problem=problem)
    values += [None] * (len(header) - len(values))
    return Row(number, where, dict(zip(header, values, strict=True)))


def _plain(value: object) -> object:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value) if isinstance(value, timedelta) else value
