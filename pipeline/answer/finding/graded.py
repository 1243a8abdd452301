"""A narration whose soundness is asked for, and of which not the words are said.

One that no collection holds may be what a mufti ruled on. Such an answer goes by the narration: its title, or what the
mufti was asked, quotes it, or it asks about its soundness and holds all of it. What it says of the narration is quoted;
no grade is stated here. Where no answer is as near as that, nothing is known of it.

Where the question says on what it is ("the hadith about the black seed"), the narrations that name just that and whose
source grades them are shown, each with its own grade.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.demands.narrated import is_described
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import ONE, Asked, Unit, asked
from pipeline.index.types import Filters
from pipeline.text import analyse
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index

READ = 5
NARRATIONS = Filters(kinds=(Kind.HADITH.value,), statuses=("approved",))
SEARCHED, SHOWN = 20, 3  # narrations on what is named
MOST = 2  # things that name it; more of them state something
QUOTED = ONE * 3 // 4  # of the words of the narration that what quotes it has
# Words by which a narration is judged, searched for in folded text; and by which its soundness is asked for.
_JUDGED = re.compile(
    r"\b(?:false|fabricat\w+|forged|weak|da'?ee?f|maw?doo?'?|no basis|baseless|lie|authentic|sah?ee?h|sound|hasan)\b"
    r"|(?<!\w)[وف]?(?:صحيح|ضعيف|موضوع|باطل|مكذوب|منكر|لا اصل له|لا يصح|لم يصح|ليس بصحيح|غير صحيح|ليس له اصل|حسن)(?!\w)"
)
_SOUNDNESS = re.compile(r"\b(?:authentic\w*|hadee?th|narration)\b|صحه|درجه|صحيح|حديث")
_WORDS_OF_GRADE = frozenset(
    analyse(
        "hadith narration report authentic sahih weak daif fabricated sound reliable true grade chain status genuine"
        " حديث الحديث صحة صح صحيح ضعيف موضوع حسن درجة سند إسناد تخريج مدى"
    )
)


def ruled_on(candidates: Sequence[Candidate], question: Asked, language: str) -> Candidate | None:
    """The answer that judges the very narration that is asked about; None where none does."""
    for one in candidates[:READ]:
        if one.document.kind == Kind.FATWA and one.document.status != "sample" and _judges(one):
            title = fold(one.document.own_title(language))
            named = _share(frozenset(one.reading.asked), question)
            held = _share(frozenset(analyse(one.reading.around)), question)
            if named >= QUOTED or (held == ONE and one.reading.near == ONE and _SOUNDNESS.search(title)):
                return one
    return None


def graded_on(index: Index, subject: str, lexicon: Lexicon) -> tuple[int, ...]:
    """Ordinals of the narrations, best first, that name what a question says they are on, in its own words and near
    each other, and whose source grades them."""
    lexical = index.lexical
    question = asked(subject, index.glossary, lexical.idf, lexical.known, lexicon.frame)
    if not 0 < len(question.things) <= MOST:
        return ()
    own = replace(question, units=tuple(_in_own_words(unit) for unit in question.things))
    described, form, found = is_described(subject), lexicon.wordings.form(subject), list[int]()
    for hit in index.search(subject, k=SEARCHED, filters=NARRATIONS).hits:
        document = index.document(hit.ordinal)
        reading = read_in(document, question.language, own) if document.grade else None
        told = reading and (form is None or form.found(reading.around, reading.language))
        if reading and told and reading.window == (reading.beside if described else reading.near) == ONE:
            found.append(hit.ordinal)
    return tuple(found[:SHOWN])


def _in_own_words(unit: Unit) -> Unit:
    """A thing as the question writes it alone: a narration on another word of its meaning may be another."""
    return replace(unit, forms=(frozenset(unit.tokens),))


def _judges(one: Candidate) -> bool:
    title = one.document.own_title(one.reading.language)
    return _JUDGED.search(fold(f"{title} {one.reading.around}")) is not None


def _share(tokens: frozenset[str], question: Asked) -> int:
    """How much of the narration some tokens hold, words of grading aside."""
    units = [unit for unit in question.things if not _WORDS_OF_GRADE & set(unit.tokens)]
    held = sum(unit.weight for unit in units if unit.is_in(tokens))
    return held * ONE // max(1, sum(unit.weight for unit in units))
