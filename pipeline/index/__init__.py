"""Documents to an index, and an index to answers of a search.

    Index          opens the folder of an index by mapping it, and searches it by words and by meaning together
    Filters, Hit, SearchResult    what a search takes and gives

What makes such a folder, `build.build_index`, is no part of what a reader loads.

The parts: `lexical/` (exact BM25), `dense` and `embedder/` (nearness in meaning), `fusion` (one order out of both, and
out of what commentaries say), `documents`, `columns`, `links`. What is done with the hits is decided in `answer`.
"""

from pipeline.index.search import Index
from pipeline.index.types import Encodes, Filters, Hit, SearchResult, TermUse

__all__ = [
    "Encodes",
    "Filters",
    "Hit",
    "Index",
    "SearchResult",
    "TermUse",
]
