"""Whether a question is of the faith by what it asks and what was found, whatever its words weigh with the gate."""

from __future__ import annotations

from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.finding.scripture import RARE
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.seen import OF_FAITH, Seen
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import ONE
from schemas.reference import Kind

READ_FOR_ANSWERS = 3  # texts of which one must be a mufti's answer
TOPIC = 3  # words of a question that names its topic alone


def is_of_faith(seen: Seen, lexicon: Lexicon) -> bool:
    """Whether its intent, a verse, what it says of itself, its topic or who answers it make a question one of the
    faith."""
    routed = seen.route
    return (
        routed.intent in OF_FAITH
        or bool(seen.common)
        or seen.by_verse
        or routed.of_islam
        or _is_topic(seen, lexicon)
        or (_asks_of_conduct(routed.plain, lexicon) and _answered(seen.candidates))
    )


def _asks_of_conduct(text: str, lexicon: Lexicon) -> bool:
    """Whether a question asks what muftis are asked, though it says no word of the faith."""
    return lexicon.of_matters(text) or lexicon.of_conduct(text)


def _answered(found: list[Candidate]) -> bool:
    """Whether a mufti, or a narration that holds all that is asked, tells of it, so that it is of the faith by whatever
    name."""
    return any(
        (one.document.kind == Kind.FATWA and one.document.status != "sample")
        or (
            one.document.kind == Kind.HADITH
            and one.document.status == "approved"
            and one.reading.window == ONE
        )
        for one in found[:READ_FOR_ANSWERS]
    )


def _is_topic(seen: Seen, lexicon: Lexicon) -> bool:
    """Whether a question is nothing but a topic, of a rare word or of several, and the first text is scripture that has
    its words side by side: it is of the faith, though the lists of its words do not name it."""
    question, first = seen.asked, seen.first
    said = fold(seen.route.plain).split()
    if (
        question is None
        or first is None
        or len(said) > TOPIC
        or not lexicon.courtesies.asking.isdisjoint(said)
    ):
        return False
    named = len(said) > 1 or any(lexicon.rarity(unit.tokens[0]) >= RARE for unit in question.things)
    scripture = first.document.kind in (Kind.QURAN, Kind.HADITH) and first.document.status == "approved"
    whole = first.meets and first.reading.window == first.reading.near == ONE
    return named and scripture and whole and question.things == question.units
