"""A document as the stages and the reader hold it: one verse, narration, comment or fatwa."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from schemas.tables import DOCUMENTS, content_digest

_FIELDS = tuple(name for name in DOCUMENTS.names if name != "digest")


def title_in(language: str, title_ar: str | None, title_en: str | None) -> str:
    """The title in the language asked for, else in the other; "" where there is none."""
    first, second = (title_ar, title_en) if language == "ar" else (title_en, title_ar)
    return first or second or ""


@dataclass(frozen=True)  # without slots it is packed and unpacked in half the time
class Document:
    """One row of the documents table; `schemas.tables.DOCUMENTS` says what each field means."""

    id: str
    kind: str
    collection: str
    source: str
    title_ar: str | None = None
    title_en: str | None = None
    chapter_ar: str | None = None
    chapter_en: str | None = None
    question_ar: str | None = None
    question_en: str | None = None
    text_ar: str | None = None
    text_en: str | None = None
    markup: str = "plain"
    author: str | None = None
    grade: str | None = None
    url: str | None = None
    status: str = "draft"
    links: tuple[str, ...] = ()

    @classmethod
    def from_row(cls, row: Mapping[str, object]) -> Self:
        """From a row of the table; the digest is derived again, not taken over."""
        values = {name: row[name] for name in _FIELDS}
        values["links"] = tuple(values["links"] or ())  # type: ignore[arg-type]
        return cls(**values)  # type: ignore[arg-type]

    def as_row(self) -> dict[str, object]:
        """A row of the table, with its digest."""
        row: dict[str, object] = {name: getattr(self, name) for name in _FIELDS}
        row["links"] = sorted(self.links)
        row["digest"] = content_digest(row)
        return row

    def text(self, language: str) -> str | None:
        """The original text in a language (`ar` or `en`)."""
        return self.text_ar if language == "ar" else self.text_en

    def own_title(self, language: str) -> str:
        """The title in a language, or "" without one."""
        return (self.title_ar if language == "ar" else self.title_en) or ""

    def question(self, language: str) -> str:
        """What was asked, in a language, or "" where that is not told."""
        return (self.question_ar if language == "ar" else self.question_en) or ""

    def title(self, language: str) -> str:
        """A title to show: in the language asked for, else in the other, else the id."""
        return title_in(language, self.title_ar, self.title_en) or self.id

    def chapter(self, language: str) -> str:
        """Its chapter to show: in the language asked for, else in the other; empty where it has none."""
        return title_in(language, self.chapter_ar, self.chapter_en)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it has text in."""
        return tuple(language for language in ("ar", "en") if self.text(language))
