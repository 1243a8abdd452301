"""A narration whose soundness is asked for and which no collection holds, but which a mufti ruled on.

Such an answer goes by the narration: its title quotes it, or it asks about its soundness and holds all of it. What
it says of the narration is quoted; no grade is stated here. Where no answer is as near as that, nothing is known of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.finding.signals import own_title
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import ONE, Asked
from pipeline.text import analyse
from schemas.reference import Kind

READ = 5
QUOTED = ONE * 3 // 4  # of the words of the narration that a title which quotes it has
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
            title = fold(own_title(one.document, language))
            named = _share(frozenset(analyse(title)), question)
            held = _share(frozenset(analyse(one.reading.around)), question)
            if named >= QUOTED or (held == ONE and one.reading.near == ONE and _SOUNDNESS.search(title)):
                return one
    return None


def _judges(one: Candidate) -> bool:
    title = own_title(one.document, one.reading.language)
    return _JUDGED.search(fold(f"{title} {one.reading.around}")) is not None


def _share(tokens: frozenset[str], question: Asked) -> int:
    """How much of the narration some tokens hold, words of grading aside."""
    units = [unit for unit in question.things if not _WORDS_OF_GRADE & set(unit.tokens)]
    held = sum(unit.weight for unit in units if unit.is_in(tokens))
    return held * ONE // max(1, sum(unit.weight for unit in units))
