"""CSV and its kin: a header, then one record after another, streamed.

Rules: a field in double quotes may hold delimiters, line breaks and doubled quotes, and is kept byte for
byte; all values are text. Lines end at LF or CRLF. Empty lines, and those of blanks alone, are no records.
The delimiter is the stated one, or the one of , tab ; | that the header uses most. A record that cannot be
read is a row with a problem, and reading goes on at the next line: so an unclosed quote costs one line, not
the rest of the file. Where a quote at the end of a later line closes it, nothing is wrong with the record; a word is
said of what looks like rows in it. A header that cannot be read raises `FormatError`. What it does not do: guess types,
or trim values.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.sources.compression import open_unpacked
from pipeline.sources.readers.columns import check_header, check_no_title, is_blank, wrong_columns
from pipeline.sources.readers.encoding import TextSource, open_text, undecodable
from pipeline.sources.readers.limits import MAX_ROW_BYTES
from pipeline.sources.readers.lines import Line, lines_of, too_large
from pipeline.sources.readers.row import Row, RowProblem
from pipeline.sources.readers.values import nul_character
from schemas.errors import FormatError
from schemas.origin import Format
from schemas.sentence import said

_DELIMITERS = (",", "\t", ";", "|")
_SEPARATOR = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_QUOTED = re.compile(r'[^"]*(?:""[^"]*)*')


def read_csv(path: Path, spec: Format) -> Iterator[Row]:
    """The rows of one table; holds one record at a time."""
    with open_unpacked(path, spec.compression) as stream:
        source = open_text(stream, spec.encoding, path.name)
        table = _Table(source, deque(), lines_of(source.stream, source.offset), spec.delimiter or "")
        header = _header(table, spec, path.name)
        of_file = source.notes
        for number, record in enumerate(table.records(), start=1):
            problem = record.problem
            if problem is None and len(record.values) != len(header):
                problem = wrong_columns(len(header), len(record.values), table.delimiter.join(record.values))
            fields = {} if problem else dict(zip(header, record.values, strict=True))
            notes = tuple(_rows_inside(fields, table.delimiter))
            yield Row(number, f"{path.name}, line {record.line}", fields, problem, notes, of_file=of_file)
            of_file = ()


def _rows_inside(fields: Mapping[str, str], delimiter: str) -> Iterator[RowProblem]:
    """A word about each text of which most lines behind the first have the cells of a row, one word in the first."""
    for name, text in fields.items():
        lines = [line.split(delimiter) for line in text.split("\n")[1:] if line.strip()]
        rows = sum(len(cells) == len(fields) and len(cells[0].split()) == 1 for cells in lines)
        if len(fields) > 1 and 2 * rows > len(lines):
            yield RowProblem(
                "rows-in-text",
                name,
                text,
                said(
                    "{rows:line} of this text could be rows of the table: was a quote left open?", rows=rows
                ),
                "close the quote where the text ends; leave it where these lines are part of the text",
            )


def _header(table: _Table, spec: Format, where: str) -> tuple[str, ...]:
    table.drop_separator(spec.delimiter)
    first = table.peek()
    if first is None:
        raise FormatError(
            "a table is empty",
            expected="a header and rows",
            where=where,
            remedy="save the table again, with its rows",
        )
    shown = first.data.decode(table.source.encoding, "replace")
    if not table.delimiter:
        table.delimiter = max(_DELIMITERS, key=shown.count)
    if spec.header is not None:
        return check_header(spec.header, f"{where}, header in the card")
    record = next(table.records(), _Record(first.number))
    place = f"{where}, line {record.line}"
    if record.problem:
        raise FormatError(
            said("the header of a table cannot be read: {why}", why=record.problem.message),
            found=record.problem.value[:120],
            where=place,
            remedy=record.problem.remedy,
        )
    following = table.peek()
    if following is not None:
        line = following.data.decode(table.source.encoding, "replace").rstrip("\r\n")
        check_no_title(record.values, max((line.split(sign) for sign in _DELIMITERS), key=len), place)
    return check_header(record.values, place)


@dataclass(slots=True)
class _Record:
    """One record under way: its finished fields, and the text of a quoted field that is still open."""

    line: int
    values: list[str] = field(default_factory=list)
    open: list[str] | None = None
    problem: RowProblem | None = None


@dataclass(slots=True)
class _Table:
    """Lines in, records out; lines of a failed record are put back."""

    source: TextSource
    waiting: deque[Line]
    lines: Iterator[Line]
    delimiter: str

    def peek(self) -> Line | None:
        line = self._next()
        if line is not None:
            self.waiting.appendleft(line)
        return line

    def drop_separator(self, delimiter: str | None) -> None:
        """Leave a line out that tells Excel alone the delimiter, which it is where no other is stated."""
        line = self.peek()
        shown = "" if line is None else line.data.decode(self.source.encoding, "replace")
        if stated := _SEPARATOR.fullmatch(shown.strip()):
            self._next()
            self.delimiter = delimiter or stated[1]

    def _next(self) -> Line | None:
        """The next line that is not empty; inside a record `_raw` is asked instead."""
        line = self._raw()
        while line is not None and not line.data.strip(b"\r\n"):
            line = self._raw()
        return line

    def _raw(self) -> Line | None:
        return self.waiting.popleft() if self.waiting else next(self.lines, None)

    def records(self) -> Iterator[_Record]:
        while (line := self._next()) is not None:
            record = self._record(line)
            if record.problem is not None or not all(map(is_blank, record.values)):
                yield record

    def _record(self, first: Line) -> _Record:
        record, taken, size = _Record(first.number), [], first.size
        self._feed(record, first)
        while record.open is not None and record.problem is None:
            line = self._raw()
            if line is None or size + line.size > MAX_ROW_BYTES:
                taken += [line] if line else []
                record.problem = _unclosed(first, self.source)
                break
            taken.append(line)
            size += line.size
            self._feed(record, line)
        if taken and record.problem is not None:  # whatever came of it, the quote of the first line began it
            record.problem = _unclosed(first, self.source)
            self.waiting.extendleft(reversed(taken))
        return record

    def _feed(self, record: _Record, line: Line) -> None:
        text, record.problem = _decode(line, self.source)
        if record.problem is None:
            record.problem = _scan(record, text, self.delimiter)


def _decode(line: Line, source: TextSource) -> tuple[str, RowProblem | None]:
    if line.too_large:
        return "", too_large(line.size, "", line.data[:300].decode(source.encoding, "replace"))
    try:
        text = line.data.decode(source.encoding)
    except UnicodeDecodeError as error:
        return "", undecodable(line.data, error, source.encoding, line.offset, line.number)
    return text, nul_character("", text) if "\0" in text else None


def _scan(record: _Record, text: str, delimiter: str) -> RowProblem | None:
    """Add the fields of one line to a record, or say why that cannot be done."""
    body = text.removesuffix("\n").removesuffix("\r")
    place = 0
    if record.open is None and '"' not in body:
        record.values = body.split(delimiter)
        return _bare_return(body) if "\r" in body else None
    while True:
        if record.open is not None or body.startswith('"', place):
            place = _quoted(record, text, place + (record.open is None))
            if record.open is not None:
                return None
            if place < len(body) and body[place] != delimiter:
                return _stray_quote(body, place)
        else:
            end = body.find(delimiter, place)
            end = len(body) if end < 0 else end
            record.values.append(body[place:end])
            if "\r" in record.values[-1]:
                return _bare_return(body[place:end])
            place = end
        if place >= len(body):
            return None
        place += 1


def _quoted(record: _Record, text: str, place: int) -> int:
    """Read on in a quoted field; the place behind its closing quote, with `open` None when it is closed."""
    match = _QUOTED.match(text, place)
    end = match.end() if match else place
    parts = [] if record.open is None else record.open
    parts.append(text[place:end])
    if end < len(text):
        record.values.append("".join(parts).replace('""', '"'))
        record.open = None
        return end + 1
    record.open = parts
    return end


def _bare_return(shown: str) -> RowProblem:
    return RowProblem(
        "bare-carriage-return",
        "",
        shown.replace("\r", "␍"),
        "the row holds a carriage return without a line feed, so its end is uncertain",
        "save the file with ordinary line ends (LF), or put the text in double quotes",
    )


def _stray_quote(body: str, place: int) -> RowProblem:
    return RowProblem(
        "stray-quote",
        "",
        body[max(0, place - 40) : place + 40],
        said("a closing quote is followed by text (character {place} of the line)", place=place + 1),
        'write a quote inside a quoted text twice: "He said ""yes"""',
    )


def _unclosed(first: Line, source: TextSource) -> RowProblem:
    return RowProblem(
        "unclosed-quote",
        "",
        first.data[:600].decode(source.encoding, "replace").rstrip("\r\n"),
        said("a quote opened on line {number} is not closed", number=first.number),
        "close the quote, or remove it; reading went on at the next line",
    )
