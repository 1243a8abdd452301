"""Digests of what an origin brought: of a file, of a folder, of the rows of a dataset.

Rules: a folder's digest is taken over the sorted paths and digests of its files (hidden ones left out), so
that neither order nor dates count. Of a folder of texts beside a card, its Markdown files alone count, which are what
is read, and a path is the same however a system composes its letters. A dataset's digest is taken over its rows in
order, each in canonical JSON.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from pathlib import Path

from pipeline.sources.readers.markdown import markdown_files
from schemas.errors import FetchError
from schemas.tables import canonical_json


def file_digest(path: Path) -> str:
    """sha256 (hex) of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def folder_digest(folder: Path) -> str:
    """sha256 (hex) of the listing of a folder's files; raises `FetchError` at a symbolic link."""
    return _listing(_without_links(folder, _all_files(folder)))


def digest_of(path: Path) -> str:
    """sha256 (hex) of what lies beside a card: of a file, or of the listing of a folder's texts."""
    return _listing(text_files(path)) if path.is_dir() else file_digest(path)


def text_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The texts of a folder that lies beside a card, each by its path in the folder, sorted; raises `FetchError` at a
    symbolic link."""
    return _without_links(folder, markdown_files(folder))


def _all_files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and (path.is_symlink() or path.is_file()):
            yield path.relative_to(folder).as_posix(), path


def _without_links(folder: Path, files: Iterable[tuple[str, Path]]) -> Iterator[tuple[str, Path]]:
    for name, path in files:
        if path.is_symlink():
            raise FetchError(
                "a folder of a source holds a symbolic link",
                found=name,
                where=folder.name,
                remedy="put the file itself in its place",
            )
        yield name, path


def _listing(files: Iterable[tuple[str, Path]]) -> str:
    listing = hashlib.sha256()
    for name, path in files:
        listing.update(f"{file_digest(path)}  {name}\n".encode("utf-8", "surrogateescape"))
    return listing.hexdigest()


def rows_digest(path: Path) -> str:
    """sha256 (hex) of the rows of a Parquet file, however it is packed."""
    from pyarrow import parquet

    rows = hashlib.sha256()
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=256):
            for row in batch.to_pylist():
                rows.update(canonical_json(_spell(row)) + b"\n")
    return rows.hexdigest()


def _spell(value: object) -> object:
    """A value in the spelling that digests are taken of; kinds that JSON lacks are named."""
    if isinstance(value, dict):
        return {str(name): _spell(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_spell(inner) for inner in value]
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, datetime | date | time):
        return {"time": value.isoformat()}
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}
    return value if value is None or isinstance(value, str | int | float) else {"value": str(value)}
