"""Everything that is known of a document by itself: its passages, their tokens, and their vectors.

    analyse_documents   documents.arrow -> an analysis, on all cores, taking over what an earlier one has
    Analysis            an open analysis

`plain` states what an analysis is, in the words of the analyser. The other modules give the same bytes from the
different words alone: `cutting` finds them, `meanings` asks the analyser about each once, `encoding` puts them
together, `assembly` joins the ranges. Not done here: anything that depends on all documents at once, which is the
index.
"""

from pipeline.index.analysis.run import Settings, analyse_documents
from pipeline.index.analysis.store import Analysis

__all__ = ["Analysis", "Settings", "analyse_documents"]
