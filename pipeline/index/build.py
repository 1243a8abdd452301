"""Documents to an index: what is known of each document by itself, then what depends on all of them.

    documents.arrow  passages.arrow      sorted by reference id; a passage's row is its ordinal in lexical/ and dense/
    columns/  links/                     what filters, grouping and commentary need
    lexical/  dense/                     the two searches; dense/ only with an embedder
    about/                               what is said of documents, to find who says it; as dense/
    alike/                               the words of each passage, to compare with those of a question; only with an
                                         embedder that knows vectors of words
    written/                             the words that texts write, to know what a mistyped one was meant for
    inquiries/                           what muftis were asked, by a ready-made model; a stage of its own makes it
    glossary.json  index.json            words to add; parameters, analyser version, counts

The first part is an analysis (`pipeline.index.analysis`), on all cores; `index_analysis` does the second. The same
documents, glossary and configuration give the same bytes, on any number of cores. What stays in memory are postings
and vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa

from pipeline.disk.writing import link, write_whole
from pipeline.index.alike import WordVectors, build_alike
from pipeline.index.analysis.run import Settings, analyse_documents
from pipeline.index.analysis.store import PASSAGES_FILE, Analysis
from pipeline.index.columns import OF_DOCUMENTS, write_columns
from pipeline.index.config import IndexConfig
from pipeline.index.dense import build_dense
from pipeline.index.documents import FILE
from pipeline.index.header import write_header
from pipeline.index.lexical import Parameters, PostingCounter, write_lexical
from pipeline.index.links import Links, build_links
from pipeline.index.spoken_of import build_about
from pipeline.index.tables import open_table
from pipeline.index.types import Encodes
from pipeline.index.written import build_written
from pipeline.text import Glossary
from schemas.tables import DOCUMENTS, canonical_json

Progress = Callable[[str, int, int], None]  # step, documents done, documents in all
_PASSAGES = 1 << 13  # counted at a time


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
        progress: called now and then with a step, the documents done, and their number.

    Returns:
        Counts: documents, passages, terms, tokens, postings, links, links_left_out, vectors.

    Raises:
        BuildError: the documents cannot be indexed.
    """
    config = config or IndexConfig()
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=out, prefix="analysis-") as folder:
        settings = Settings(config.heading_weight, embedder)
        analyse_documents(documents, Path(folder), settings, progress=progress)
        return index_analysis(
            Path(folder), out, glossary=glossary, embedder=embedder, config=config, progress=progress
        )


def index_analysis(
    analysis: Path,
    out: Path,
    *,
    glossary: Mapping[str, Any],
    embedder: Encodes | None,
    config: IndexConfig,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Write the index of an analysis into a folder; its tables get a second name there.

    Args:
        embedder: the one of the analysis.

    Returns:
        Counts, as `build_index` gives them.

    Raises:
        BuildError: the analysis cannot be indexed.
    """
    out.mkdir(parents=True, exist_ok=True)
    added = Glossary.from_dict(glossary)
    found = Analysis.open(analysis)
    for name in (FILE, PASSAGES_FILE):
        (out / name).unlink(missing_ok=True)
        link(analysis / name, out / name)
    documents = open_table(out / FILE, DOCUMENTS)
    counts = {"documents": documents.num_rows}
    with ThreadPoolExecutor(2) as helpers:  # what all three do runs mostly outside of the interpreter's lock
        alike = helpers.submit(_alike, found, embedder, out)
        others = helpers.submit(_beside_words, found, documents, out)
        counts |= _lexical(found, out, config, progress) | alike.result() | others.result()
    write_whole(out / "glossary.json", canonical_json(added.to_dict()))
    write_header(out, config, counts)
    return counts


def _lexical(found: Analysis, out: Path, config: IndexConfig, progress: Progress | None) -> dict[str, int]:
    """The lexical half, from tokens that are numbers of sorted terms already."""
    counter, terms = PostingCounter(), found.terms()
    tokens, starts = found.array("tokens"), found.first_tokens
    passages, documents = len(starts) - 1, len(found.first_passages) - 1

    def told(done: int) -> None:
        if progress is not None:
            progress("index", int(np.searchsorted(found.first_passages, done, "right")) - 1, documents)

    told(0)
    for first in range(0, passages, _PASSAGES):
        ends = starts[first + 1 : first + _PASSAGES + 1] - starts[first]
        counter.add(tokens[starts[first] : starts[first] + ends[-1]], ends, len(terms))
        told(first + len(ends))
    return write_lexical(counter, terms, Parameters(config.k1, config.b), out / "lexical")


def _beside_words(found: Analysis, documents: pa.Table, out: Path) -> dict[str, int]:
    """All of an index but what is made of its words; gives what it counted."""
    counts = build_links(documents.column("links"), documents.column("id"), out / "links")
    owners = np.repeat(np.arange(documents.num_rows, dtype=np.int32), found.array("counts"))
    of_documents = {name: documents.column(name) for name in OF_DOCUMENTS}
    write_columns(of_documents, owners, found.array("language"), out / "columns")
    build_written(found.passages, out / "written")
    counts["vectors"] = _dense(found, out)
    if counts["vectors"]:
        links = Links.open(out / "links", documents.num_rows)
        counts |= build_about(found.array("vectors"), found.first_passages, links, out / "about")
    return counts


def _alike(found: Analysis, embedder: Encodes | None, out: Path) -> dict[str, int]:
    if not found.array("vectors").size or not isinstance(embedder, WordVectors):
        return {}
    return build_alike(found.array("tokens"), found.first_tokens, found.terms(), embedder, out / "alike")


def _dense(found: Analysis, out: Path) -> int:
    vectors = found.array("vectors")
    if not vectors.size:
        return 0
    build_dense(vectors, out / "dense")
    return len(vectors)
