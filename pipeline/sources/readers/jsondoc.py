"""A JSON document: one value, held in memory as a whole, with its records found by a path.

Rules: a document that is not JSON, or lies in more than `MAX_DOCUMENT_BYTES`, raises `FormatError` with line
and column; a flaw inside one record (a key twice, NaN) costs that record alone. For large data JSON Lines is
the better form, as it is streamed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pipeline.sources.compression import open_unpacked
from pipeline.sources.readers.encoding import TextSource, open_text, undecodable
from pipeline.sources.readers.jsonlines import as_fields
from pipeline.sources.readers.limits import MAX_DOCUMENT_BYTES
from pipeline.sources.readers.records import records_of
from pipeline.sources.readers.row import Row, RowProblem
from pipeline.sources.readers.strictjson import NotJson, flaw_in, parse
from schemas.errors import FormatError
from schemas.origin import Format
from schemas.sentence import said


def read_jsondoc(path: Path, spec: Format) -> Iterator[Row]:
    """The rows of one document, in document order."""
    document, of_file = read_document(path, spec)
    found = records_of(document, spec.records, path.name)
    for number, (at, record, inherited) in enumerate(found, start=1):
        problem = flaw_in(record)
        fields: dict[str, object] = {}
        if problem is None:
            own, problem = as_fields(record)
            fields = {**inherited, **own} if problem is None else {}
        yield Row(number, f"{path.name}, {at}", fields, problem, of_file=of_file)
        of_file = ()


def read_document(path: Path, spec: Format) -> tuple[object, tuple[RowProblem, ...]]:
    """The value of one document, with a `Flaw` for each thing in it that cannot be taken over, and what is to be said
    of its bytes. Raises `FormatError`."""
    with open_unpacked(path, spec.compression) as stream:
        source = open_text(stream, spec.encoding, path.name)
        return _parse(_text(source, path.name), path.name), source.notes


def _text(source: TextSource, where: str) -> str:
    data = source.stream.read(MAX_DOCUMENT_BYTES + 1)
    if len(data) > MAX_DOCUMENT_BYTES:
        raise FormatError(
            "a JSON document is too large to be held in memory",
            expected=said("at most {most:,} bytes", most=MAX_DOCUMENT_BYTES),
            where=where,
            remedy="write it as JSON Lines, one record a line, which is streamed",
        )
    try:
        return data.decode(source.encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        nearby = data[max(0, error.start - 2000) : error.start + 2000]
        problem = undecodable(nearby, _nearer(error, nearby), source.encoding, _start(error, source), line)
        raise FormatError(
            problem.message, found=problem.value, where=f"{where}, line {line}", remedy=problem.remedy
        ) from error


def _start(error: UnicodeDecodeError, source: TextSource) -> int:
    return source.offset + max(0, error.start - 2000)


def _nearer(error: UnicodeDecodeError, nearby: bytes) -> UnicodeDecodeError:
    start = min(error.start, 2000)
    return UnicodeDecodeError(error.encoding, nearby, start, start + error.end - error.start, error.reason)


def _parse(text: str, where: str) -> object:
    if not text.strip():
        raise FormatError(
            "a file is empty", expected="a JSON document", where=where, remedy="bring the file again"
        )
    try:
        return parse(text).value
    except NotJson as error:
        raise FormatError(
            said("a file is not one JSON document: {why}", why=error.message),
            expected="one JSON value; for one object a line, state `type: jsonl`",
            found=repr(error.shown),
            where=f"{where}, line {error.line}, character {error.column}",
            remedy="correct the file at this place",
        ) from error
