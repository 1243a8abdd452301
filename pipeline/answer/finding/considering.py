"""What a text is for a question by itself: its reading, the very words that it holds, and its own signals.

Nothing here depends on what else was found, or on an index: the same document, asked the same, gives the same. So a
build need not make it anew for a text that has not changed (`pipeline.build.readings`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pipeline.answer.finding.signals import Asking, signals_of_text
from pipeline.answer.words.reading import Focus, Reading, is_heading, read
from pipeline.answer.words.spelling import spelled
from schemas.document import Document


@dataclass(frozen=True)  # without slots it is packed and unpacked in half the time
class Considered:
    """A text against what is asked."""

    reading: Reading
    spelled: frozenset[str]  # Arabic things asked about whose very word it holds
    signals: Mapping[str, int]  # those that do not hang on the search


Consider = Callable[[Document, Asking, Focus], Considered | None]


def considered(document: Document, asking: Asking, focus: Focus) -> Considered | None:
    """What a document says to a question; None where it has no text, or only names what follows it."""
    reading = read(document, asking.question, focus)
    if reading is None or is_heading(document.kind, reading.text):
        return None
    exact = spelled(reading, asking.spellings)
    return Considered(reading, exact, signals_of_text(asking, document, reading, exact))
