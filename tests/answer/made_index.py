"""An index of a few documents that a test makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from pipeline.index import Index
from pipeline.index.build import build_index
from schemas.document import Document
from schemas.tables import DOCUMENTS


def index_of(
    documents: Sequence[Document], folder: Path, glossary: Mapping[str, object] | None = None
) -> Index:
    """An index that holds some documents alone."""
    table = folder / "documents.arrow"
    with pa.OSFile(str(table), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(pa.Table.from_pylist([one.as_row() for one in documents], DOCUMENTS))
    build_index(table, folder / "index", glossary=glossary or {"concepts": []})
    return Index.open(folder / "index")
