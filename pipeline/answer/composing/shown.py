"""A document as it is shown: its title, as a source, and as evidence.

Evidence is grouped by kind, and holds original texts byte for byte: Arabic first, then the translation that the corpus
holds. An Arabic answer shows Arabic alone where there is any. What is left out of a long text is marked outside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.composing.grades import grade_in
from pipeline.answer.composing.pieces import Part, excerpt
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import shown_question, shown_text
from schemas.answer import Evidence, Source
from schemas.document import Document
from schemas.reference import Kind

MARK = "[…]"
SEPARATOR = {"en": "; ", "ar": "؛ "}
_TITLE_END = re.compile(r"(?<!\.)\.$")


@dataclass(frozen=True, slots=True)
class Shown:
    """A document to show, with where in it the answer stands, by language."""

    document: Document
    places: dict[str, tuple[int, int]]
    same: tuple[str, ...] = ()
    whole: bool = False


def source_of(document: Document, language: str) -> Source:
    """A document as a source of an answer."""
    return Source(document.id, display_title(document, language), document.url or "")


def display_title(document: Document, language: str) -> str:
    """A title on one line, without the full stop that some sources end theirs with."""
    return _TITLE_END.sub("", " ".join(document.title(language).split()))


def texts_to_show(document: Document, language: str) -> list[str]:
    """The languages in which a document is shown: Arabic first, and the translation beside it for English."""
    held = list(document.languages)
    if language == "ar":
        return ["ar"] if "ar" in held else held
    return held if document.kind in (Kind.QURAN, Kind.HADITH) else (["en"] if "en" in held else held)


def evidence_of(
    shown: Sequence[Shown], language: str, lexicon: Lexicon, heading: str = ""
) -> tuple[Evidence, ...]:
    """Documents as evidence, grouped by kind in the order of the kinds."""
    phrases = lexicon.phrases[language]
    groups: dict[str, list[Shown]] = {}
    for one in shown:
        groups.setdefault(heading or one.document.kind, []).append(one)
    order = sorted(groups, key=lambda kind: [*Kind].index(Kind(kind)) if kind in set(Kind) else -1)
    return tuple(
        Evidence(
            heading or phrases[f"heading_{kind}"],
            "\n\n".join(_content(one, language, phrases) for one in groups[kind]),
            tuple(one.document.id for one in groups[kind]),
        )
        for kind in order
    )


def _content(one: Shown, language: str, phrases: dict[str, str]) -> str:
    """One document of the evidence: its title, its texts, what stands beside them."""
    document = one.document
    title = display_title(document, language)
    lines = [title]
    for tongue in texts_to_show(document, language):
        if tongue == "en" and document.text_ar and document.kind == Kind.QURAN:
            named = document.author
            lines.append(phrases["translation_by"].format(name=named) if named else phrases["translation"])
        if document.kind == Kind.BOOK and (asked := shown_question(document, tongue)):
            # The title of a page does not say what was asked; what a letter asks, it says last.
            lines.append(marked(excerpt(asked, (len(asked) - 1, len(asked))), asked))
        lines.append(cut_text(one, tongue))
    if document.grade:
        lines.append(phrases["grade"].format(grade=grade_in(document.grade, language)))
    # A copy of the same verse has the title of the verse.
    if same := [other for other in dict.fromkeys(one.same) if other != title]:
        lines.append(phrases["detail_same"].format(titles=SEPARATOR[language].join(same)))
    return "\n".join(lines)


def cut_text(one: Shown, tongue: str) -> str:
    """A text as it is, or the part of it that answers with marks outside it."""
    original = one.document.text(tongue) or ""
    text = original if one.document.markup == "plain" else shown_text(one.document, tongue)
    if one.document.kind == Kind.QURAN or one.whole:
        return text
    return marked(excerpt(text, one.places.get(tongue, (0, 1))), text)


def marked(part: Part, text: str) -> str:
    """A part of a text, with a mark where something is left out."""
    before = f"{MARK}\n" if part.start > 0 else ""
    after = f"\n{MARK}" if part.end < len(text.rstrip()) else ""
    return f"{before}{part.text}{after}"
