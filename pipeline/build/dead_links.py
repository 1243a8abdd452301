"""Links that lead nowhere in a profile: to ids that no document of its sources has. They are left out of the index.

dead_links({source: documents.parquet})   of each source that has any, how many, and the first of them
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class DeadLinks:
    """The links of one source that lead nowhere, each with the document that has it."""

    source: str
    count: int
    examples: tuple[str, ...]


def dead_links(tables: Mapping[str, Path]) -> tuple[DeadLinks, ...]:
    """In order of the sources' ids. `tables`: documents.parquet by source."""
    columns = {source: _columns(tables[source]) for source in sorted(tables)}
    ids = pa.chunked_array([chunk for table in columns.values() for chunk in table["id"].chunks], pa.string())
    known = ids.combine_chunks()
    found = (_of(source, table, known) for source, table in columns.items())
    return tuple(dead for dead in found if dead.count)


def _columns(path: Path) -> pa.Table:
    with pq.ParquetFile(path) as file:
        return file.read(["id", "links"])


def _of(source: str, table: pa.Table, known: pa.Array) -> DeadLinks:
    lists = table["links"].combine_chunks()
    targets = pc.list_flatten(lists)
    dead = pc.indices_nonzero(pc.invert(pc.is_in(targets, value_set=known)))
    first = dead.slice(0, EXAMPLES)
    speakers = table["id"].take(pc.list_parent_indices(lists).take(first)).to_pylist()
    examples = tuple(
        f"{name} → {target}" for name, target in zip(speakers, targets.take(first).to_pylist(), strict=True)
    )
    return DeadLinks(source, len(dead), examples)
