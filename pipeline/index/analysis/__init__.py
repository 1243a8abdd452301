"""Everything that is known of a document by itself: its passages, their tokens, and their vectors.

    run     documents.arrow -> an analysis, on all cores, taking over what an earlier one has
    store   an open analysis

`plain` states what an analysis is, in the words of the analyser. The other modules give the same bytes from the
different words alone: `cutting` finds them, `meanings` asks the analyser about each once, `encoding` puts them
together, `assembly` joins the ranges. Readers of an index import some of these; nothing is imported here, so that they
do not load what builds. Not done here: anything that depends on all documents at once, which is the
index.
"""
