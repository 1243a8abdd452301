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
    ids = [chunk for table in columns.values() for chunk in table["id"].chunks]
    links = pa.concat_tables([_links(source, table) for source, table in columns.items()])
    # One search for all sources: a set of all ids for each of them takes most of the time.
    known = pc.is_in(links["target"], value_set=pa.chunked_array(ids, pa.string()).combine_chunks())
    lost = links.filter(pc.invert(known))
    found = {
        source: lost.filter(pc.equal(lost["source"], source))
        for source in pc.unique(lost["source"]).to_pylist()
    }
    return tuple(DeadLinks(source, len(rows), _examples(rows)) for source, rows in found.items())


def _columns(path: Path) -> pa.Table:
    with pq.ParquetFile(path) as file:
        return file.read(["id", "links"])


def _links(source: str, documents: pa.Table) -> pa.Table:
    """Each link of a source, with the document that has it."""
    lists = documents["links"].combine_chunks()
    speakers = documents["id"].take(pc.list_parent_indices(lists))
    targets = pc.list_flatten(lists)
    return pa.table({"source": pa.repeat(source, len(targets)), "speaker": speakers, "target": targets})


def _examples(links: pa.Table) -> tuple[str, ...]:
    return tuple(f"{one['speaker']} → {one['target']}" for one in links.slice(0, EXAMPLES).to_pylist())
