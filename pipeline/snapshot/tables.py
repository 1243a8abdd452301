"""The two tables of a snapshot that this room reads: documents and the ledger.

Documents are mapped, not loaded: only the columns that are asked for are touched. The ledger is written
with every choice stated, so that equal rows give equal bytes under one version of the library.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from schemas.errors import IntegrityError, LedgerError
from schemas.manifest import Counts
from schemas.printable import first_line
from schemas.tables import DOCUMENTS, LEDGER

COUNTED = ("id", "kind", "collection", "source", "status", "digest")
TEXTS = ("text_ar", "text_en")
FIRST_LEDGER = LEDGER.remove(LEDGER.get_field_index("approved"))  # of format 1
SLICE = 65_536


def read_documents(path: Path, columns: tuple[str, ...] = (*COUNTED, *TEXTS)) -> pa.Table:
    """Columns of a documents file, memory-mapped; raises `IntegrityError` when it is none, or is damaged.

    Arrow trusts a mapped file, and one wrong byte could let it read memory that is not the table's: what is compared
    is looked at first. Of the texts, nothing is asked here but whether they are there.
    """
    try:
        table = pa.ipc.open_file(pa.memory_map(str(path))).read_all().select(list(columns))
        if not table.schema.equals(pa.schema([DOCUMENTS.field(name) for name in columns])):
            raise ValueError(
                "other columns: " + table.schema.to_string(show_schema_metadata=False).replace("\n", ", ")
            )
        table.validate()
        table.select([name for name in columns if name not in TEXTS]).validate(full=True)
        return table
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        raise _unreadable(path, f"an Arrow file with the columns {', '.join(columns)}", error) from error


def read_ledger(path: Path, columns: tuple[str, ...] = tuple(LEDGER.names)) -> pa.Table:
    """Columns of a ledger, without `approved` where it is one of format 1; raises `IntegrityError` when it is none."""
    try:
        with pq.ParquetFile(path) as file:  # `read_table` would load Arrow's data sets, half a second
            if file.schema_arrow not in (LEDGER, FIRST_LEDGER):
                raise _unreadable(path, "the columns of a ledger", ValueError(str(file.schema_arrow.names)))
            return file.read([name for name in columns if name in file.schema_arrow.names])
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _unreadable(path, "a Parquet file with the columns of a ledger", error) from error


def write_ledger(table: pa.Table, path: Path) -> None:
    """Write a ledger: one spelling of equal rows."""
    pq.write_table(
        table.combine_chunks(),
        path,
        row_group_size=1 << 20,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        use_dictionary=["status"],
        write_statistics=False,
    )


def count_documents(documents: pa.Table, *, passages: int, quarantined: int) -> Counts:
    """What a documents table holds; needs the columns in `COUNTED` and the two texts."""
    with_kind = documents.select(["kind", "collection"]).group_by(["kind", "collection"])
    collections = {
        f"{row['kind']}:{row['collection']}" if row["collection"] else row["kind"]: row["count_all"]
        for row in with_kind.aggregate([([], "count_all")]).to_pylist()
    }
    languages = {
        language: len(documents) - documents[f"text_{language}"].null_count for language in ("ar", "en")
    }
    return Counts(
        documents=len(documents),
        kinds=_counted(documents["kind"]),
        collections=dict(sorted(collections.items())),
        languages={name: count for name, count in languages.items() if count},
        statuses=_counted(documents["status"]),
        passages=passages,
        quarantined=quarantined,
    )


def documents_digest(documents: pa.Table) -> str:
    """sha256 over `id TAB digest LF` of every document, in order of id: what the texts are, whatever
    library wrote them down."""
    rows = sorted_by_id(documents.select(["id", "digest"]))  # and never the texts: they may be gigabytes
    digest = hashlib.sha256()
    for start in range(0, len(rows), SLICE):
        part = rows.slice(start, SLICE)
        line = pc.binary_join_element_wise(part["id"], part["digest"], "\t")
        lines = pc.binary_join_element_wise(line, "", "\n")
        for chunk in lines.chunks:
            digest.update(_letters(chunk))
    return digest.hexdigest()


def _letters(texts: pa.StringArray) -> memoryview:
    """The bytes of all texts of an array, one after another."""
    _, places, content = texts.buffers()
    ends = np.frombuffer(places, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    return memoryview(content)[ends[0] : ends[-1]]


def sorted_by_id(table: pa.Table) -> pa.Table:
    """The rows in order of their ids (bytewise); raises `LedgerError` when an id stands twice."""
    ids = table["id"].combine_chunks()
    if len(ids) < 2 or pc.all(pc.less(ids.slice(0, len(ids) - 1), ids.slice(1))).as_py():
        return table.combine_chunks()
    rows = table.take(pc.sort_indices(ids)).combine_chunks()
    ids = rows["id"]
    repeated = ids.slice(1).filter(pc.equal(ids.slice(1), ids.slice(0, len(ids) - 1)))
    if len(repeated):
        raise LedgerError(
            "two documents have one reference id",
            found=", ".join(repeated.slice(0, 3).to_pylist()),
            remedy="the source card must name a field that is unique; see its report",
        )
    return rows


def _counted(column: pa.ChunkedArray) -> dict[str, int]:
    """How often each value stands there, in order of value."""
    return dict(sorted((one["values"], one["counts"]) for one in column.value_counts().to_pylist()))


def _unreadable(path: Path, expected: str, error: Exception) -> IntegrityError:
    return IntegrityError(
        f"{path.name} cannot be read",
        expected=expected,
        found=first_line(error)[:200],
        where=str(path),
        remedy="build the snapshot again",
    )
