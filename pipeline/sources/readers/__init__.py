"""Pinned bytes to rows: one module per format, all behind `read_rows`.

    for row in read_rows(path, Format(type="jsonl")):
        row.number, row.where, row.fields, row.problem, row.notes, row.of_file

Rules: every record of the file comes out as exactly one `Row`, readable or with its problem; when the file
itself cannot be read (further), `FormatError` or `ArchiveError` is raised, never a foreign exception. Rows
come in the order of the file. What it does not do: judge what a text says, or know what a card maps it to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import cast

from pipeline.sources.readers.limits import MAX_ROW_BYTES
from pipeline.sources.readers.row import Row, RowProblem
from pipeline.sources.readers.values import find_flaw
from schemas.errors import FormatError
from schemas.origin import Format
from schemas.sentence import said

__all__ = ["MAX_ROW_BYTES", "Format", "Row", "RowProblem", "read_rows"]

Reader = Callable[[Path, Format], Iterator[Row]]

# Imported when needed: a table of verses needs neither openpyxl nor pyarrow's Parquet reader.
_READERS = {
    "csv": ("csvtable", "read_csv"),
    "json": ("jsondoc", "read_jsondoc"),
    "jsonl": ("jsonlines", "read_jsonlines"),
    "markdown": ("markdown", "read_markdown"),
    "openiti": ("openiti", "read_openiti"),
    "parquet": ("parquet", "read_parquet"),
    "xlsx": ("workbook", "read_workbook"),
}


def read_rows(path: Path, spec: Format) -> Iterator[Row]:
    """Every record of a file (or, for Markdown, of a folder), as rows numbered from 1.

    Raises `FormatError` when the path or the format is not what the spec says; may do so after some rows.
    """
    _check_path(path, spec)
    module, name = _READERS[spec.type]
    read = cast(Reader, getattr(import_module(f"pipeline.sources.readers.{module}"), name))
    try:
        for row in read(path, spec):
            flaw = None if row.problem else find_flaw(row.fields)
            yield replace(row, problem=flaw) if flaw else row
    except OSError as error:
        raise FormatError(
            "a file could not be read from the disk",
            found=error.strerror or type(error).__name__,
            where=str(error.filename or path),
            remedy="check the file and its permissions",
        ) from error


def _check_path(path: Path, spec: Format) -> None:
    folder = spec.type == "markdown"
    if not path.exists():
        raise FormatError(
            "there is no such folder" if folder else "there is no such file",
            where=str(path),
            remedy="fetch the source first, or correct its path in the card",
        )
    if path.is_dir() != folder:
        raise FormatError(
            "a folder was found where a file was expected" if path.is_dir() else "a file is not a folder",
            expected="a folder of Markdown files" if folder else said("one {kind} file", kind=spec.type),
            where=str(path),
            remedy="correct the path or the type in the card",
        )
