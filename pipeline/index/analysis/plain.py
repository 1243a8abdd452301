"""What an analysis is, in the plain words of the analyser: one passage after another.

This is the definition. Everything else in this folder gives the same bytes faster, and is tested against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipeline.text import Passage, analyse, cut
from schemas.document import Document


def passages_of(documents: Iterable[Document]) -> Iterator[Passage]:
    """The passages of documents, in order."""
    for document in documents:
        yield from cut(document)


def tokens_of(passage: Passage, heading_weight: int) -> list[str]:
    """What the lexical search sees of a passage: its heading, as often as it weighs, and its text."""
    return analyse(passage.heading) * heading_weight + analyse(passage.text)


def embedded(heading: str, text: str) -> str:
    """What the embedder sees of a passage."""
    return f"{heading}\n{text}"
