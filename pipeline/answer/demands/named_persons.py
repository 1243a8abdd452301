"""The persons of the faith whom a question names: a narration, an answer or a book names each, and not as the father or
son of another (Ibn Umar, for Umar); a verse, and what comments on it, may say "he".
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.naming import naming_of
from pipeline.answer.demands.persons import KIN
from pipeline.answer.demands.read import Read
from pipeline.answer.words.units import Unit
from pipeline.text import analyse
from schemas.reference import Kind

NARRATOR = 48  # characters before a narration begins, in which its chain ends
# Whose children those of the faith are.
_CHILD = frozenset(analyse("ابن بنت ibn bint", keep_stop_words=True))
_FATHERS = frozenset(
    analyse(
        "الخطاب عفان طالب داود يعقوب مريم زكريا إبراهيم إسحاق عمران محمد رسول بكر خويلد رباح قحافة متى"
        " khattab khattaab affan affaan talib taalib dawud david yaqub jacob maryam mary zakariyya zechariah ibrahim"
        " abraham ishaq isaac imran muhammad messenger bakr khuwaylid rabah quhafa quhafah matta amittai"
    )
)
# The Prophet goes by that; "son of Adam" is anybody; Umar is written as "age" is in Arabic.
_ELSE_NAMED = frozenset({"muhammad", "prophet", "adam"})
_IN_ARABIC = frozenset({"umar"})


def persons_named(asking: Asking) -> tuple[Unit, ...]:
    """The persons of the faith whom a question names, but not as somebody's father or son (Ibn Umar)."""
    folded, aside = asking.normal, _ELSE_NAMED | (_IN_ARABIC if asking.language == "ar" else frozenset())
    named = {
        unit.tokens: unit
        for match in asking.lexicon.persons.finditer(folded)
        if KIN.isdisjoint(analyse(folded[: match.start()], keep_stop_words=True)[-1:])
        for unit in asking.by(match[0])
        if unit.concept and not unit.frame and unit.concept not in aside
    }
    return tuple(named.values())


def names_persons(units: Sequence[Unit], text: Read) -> bool:
    """It names each of some persons by his own name; who narrates it stands at the end of its chain."""
    if text.kind in (Kind.QURAN, Kind.TAFSIR):
        return True
    reading = text.reading
    begins = reading.lines[0][0] if reading.lines else 0
    tokens = analyse(reading.text[max(0, begins - NARRATOR) :], keep_stop_words=True)
    own, held = _own_names(tokens), frozenset(tokens)
    naming = text.naming or naming_of(text.question.things, held)
    return all(
        naming.names(own, unit) or any(len(form) > 1 and form <= held for form in unit.forms)
        for unit in units
    )


def _own_names(tokens: Sequence[str]) -> frozenset[str]:
    """Words that name nobody by his father or son. A namesake with another father is meant by the name alone, too."""
    own: set[str] = set()
    namesakes: set[str] = set()
    for place, token in enumerate(tokens):
        if place and tokens[place - 1] in KIN:
            continue
        fathers = tokens[place + 2 : place + 4] if _CHILD.issuperset(tokens[place + 1 : place + 2]) else ()
        (namesakes if fathers and _FATHERS.isdisjoint(fathers) else own).add(token)
    return frozenset(own - namesakes)
