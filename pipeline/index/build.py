"""Documents to an index: cut, analyse, write.

    documents.arrow  passages.arrow   sorted by reference id; a passage's row is its ordinal in lexical/ and
    dense/ columns/  links/                  what filters, grouping and commentary need lexical/  dense/
    the two searches; dense/ only with an embedder glossary.json  index.json         words to add;
    parameters, analyser version, counts

The same documents, glossary and configuration give the same bytes, on any number of threads. Passages stream
through: what stays in memory are postings and vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.index.arrays import write_file
from pipeline.index.columns import write_columns
from pipeline.index.config import IndexConfig
from pipeline.index.dense import build_dense
from pipeline.index.documents import FILE, DocumentStore, write_documents
from pipeline.index.header import read_header, write_header
from pipeline.index.lexical import build_lexical
from pipeline.index.links import build_links
from pipeline.index.tables import ROWS, TableWriter
from pipeline.index.types import Encodes
from pipeline.text import Glossary, Passage, analyse, cut
from schemas.document import Document
from schemas.tables import LANGUAGES, PASSAGES, canonical_json

Progress = Callable[[str, int, int], None]  # stage, documents done, documents in all


@dataclass(slots=True)
class _Rows:
    """What is learnt of documents and passages while they stream through."""

    kind: list[str] = field(default_factory=list)
    collection: list[str] = field(default_factory=list)
    status: list[str] = field(default_factory=list)
    links: list[tuple[str, ...]] = field(default_factory=list)
    document: list[int] = field(default_factory=list)
    language: list[int] = field(default_factory=list)
    vectors: list[NDArray[np.int8]] = field(default_factory=list)

    def add(self, document: Document) -> None:
        self.kind.append(document.kind)
        self.collection.append(document.collection)
        self.status.append(document.status)
        self.links.append(document.links)


def build_index(
    documents: Path,
    out: Path,
    *,
    glossary: Mapping[str, Any],
    embedder: Encodes | None = None,
    config: IndexConfig | None = None,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Write an index of a documents table into a folder.

    Args:
        glossary: as `Glossary.to_dict` gives it.
        progress: called now and then with a stage, the documents done, and their number.

    Returns:
        Counts: documents, passages, terms, tokens, postings, links, links_left_out, vectors.

    Raises:
        BuildError: the documents cannot be indexed.
    """
    config = config or IndexConfig()
    out.mkdir(parents=True, exist_ok=True)
    words = Glossary.from_dict(glossary)
    store = write_documents(documents, out / FILE)
    rows = _Rows()
    tokens = _tokens(store, rows, out, embedder, config, progress or _silent)
    counts = {"documents": store.count}
    counts |= build_lexical(tokens, out / "lexical", k1=config.k1, b=config.b)
    ordinals = {reference: ordinal for ordinal, reference in enumerate(store.references())}
    counts |= build_links(rows.links, ordinals, out / "links")
    of_documents = {"kind": rows.kind, "collection": rows.collection, "status": rows.status}
    write_columns(of_documents, rows.document, rows.language, out / "columns")
    counts["vectors"] = _write_dense(rows.vectors, out)
    write_file(out / "glossary.json", canonical_json(words.to_dict()))
    write_header(out, config, counts)
    return counts


def reweigh(path: Path, config: IndexConfig) -> None:
    """Give an index that is not published yet other search weights; what it was built with must stay."""
    header = read_header(path)
    built = IndexConfig.from_dict(header["config"])
    fixed = {name: getattr(built, name) for name in ("k1", "b", "heading_weight")}
    write_header(path, IndexConfig.from_dict(config.as_dict() | fixed), header["counts"])


def _tokens(
    store: DocumentStore,
    rows: _Rows,
    out: Path,
    embedder: Encodes | None,
    config: IndexConfig,
    progress: Progress,
) -> Iterator[list[str]]:
    """The tokens of every passage in order; the passages are written, and embedded, on the way."""
    headings = lru_cache(maxsize=1024)(analyse)
    pending: list[Passage] = []
    with TableWriter(out / "passages.arrow", PASSAGES) as writer:
        for ordinal, document in enumerate(store):
            rows.add(document)
            for passage in cut(document):
                rows.document.append(ordinal)
                rows.language.append(LANGUAGES.index(passage.language))
                pending.append(passage)
                yield headings(passage.heading) * config.heading_weight + analyse(passage.text)
                if len(pending) == ROWS:
                    _write_passages(pending, writer, rows, embedder)
            if ordinal % 1024 == 1023:
                progress("passages", ordinal + 1, store.count)
        _write_passages(pending, writer, rows, embedder)
    progress("passages", store.count, store.count)


def _write_passages(
    pending: list[Passage], writer: TableWriter, rows: _Rows, embedder: Encodes | None
) -> None:
    """Write the pending passages as one batch, and embed them; nothing is pending then."""
    if pending:
        columns = [[getattr(passage, name) for passage in pending] for name in PASSAGES.names]
        arrays = [pa.array(values, item.type) for values, item in zip(columns, PASSAGES, strict=True)]
        writer.write(pa.RecordBatch.from_arrays(arrays, schema=PASSAGES))
        if embedder is not None:
            rows.vectors.append(embedder.encode([embedded(passage) for passage in pending]))
    pending.clear()


def embedded(passage: Passage) -> str:
    """What the embedder sees of a passage."""
    return f"{passage.heading}\n{passage.text}"


def _write_dense(vectors: list[NDArray[np.int8]], out: Path) -> int:
    if not vectors:
        return 0
    together = np.concatenate(vectors)
    build_dense(together, out / "dense")
    return len(together)


def _silent(stage: str, done: int, total: int) -> None:
    """No progress is shown."""
