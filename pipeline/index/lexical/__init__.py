"""The lexical half of the index: BM25 over all passages, exact, in blocks of 128 passages.

`build_lexical` writes it, `LexicalIndex` opens and searches it. `layout` says what is in the files and
states the formula; `candidates` (over `bounds` and `blocks`) and `scoring` are the two passes of a search. Not done
here: analysing text (tokens come and go as they are), and anything about documents.
"""

from pipeline.index.lexical.build import PostingCounter, build_lexical, write_lexical
from pipeline.index.lexical.layout import Parameters
from pipeline.index.lexical.reader import LexicalIndex

__all__ = ["LexicalIndex", "Parameters", "PostingCounter", "build_lexical", "write_lexical"]
