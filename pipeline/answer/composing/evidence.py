"""Which of the texts that were read are shown: those that support the answer as the best one does, and few of them.

A further text is held against the best one. It must meet the same demands, cover nearly as much of what is asked
within one window, have the words as near each other, and, in Arabic, hold the very words that the best one holds.
What falls short is left out, not listed below. Beside a text that an Arabic question can be read in, none that is
held in English alone.

A fatwa answers one question in many words, and another fatwa may answer the same one in others: it is also shown when
the search, by its own words and meaning, finds it nearly as good as the best text of all (docs/decisions/0150).
A sample is no such fatwa: it is shown where it supports the answer as other texts do.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.finding.candidates import CLOSE_TENTHS, Candidate
from pipeline.answer.words.units import Asked
from schemas.reference import Kind

MOST = 6
ROOM = {Kind.QURAN: 3, Kind.HADITH: 3, Kind.TAFSIR: 2, Kind.FATWA: 4, Kind.BOOK: 2}
MORE_MISSED = 256  # how much more than the best text another may leave out of what is asked
MERIT_TENTHS = 8  # of the best text's merit
FOUND_HUNDREDTHS = 80  # of the best own score of the search
PAIR = 2  # a question of two things is one phrase; more of them need not stand side by side


def chosen_of(found: Sequence[Candidate], question: Asked, *, near: bool = True) -> list[Candidate]:
    """The texts that an answer shows, best first.

    Args:
        near: whether a fatwa may stand by what the search finds; not where the words of other texts were searched for.
    """
    best = found[0]
    highest = max(one.fused - one.linked for one in found)
    room = dict(ROOM)
    chosen = []
    for one in found:
        kind = Kind(one.document.kind)
        if _foreign(one, best, question):
            continue
        if room[kind] > 0 and (
            one is best or _as_good(one, best, question) or (near and _as_near(one, highest))
        ):
            room[kind] -= 1
            chosen.append(one)
        if len(chosen) == MOST:
            break
    return chosen


def _foreign(one: Candidate, best: Candidate, question: Asked) -> bool:
    """Whether an Arabic question, answered in Arabic, has no Arabic text of this one to read."""
    return question.language == "ar" and bool(best.document.text_ar) and not one.document.text_ar


def _as_good(one: Candidate, best: Candidate, question: Asked) -> bool:
    """The same demands, the same words, and those together."""
    return (
        one.meets
        and one.merit * 10 >= best.merit * MERIT_TENTHS
        and one.reading.window * 10 >= best.reading.window * CLOSE_TENTHS
        and one.reading.missed <= best.reading.missed + MORE_MISSED
        and one.reading.near * 2 >= best.reading.near
        and (one.reading.language != best.reading.language or best.spelled <= one.spelled)
        and _as_close(one, best, question)
    )


def _as_near(one: Candidate, highest: int) -> bool:
    """Whether a fatwa meets the demands, and the search finds it nearly as good as the best text by itself."""
    found = one.fused * 100 >= highest * FOUND_HUNDREDTHS
    published = one.document.status != "sample"
    return one.document.kind == Kind.FATWA and published and one.meets and highest > 0 and found


def _as_close(one: Candidate, best: Candidate, question: Asked) -> bool:
    """Whether two words that stand side by side in the best text do so here too."""
    return len(question.things) != PAIR or one.reading.beside >= best.reading.beside
