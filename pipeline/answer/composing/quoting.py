"""What a reader is told of a shown text that quotes the Qur'an in other words than the verse has.

A text is shown as its source has it, byte for byte; where it misquotes a verse, the reader is led to the verse itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.answer.composing.shown import SEPARATOR, Shown, cut_text, display_title, texts_to_show
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.lacking import in_marks
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.sources.mushaf import Mushaf
from pipeline.sources.quoted import Differing, differing
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index


class _Held:
    """The verses of an index, to hold quotations against."""

    def __init__(self, index: Index) -> None:
        self._index = index

    @property
    def mushaf(self) -> Mushaf:
        return mushaf_of(self._index)

    def verse_of(self, ordinal: int) -> str:
        return self._index.document(ordinal).text_ar or ""


def misquoting(index: Index, shown: Sequence[Shown], language: str, lexicon: Lexicon) -> list[str]:
    """A note for each text that quotes a verse in other words in the part that is shown, in their order."""
    notes, held = [], _Held(index)
    for one in shown:
        if one.document.kind == Kind.QURAN:
            continue
        found = dict.fromkeys(
            _place(index, differs, language)
            for tongue in texts_to_show(one.document, language)
            for differs in differing(cut_text(one, tongue), held)
        )
        if found:
            title, places = display_title(one.document, language), SEPARATOR[language].join(found)
            notes.append(lexicon.phrases[language]["note_misquotes"].format(title=title, places=places))
    return notes


def _place(index: Index, one: Differing, language: str) -> str:
    """The verse, and the words that are not its own as they are written."""
    verse = display_title(index.document(one.verse), language)
    words = in_marks([written for written in one.written if written], language)
    return f"{verse} ({words})" if words else verse
