"""Demands of a question about what somebody, or a verse, said.

stated      every word of what the question says that the Prophet or the Qur'an said must stand in the text; close
            to each other where it is asked whether he said them, or which verse does, and in all that is no scripture
spoken      what the Prophet said of a thing is told by a narration, or by a text that names him beside it
mentioned   the verse that mentions a thing names it itself: what a commentator brings in, it does not mention
parties     what one said to another is told by a text that names them both, close to each other if it is no scripture
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from pipeline.answer.demands import checks
from pipeline.answer.demands.asking import NAMES_NOTHING, Asking
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.read import Read
from pipeline.answer.quotations.around import between_marks
from pipeline.answer.quotations.letters import letters_of
from pipeline.answer.quotations.pasted import Pasted
from pipeline.answer.words.units import Unit
from pipeline.text import analyse_query
from schemas.reference import Kind

PAIR = 2  # things of which two said something to each other
# Where scripture mentions something, and which verse says some words; what one said to another.
_VERSE_SAYS = re.compile(
    r"^\W*(?:which|what) (?:verse|ayah|surah)s?(?: (?:of|in) the (?:holy )?quran)? (?:says?|said|states?|tells)\b"
)
_IN_VERSE = re.compile(
    r"\b(?:which|what) (?:verse|ayah|surah|sura)s?(?: of the (?:holy )?qur'?an)? mentions?\b"
    r"|\bin (?:which|what) (?:verse|ayah|surah) (?:is|are|was|were) .+ mentioned\b"
    r"|(?:^|\s)(?:في )?(?:اي|ايه|ما) (?:ايه|سوره|الايه التي|السوره التي) (?:ذكر|ذكرت|ورد|وردت|تذكر)(?=\s)"
)
# Tokens for each word that somebody is said to have said, and that a verse is said to have.
_TOGETHER, _NEAR = 3, 6
_SAID_TO = re.compile(
    r"^\W*what did (?:the )?\S+ (?:say|reply|answer) (?:to )?(?:the )?\S+\W*$"
    r"|^\W*(?:ماذا|بماذا|بم) (?:قال|قالت|اجاب|اجابت|رد|ردت) \S+ (?:ل|الي |علي )\S+\W*$"
)
_SAYING = frozenset(
    token
    for word in "قال قالت اجاب رد ذكر ورد say reply answer mention verse surah آية سورة".split()
    for token in analyse_query(word)
)


def said_in(asking: Asking) -> list[Demand]:
    """What a question demands that asks who said something, or what was said."""
    folded, found = asking.normal, []
    stated = _stated(asking)
    if quoted := _quoted(asking, stated):
        found.append(Demand("stated", partial(_says_in_row, quoted)))
    elif stated:
        near = _near(asking)
        holds = partial(checks.holds_close, near=near) if near else _states
        found.append(Demand("stated", partial(holds, stated)))
    if asking.lexicon.asks_what_prophet_said(folded):
        found.append(Demand("spoken", checks.is_of_prophet))
    if _IN_VERSE.search(folded) and (mentioned := _nameable(asking)):
        found.append(Demand("mentioned", partial(checks.holds_all, mentioned), Kind.QURAN))
    if _SAID_TO.match(folded) and (parties := _nameable(asking)) and len(parties) <= PAIR:
        found.append(Demand("parties", partial(_states, parties)))
    return found


def _stated(asking: Asking) -> tuple[Unit, ...]:
    """The things in what a question says that somebody said or did, where it asks why or where."""
    claims, generic = asking.lexicon.stated(asking.normal), asking.lexicon.generic
    units = {unit.tokens: unit for claim in claims for unit in asking.by(claim)}
    return tuple(unit for unit in units.values() if not unit.frame and unit.concept not in generic)


def _quoted(asking: Asking, stated: tuple[Unit, ...]) -> list[str]:
    """The letters of words in marks of which it is asked who said them, where less than half of these name anything."""
    asked = asking.lexicon.asks_whether_prophet_said(asking.normal)
    letters = letters_of(next(iter(between_marks(asking.text)), "")) if asked else []
    return letters if len(stated) * 2 < len(letters) else []


def _says_in_row(letters: list[str], text: Read) -> bool:
    """Whether a text has half of some words in one run."""
    return Pasted("", text.language, letters).run_in(letters_of(text.reading.text)) * 2 >= len(letters)


def _states(units: Sequence[Unit], text: Read) -> bool:
    """Whether a verse or a narration, which is on one thing, has some words, or any other text close to each other."""
    if text.kind in (Kind.QURAN, Kind.HADITH) or text.language != text.question.language:
        return checks.holds_all(units, text)
    return checks.holds_close(units, text, near=_NEAR)


def _near(asking: Asking) -> int:
    """Within how many tokens for each word a text must have what a question states; 0 where it matters not."""
    if asking.lexicon.asks_whether_prophet_said(asking.normal):
        return _TOGETHER
    return _NEAR if _VERSE_SAYS.match(asking.normal) else 0


def _nameable(asking: Asking) -> tuple[Unit, ...]:
    """The things asked about that name something, beside words that any text on a subject may leave out."""
    nothing = NAMES_NOTHING | asking.lexicon.classes | _SAYING
    return tuple(
        unit
        for unit in asking.question.things
        if unit.concept not in asking.lexicon.generic and nothing.isdisjoint(unit.tokens)
    )
