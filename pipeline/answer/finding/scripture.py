"""What a verse of the Qur'an names is told by that verse and a comment on it, where an Arabic question asks what it is.

"Who are the people of ar-Rass?" and "What is an-nasi?" have no word of the faith, and what tells of them are long
comments, of which one speaks of another matter where it names them. The verse names them, and a comment that editors
prefer says what they are. A thing is named so by its very word, rare in general language, or by several words one
behind the other; a name of Allah by its word alone. Nothing is decided here on what else is demanded of a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.demands.arabic import asks_meaning_of, asks_of_formula
from pipeline.answer.demands.asking import NAMES_NOTHING, Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.quotations.cited import verses_worded_so
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.spelling import LEAST, Spellings, bare, spelled
from pipeline.answer.words.units import Asked, Unit
from pipeline.text import analyse, words
from schemas.document import Document
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index import Index

_NAME_OF_ALLAH = re.compile(r"(?:^|\s)ب?اسم الله ال[\u0621-\u064a]+")  # in a folded question
RARE = 60  # quarters of a doubling (`Lexicon.rarity`), from where a word is hardly used elsewhere
VERSE = "quran:"  # of ids
TOLD = (Kind.QURAN, Kind.TAFSIR)
STUDIED = (*TOLD, Kind.BOOK)  # a book on a phrase of the Qur'an speaks of the verse that has it
_AS_SEARCHED = str.maketrans("ةآأإ", "هااا")
READ = 5  # texts of which a verse, or a comment on one, may name it


def naming_verse(
    index: Index,
    found: Sequence[Candidate],
    asking: Asking,
) -> Candidate | None:
    """The verse that names what an Arabic question asks about, among the first texts or what they comment on.

    A verse or a comment must have been found first, unless the meaning of words is asked that stand together in a
    verse, or of a name of Allah; and no answer of a mufti whose title has all of it.
    """
    text, folded, question, spellings = asking.text, asking.folded, asking.question, asking.spellings
    things = _things(question)
    # In too many others the letters of a short word alone are found.
    short = len(things) == 1 and len(bare(words(text)[-1].text)) < LEAST
    if short or not found or not things or asks_of_formula(folded) or _is_titled(found[0].document, things):
        return None
    first = found[0].document.kind
    told, of_allah = first in TOLD, _NAME_OF_ALLAH.search(folded) is not None
    rare = of_allah or (told and max(asking.lexicon.rarity(unit.tokens[0]) for unit in things) >= RARE)
    phrase = len(question.things) > 1 and (first in STUDIED or asks_meaning_of(folded))
    accusative = {token: {f"{form}ا" for form in forms} for token, forms in spellings.items()}  # زمهريرا
    very_words = {token: forms | accusative[token] for token, forms in spellings.items()}
    means = asks_meaning_of(folded) or len(folded.split()) == 1
    sure = told and (rare or phrase or means)
    very = [index.document(one).id for one in verses_worded_so(index, text)] if sure else []
    for ordinal, document in index.held((*very, *(_verses(found[:READ]) if rare or phrase else ()))):
        reading = read_in(document, "ar", question)
        if reading is None:
            continue
        held = spelled(reading, very_words)
        if held >= {token for unit in things for token in unit.tokens} and (
            rare or document.id in very or _in_order(reading.text, question.things, spellings)
        ):
            one = next((one for one in found if one.ordinal == ordinal), found[0])
            return replace(one, document=document, reading=reading, ordinal=ordinal, meets=True, spelled=held)
    return None


def _is_titled(document: Document, things: Sequence[Unit]) -> bool:
    """Whether a text is the answer of a mufti whose title has all that is asked about."""
    title = frozenset(analyse(document.title_ar or "")) if document.kind == Kind.FATWA else frozenset[str]()
    return all(unit.is_in(title) for unit in things)


def _things(question: Asked) -> tuple[Unit, ...]:
    """What is asked about, without the name of Allah beside it."""
    named = tuple(unit for unit in question.things if not set(unit.tokens) <= NAMES_NOTHING)
    return named or question.things


def _verses(found: Sequence[Candidate]) -> list[str]:
    """The verses among some texts, and those that comments among them are on; each once."""
    told = [one.document for one in found if one.document.kind in TOLD]
    names = [name for one in told for name in (one.id, *one.links) if name.startswith(VERSE)]
    return list(dict.fromkeys(names))


def _in_order(text: str, things: Sequence[Unit], spellings: Spellings) -> bool:
    """Whether the very words of things stand one behind the other in a verse, behind "and" or a preposition."""
    written = [_forms(word.text) for word in words(text)]
    wanted = [{one.translate(_AS_SEARCHED) for one in spellings.get(unit.tokens[0], ())} for unit in things]
    starts = range(len(written) - len(wanted) + 1)
    return any(
        all(not forms.isdisjoint(written[start + place]) for place, forms in enumerate(wanted))
        for start in starts
    )


def _forms(word: str) -> set[str]:
    """A word as it is searched, without its article and what is written before it."""
    return {bare(word), bare(word[1:])} if word[0] in "وفبلك" and len(word) > 1 else {bare(word)}
