"""Dawah mode: an answer that begins where the reader stands.

The opening is a fixed small list of verses for each tradition, shown from the text that the snapshot holds; the
words around them are fixed. A tradition that is not listed is named back kindly, and the answer begins with the
question. Openings come before the evidence, and after the answer's own sources.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.composing.markdown import cite, escape, quote
from pipeline.answer.composing.shown import Shown, display_title, evidence_of, source_of
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import shown_text
from schemas.answer import Answer

if TYPE_CHECKING:
    from pipeline.index.search import Index

LONGEST_NAME = 60


def opening(index: Index, given: Answer, background: str | None, lexicon: Lexicon) -> Answer:
    """An answer with the opening for the tradition that is told, if any, before it, without verses that it shows."""
    told = re.sub(r"\s+", " ", re.sub(r"[^\w\s'’-]", " ", background or "")).strip()[:LONGEST_NAME]
    if not told:
        return given
    language, phrases = given.language, lexicon.phrases[given.language]
    entry = lexicon.background(told)
    documents = [document for _, document in index.held(entry["verses"] if entry else ())]
    if entry is None or not documents:
        lead = phrases["detail_dawah_unknown"].format(background=escape(told))
        return replace(given, detail=f"{lead}\n\n{given.detail}")
    documents = [one for one in documents if one.id not in given.verdict.sources]
    if not documents:
        return given
    blocks = [f"{phrases['summary_dawah'].format(background=entry[language])} {phrases['detail_dawah']}"]
    for one in documents:
        text = shown_text(one, language if one.text(language) else "ar")
        blocks.append(f"**{escape(display_title(one, language))}** {cite(one.id)}\n\n{quote(text)}")
    evidence = evidence_of(
        [Shown(one, {}) for one in documents], language, lexicon, phrases["heading_opening"]
    )
    sources = (*given.sources, *(source_of(one, language) for one in documents))
    noted = [phrases["note_translation"]] if language == "en" else []
    return replace(
        given,
        verdict=replace(given.verdict, sources=tuple(source.reference for source in sources)),
        detail="\n\n".join([*blocks, given.detail]),
        evidence=(*evidence, *given.evidence),
        note=" ".join(filter(None, (given.note, *noted))) or None,
        sources=sources,
    )
