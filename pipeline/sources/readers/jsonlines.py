"""JSON Lines: one object a line, streamed.

Rules: blank lines are no records. A line that cannot be decoded, is not JSON, is not an object or is too
large is a row with a problem, and reading goes on behind it. What it does not do: read objects that span
lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pipeline.sources.compression import open_unpacked
from pipeline.sources.readers.encoding import TextSource, open_text, undecodable
from pipeline.sources.readers.lines import Line, lines_of, too_large
from pipeline.sources.readers.row import Row, RowProblem
from pipeline.sources.readers.strictjson import NotJson, TooDeep, flaw_in, parse
from pipeline.sources.readers.values import too_deep
from schemas.errors import FormatError
from schemas.origin import Format
from schemas.sentence import said


def read_jsonlines(path: Path, spec: Format) -> Iterator[Row]:
    """The rows of one file; holds one line at a time."""
    with open_unpacked(path, spec.compression) as stream:
        text = open_text(stream, spec.encoding, path.name)
        number, of_file = 0, text.notes
        for line in lines_of(text.stream, text.offset):
            if not line.too_large and not line.data.strip():
                continue
            number += 1
            fields, problem = _read_line(line, text)
            yield Row(number, f"{path.name}, line {line.number}", fields, problem, of_file=of_file)
            of_file = ()
    if number == 0:
        raise FormatError(
            "a file is empty",
            expected="one JSON object a line",
            where=path.name,
            remedy="bring the file again",
        )


def _read_line(line: Line, text: TextSource) -> tuple[dict[str, object], RowProblem | None]:
    if line.too_large:
        return {}, too_large(line.size, "", line.data[:300].decode(text.encoding, "replace"))
    try:
        parsed = parse(line.data.decode(text.encoding))
    except UnicodeDecodeError as error:
        return {}, undecodable(line.data, error, text.encoding, line.offset, line.number)
    except TooDeep:
        return {}, too_deep("")
    except NotJson as error:
        return {}, _not_json(error)
    if parsed.flawed or line.data.count(b"[") + line.data.count(b"{") > 64:
        problem = flaw_in(parsed.value)
        if problem:
            return {}, problem
    return as_fields(parsed.value)


def as_fields(value: object) -> tuple[dict[str, object], RowProblem | None]:
    """The fields of a record, or the problem that it is no object."""
    if isinstance(value, dict):
        return value, None
    return {}, RowProblem(
        "not-an-object",
        "",
        str(value)[:300],
        "the record is not an object with named fields",
        'write each record as {"field": value, ...}',
    )


def _not_json(error: NotJson) -> RowProblem:
    return RowProblem(
        "not-json",
        "",
        error.shown,
        said("the line is not JSON: {why}, at character {column}", why=error.message, column=error.column),
        "correct the line; each line must be one whole JSON object",
    )
