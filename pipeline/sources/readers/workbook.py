"""XLSX: one sheet, a header row, then one record a row; values only.

Rules: a formula, an error value or a merged cell is a flaw of its row and column, naming the cell: what a reader
would see there depends on a program that is not here. Dates become text in the ISO spelling; an empty cell
is None; rows without anything but blanks are no records; what is hidden, be it the sheet, is read, and a
word is said. Without `sheet` the workbook must have one sheet with content. The zip
container is checked before it is opened. A workbook that cannot be read raises `FormatError`.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from pipeline.sources.archives import list_members
from pipeline.sources.compression import Bounds
from pipeline.sources.readers.columns import check_header, check_no_title, is_blank
from pipeline.sources.readers.row import Row, RowProblem
from schemas.errors import ArchiveError, FormatError, IsnadError
from schemas.origin import Format
from schemas.sentence import said

_BOUNDS = Bounds(max_bytes=1024**3, max_members=10_000)
_MAX_ROWS = 1_048_576  # of a sheet, by its standard; a row number beyond it is an attack
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']([A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7})[\"']")
_HIDDEN = re.compile(rb"<(?:\w+:)?((?:row|col)\s(?:[^>]*?\s)?hidden=[\"'](?:1|true)[\"'][^>]*)>")
_NUMBERS = re.compile(rb"\s(?:r|min|max)=[\"']([0-9]{1,7})[\"']")
_MAX_COLUMNS = 16_384
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_BOOK = "xl/workbook.xml"
_STRICT = b"http://purl.oclc.org/ooxml/"  # where its names come from, in place of those that are read here


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
            said("a file is not a usable XLSX workbook: {why}", why=error.problem),
            expected="an .xlsx file (not .xls, not protected by a password)",
            found=error.found,
            where=path.name,
            remedy="open it in a spreadsheet program and save it again as .xlsx, without a password",
        ) from error


def _check_not_strict(path: Path) -> None:
    """Raise `FormatError` at a workbook in which openpyxl would see no sheet."""
    with zipfile.ZipFile(path) as archive:
        strict = _BOOK in archive.namelist() and _STRICT in archive.open(_BOOK).read(1 << 12)
    if strict:
        raise FormatError(
            "a workbook is saved as Strict Open XML, which is not read",
            expected="an ordinary .xlsx file",
            where=path.name,
            remedy="save it as Excel Workbook (.xlsx)",
        )


def _rows(path: Path, spec: Format) -> Iterator[Row]:
    from openpyxl import load_workbook

    _check_not_strict(path)
    # it warns of what it does not keep when it writes; nothing is written here
    warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")
    options = {"read_only": True, "data_only": False, "keep_links": False}
    # opened here, as openpyxl would judge a path by its ending
    with path.open("rb") as file, closing(load_workbook(file, **options)) as book:
        sheet = _sheet(book, spec.sheet, path.name)
        place = _place(sheet, path.name)
        look = _look_of(path, sheet)
        lines = _lines(sheet, place)
        header = check_header(spec.header, f"{place}, header in the card") if spec.header else None
        number = 0
        while (taken := next(lines, None)) is not None:
            line, cells = taken
            where = f"{place}, row {line}"
            if header is None:
                following = next(lines, None)
                if following is not None:
                    check_no_title(
                        [cell.value for cell in cells], [cell.value for cell in following[1]], where
                    )
                    lines = chain([following], lines)
                header = _header(_flaws(line, cells, look, len(cells)), cells, where)
                continue
            number += 1
            row = _row(number, line, where, header, cells, look)
            yield row if number > 1 else replace(row, of_file=_hidden_from_all(sheet, header, look))
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
            said("the workbook has no sheet “{stated}”", stated=stated),
            expected=_named(book.worksheets),
            where=where,
            remedy="correct `sheet` in the card",
        )
    filled = [sheet for sheet in book.worksheets if next(_lines(sheet, _place(sheet, where)), None)]
    if len(filled) == 1:
        return filled[0]
    raise FormatError(
        "the workbook has several sheets with content" if filled else "the workbook has no content",
        expected="one sheet with content, or `sheet` in the card",
        found=_named(filled),
        where=where,
        remedy="state the name of the sheet in the card",
    )


def _named(sheets: Sequence[Any]) -> str:
    """The names of sheets, and which of them nobody sees."""
    names = [
        said("sheet “{name}”", name=sheet.title)
        if sheet.sheet_state == "visible"
        else said("hidden sheet “{name}”", name=sheet.title)
        for sheet in sheets
    ]
    return said("{names:,}", names=names) if names else ""


def _place(sheet: Any, where: str) -> str:
    return f"{where}, sheet “{sheet.title}”"


def _lines(sheet: Any, place: str) -> Iterator[tuple[int, Sequence[Any]]]:
    """Rows that are not empty, with their number; trailing empty cells are cut off."""
    last = 0
    for number, parsed in _parsed(sheet):
        if number > _MAX_ROWS:
            raise FormatError(
                "a sheet claims more rows than a sheet can have",
                expected=said("at most {most:,}", most=_MAX_ROWS),
                where=place,
                remedy="open it in a spreadsheet program and save it again",
            )
        columns = [0, *(cell["column"] for cell in parsed)]
        if number <= last or any(following <= one for one, following in pairwise(columns)):
            raise FormatError(
                "a sheet has two rows or two cells in one place, or not in their order, and one would be lost",
                expected="each row below the one before, and each cell to the side of the one before",
                where=f"{place}, row {number}",
                remedy="open it in a spreadsheet program and save it again",
            )
        last = number
        cells = list(sheet._get_row(parsed))
        while cells and is_blank(cells[-1].value):
            cells.pop()
        if cells:
            yield number, cells


def _parsed(sheet: Any) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Every row of a sheet as it stands in the file. openpyxl's own walk takes its word for the size of the sheet, and
    passes over a row whose number it has had."""
    from openpyxl.worksheet._reader import WorkSheetParser

    book = sheet.parent
    with sheet._get_source() as xml:
        parser = WorkSheetParser(
            xml,
            sheet._shared_strings,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        yield from parser.parse()


@dataclass(frozen=True, slots=True)
class _Range:
    """Merged cells; rows and columns from 1."""

    name: str
    columns: range
    rows: range


class _Merged:
    """The merged cells of a sheet, asked for row by row and downwards: there may be some in each row."""

    def __init__(self, ranges: Iterable[_Range]) -> None:
        self._below = sorted(ranges, key=lambda one: one.rows.start, reverse=True)
        self._here: list[_Range] = []

    def of(self, line: int) -> Sequence[_Range]:
        """Those that a row has a part of."""
        while self._below and self._below[-1].rows.start <= line:
            self._here.append(self._below.pop())
        self._here = [one for one in self._here if line in one.rows]
        return self._here


@dataclass(frozen=True, slots=True)
class _Look:
    """What a sheet says of its rows and columns beyond their values; openpyxl does not tell it when it streams."""

    merged: _Merged
    hidden_rows: frozenset[int]
    hidden_columns: frozenset[int]


def _look_of(path: Path, sheet: Any) -> _Look:
    from openpyxl.utils.cell import range_boundaries

    merged: dict[str, None] = {}
    rows: set[int] = set()
    columns: set[int] = set()
    with zipfile.ZipFile(path) as archive, archive.open(sheet._worksheet_path.lstrip("/")) as xml:
        tail = b""
        while block := xml.read(1 << 16):
            window = tail + block
            merged.update((match.decode(), None) for match in _MERGED.findall(window))
            for tag in _HIDDEN.findall(window):
                if numbers := [int(number) for number in _NUMBERS.findall(tag)]:
                    shut = range(
                        numbers[0], min(numbers[-1], _MAX_COLUMNS if b"col" in tag[:6] else _MAX_ROWS) + 1
                    )
                    (columns if b"col" in tag[:6] else rows).update(shut)
            tail = window[-256:]
    bounds = [(name, [int(one or 0) for one in range_boundaries(name)]) for name in merged]
    ranges = (_Range(name, range(box[0], box[2] + 1), range(box[1], box[3] + 1)) for name, box in bounds)
    return _Look(_Merged(ranges), frozenset(rows), frozenset(columns))


def _merged_problem(column: int, merged: Sequence[_Range]) -> RowProblem | None:
    for cells in merged:
        if column in cells.columns:
            return RowProblem(
                "merged-cells",
                "",
                cells.name,
                said(
                    "the cells {name} are merged, so it is unclear which row their value belongs to",
                    name=cells.name,
                ),
                "split the merged cells and write the value in every row that it is meant for",
            )
    return None


def _cell_problem(cell: Any) -> RowProblem | None:
    kind = getattr(cell, "data_type", "n")
    if cell.value is None or kind not in ("f", "e"):
        return None
    shown = getattr(cell.value, "text", None) or str(cell.value)
    if kind == "f":
        code, what, remedy = (
            "formula",
            said("a formula"),
            said("copy the cells and paste them back as values only"),
        )
    else:
        code, what, remedy = (
            "error-value",
            said("an error"),
            said("write the value that was meant into the cell"),
        )
    return RowProblem(
        code,
        cell.coordinate,
        shown,
        said("cell {cell} holds {what}, not a value", cell=cell.coordinate, what=what),
        remedy,
    )


def _flaws(line: int, cells: Sequence[Any], look: _Look, width: int) -> dict[int, RowProblem]:
    """What keeps single cells of a row from being read, by their columns from 1."""
    found = {place: _cell_problem(cell) for place, cell in enumerate(cells, start=1)}
    if merged := look.merged.of(line):
        for place in range(1, width + 1):
            found[place] = found.get(place) or _merged_problem(place, merged)
    return {place: flaw for place, flaw in found.items() if flaw is not None}


def _header(flaws: Mapping[int, RowProblem], cells: Sequence[Any], where: str) -> tuple[str, ...]:
    for problem in flaws.values():
        raise FormatError(
            said("the header of a sheet cannot be read: {why}", why=problem.message),
            found=problem.value,
            where=where,
            remedy=problem.remedy,
        )
    return check_header([str(_plain(cell.value) or "") for cell in cells], where)


def _hidden_from_all(sheet: Any, header: Sequence[str], look: _Look) -> tuple[RowProblem, ...]:
    """Words about the sheet and the columns that a person does not see."""
    notes = []
    if sheet.sheet_state != "visible":
        notes.append(_hidden("", sheet.title, said("the sheet is hidden, and is read like any other")))
    columns = [name for place, name in enumerate(header, start=1) if place in look.hidden_columns]
    if names := ", ".join(columns):
        message = said("the column is hidden in the sheet, and is read like any other")
        notes.append(_hidden(names, names, message))
    return tuple(notes)


def _hidden_row(line: int, look: _Look) -> tuple[RowProblem, ...]:
    if line not in look.hidden_rows:
        return ()
    return (
        _hidden(
            "",
            said("row {number}", number=line),
            said("the row is hidden in the sheet, and is read like any other"),
        ),
    )


def _hidden(column: str, found: str, message: str) -> RowProblem:
    remedy = said("unhide it and look; remove it where it is not meant to be read")
    return RowProblem("hidden-cells", column, found, message, remedy)


def _row(
    number: int,
    line: int,
    where: str,
    header: tuple[str, ...],
    cells: Sequence[Any],
    look: _Look,
) -> Row:
    values = [_plain(cell.value) for cell in cells]
    if len(values) > len(header):
        return Row(number, where, problem=_beyond_header(header, cells, values))
    values += [None] * (len(header) - len(values))
    flaws = _flaws(line, cells, look, len(header))
    return Row(
        number,
        where,
        dict(zip(header, values, strict=True)),
        flaws={header[place - 1]: flaw for place, flaw in flaws.items()},
        notes=_hidden_row(line, look),
    )


def _beyond_header(header: Sequence[str], cells: Sequence[Any], values: Sequence[object]) -> RowProblem:
    """Of a row that goes on where no column has a name, as where somebody wrote a remark beside a table."""
    beside = next(at for at in range(len(header), len(values)) if not is_blank(values[at]))
    return RowProblem(
        "wrong-columns",
        "",
        str(values[beside]),
        said(
            "the cell {cell} stands beside the table: no column there has a name",
            cell=cells[beside].coordinate,
        ),
        "name its column in the first row, or empty the cell",
    )


def _plain(value: object) -> object:
    if isinstance(value, str):
        return _unescaped(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if hasattr(value, "text"):  # a formula over several cells
        return str(value.text)
    return str(value) if isinstance(value, timedelta) else value


def _unescaped(text: str) -> str:
    """A text of a cell with the characters that XML cannot hold, which are written as _x000D_; lines end at LF."""
    if "_x" not in text:
        return text
    return _ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), text).replace("\r\n", "\n")
