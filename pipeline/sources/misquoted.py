"""Quotations of the Qur'an in the texts of a source that are not the verse, told to an editor with the row.

They are looked for when a source is checked, in the texts as a reader is shown them, and keep no row out: a person
tells a slip from another reading. The Qur'an itself and its translations have no quotations.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.sources.plan import Plan
from pipeline.sources.problems import WARNING, Problem
from pipeline.sources.quoted import Differing, differing, quotations_in
from pipeline.sources.readers import Row
from pipeline.sources.scripture import PinnedQuran
from pipeline.text import shown
from schemas.document import Document
from schemas.reference import Kind
from schemas.sentence import Sentence, said, together

REASON = "quotation-differs"
FIELDS = ("question_ar", "question_en", "text_ar", "text_en")


class Misquoted:
    """Compares the texts of one source. `left`: some quote the Qur'an, and there was none to compare them with."""

    def __init__(self, plan: Plan, quran: PinnedQuran | None) -> None:
        self._quran = quran
        self._columns = {rule.name: rule.columns for rule in plan.fields}
        self._looks = plan.card.kind is not Kind.QURAN
        self.left = False

    def in_document(self, document: Document, row: Row) -> Iterator[Problem]:
        """A warning for each quotation that differs, in the order of the texts."""
        if not self._looks:
            return
        for field in FIELDS:
            text = shown(getattr(document, field) or "", document.markup)
            if self._quran is None:
                self.left = self.left or next(quotations_in(text), None) is not None
                continue
            for one in differing(text, self._quran):
                columns = self._columns.get(field, field)
                yield _problem(one, self._quran.name_of(one.verse), row, columns)


def _problem(one: Differing, verse: str, row: Row, columns: str) -> Problem:
    differences = together([_difference(*pair) for pair in zip(one.written, one.stands, strict=True)])
    return Problem(
        row.number,
        row.where,
        columns,
        one.quotation,
        REASON,
        said(
            "the quotation is not letter for letter {verse}: {differences}",
            verse=verse,
            differences=differences,
        ),
        said(
            "copy the words of {verse} from the Qur'an's source, unless another reading is meant", verse=verse
        ),
        WARNING,
    )


def _difference(written: str, stands: str) -> Sentence:
    if not written:
        return said("“{stands}” is left out", stands=stands)
    if not stands:
        return said("“{written}” is added", written=written)
    return said("“{written}” stands for “{stands}”", written=written, stands=stands)
