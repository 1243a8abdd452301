"""What the Qur'an names by a word that is hardly used elsewhere: such a thing is told by the verse and a comment on it.

"Who are the people of ar-Rass?" and "What is an-nasi?" have no word of the faith, and what tells of them are long
comments, of which one speaks of another matter where it names them. The verse names them, and a comment that editors
prefer says what they are. A thing is named so if the verse holds its very word, rare in general language, or several
words one behind the other. Nothing is decided here on what else is demanded of a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import Reading, read_in
from pipeline.answer.words.spelling import Spellings, spelled
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.text import analyse
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index import Index

RARE = 60  # quarters of a doubling (`Lexicon.rarity`), from where a word is hardly used elsewhere
VERSE = "quran:"  # of ids


def naming_verse(
    index: Index, found: Sequence[Candidate], question: Asked, spellings: Spellings, lexicon: Lexicon
) -> Candidate | None:
    """The verse that names what an Arabic question asks about, where it or a comment on it was found first."""
    first = found[0] if found else None
    told = first is not None and first.document.kind in (Kind.QURAN, Kind.TAFSIR)
    if first is None or not told or first.reading.window < ONE or not question.things:
        return None
    words = {token: forms | {f"{form}ا" for form in forms} for token, forms in spellings.items()}  # زمهريرا
    rare = max(lexicon.rarity(unit.tokens[0]) for unit in question.things) >= RARE
    for name in (first.document.id, *first.document.links):
        ordinal = index.find(name) if name.startswith(VERSE) else None
        document = None if ordinal is None else index.document(ordinal)
        reading = read_in(document, "ar", question) if document else None
        if ordinal is None or document is None or reading is None or not _names(reading, question, rare):
            continue
        very = spelled(reading, words)
        if very >= {token for unit in question.things for token in unit.tokens}:
            held = next((one for one in found if one.ordinal == ordinal), first)
            return replace(
                held, document=document, reading=reading, ordinal=ordinal, meets=True, spelled=very
            )
    return None


def _names(reading: Reading, question: Asked, rare: bool) -> bool:
    """Whether a verse holds what is asked about: words that are not rare, several and in their order."""
    things = question.things
    return reading.window == ONE and (rare or (len(things) > 1 and _in_order(analyse(reading.text), things)))


def _in_order(tokens: Sequence[str], things: Sequence[Unit]) -> bool:
    """Whether things stand one behind the other among some tokens."""
    starts = range(len(tokens) - len(things) + 1)
    return any(
        all(tokens[start + place] in unit.words for place, unit in enumerate(things)) for start in starts
    )
