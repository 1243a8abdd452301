"""Documents to an index, and an index to answers of a search.

    build_index    documents.arrow -> a folder: passages, lexical/, dense/, columns/, links/, glossary, index.json
    Index          opens such a folder by mapping it, and searches it by words and by meaning together
    Filters, Hit, SearchResult    what a search takes and gives

The parts: `lexical/` (exact BM25), `dense` and `embedder/` (nearness in meaning), `fusion` (one order out of both, and
out of what commentaries say), `documents`, `columns`, `links`. What is done with the hits is decided in `answer`.
"""

from pipeline.index.build import build_index
from pipeline.index.config import IndexConfig
from pipeline.index.search import Index
from pipeline.index.types import Encodes, Filters, Hit, SearchResult, TermUse

__all__ = [
    "Encodes",
    "Filters",
    "Hit",
    "Index",
    "IndexConfig",
    "SearchResult",
    "TermUse",
    "build_index",
]
