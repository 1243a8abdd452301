"""Dawah mode: an answer that begins where the reader stands.

The opening is a fixed small list of verses for each tradition, shown from the text that the snapshot holds; the
words around them are fixed. A tradition that is not listed is named back kindly, and the answer begins with the
question. Openings come before the evidence, and after the answer's own sources.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.composing.compose import Composed
from pipeline.answer.composing.markdown import cite, escape, quote
from pipeline.answer.composing.shown import Shown, display_title, evidence_of, source_of
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import shown_text

if TYPE_CHECKING:
    from pipeline.index.search import Index

LONGEST_NAME = 60


def opening(
    index: Index, made: Composed, background: str | None, language: str, lexicon: Lexicon
) -> Composed:
    """An answer with the opening for a tradition before it, without the verses that it shows itself."""
    told = re.sub(r"\s+", " ", re.sub(r"[^\w\s'’-]", " ", background or "")).strip()[:LONGEST_NAME]
    if not told:
        return made
    phrases = lexicon.phrases[language]
    entry = lexicon.background(told)
    found = [index.find(reference) for reference in entry["verses"]] if entry else []
    documents = [index.document(ordinal) for ordinal in found if ordinal is not None]
    if entry is None or not documents:
        lead = phrases["detail_dawah_unknown"].format(background=escape(told))
        return replace(made, detail=f"{lead}\n\n{made.detail}")
    known = {source.reference for source in made.sources}
    documents = [one for one in documents if one.id not in known]
    if not documents:
        return made
    blocks = [f"{phrases['summary_dawah'].format(background=entry[language])} {phrases['detail_dawah']}"]
    for one in documents:
        text = shown_text(one, language if one.text(language) else "ar")
        blocks.append(f"**{escape(display_title(one, language))}** {cite(one.id)}\n\n{quote(text)}")
    evidence = evidence_of(
        [Shown(one, {}) for one in documents], language, lexicon, phrases["heading_opening"]
    )
    note = made.note
    if language == "en":
        note = " ".join(filter(None, (made.note, phrases["note_translation"])))
    return Composed(
        summary=made.summary,
        detail="\n\n".join([*blocks, made.detail]),
        evidence=(*evidence, *made.evidence),
        note=note,
        sources=(*made.sources, *(source_of(one, language) for one in documents)),
    )
