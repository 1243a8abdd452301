"""Which of the texts that were read are shown: those that support the answer as the best one does, and few of them.

A further text is held against the best one. It must meet the same demands, cover nearly as much of what is asked
within one window, have the words as near each other, and, in Arabic, hold the very words that the best one holds.
What falls short is left out, not listed below.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.candidates import Candidate, adjacent
from pipeline.answer.units import Asked
from schemas.reference import Kind

MOST = 6
ROOM = {Kind.QURAN: 3, Kind.HADITH: 3, Kind.TAFSIR: 2, Kind.FATWA: 3, Kind.BOOK: 2}
CLOSE_TENTHS = 8  # of what the best text covers
MORE_MISSED = 256  # how much more than the best text another may leave out of what is asked
MERIT_TENTHS = 7  # of the best text's merit
PAIR = 2  # a question of two things is one phrase; more of them need not stand side by side


def chosen_of(found: Sequence[Candidate], question: Asked) -> list[Candidate]:
    """The texts that an answer shows, best first."""
    best = found[0]
    room = dict(ROOM)
    chosen = []
    for one in found:
        kind = Kind(one.document.kind)
        if room[kind] > 0 and (one is best or _as_good(one, best, question)):
            room[kind] -= 1
            chosen.append(one)
        if len(chosen) == MOST:
            break
    return chosen


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


def _as_close(one: Candidate, best: Candidate, question: Asked) -> bool:
    """Whether two words that stand side by side in the best text do so here too."""
    things = sum(not unit.frame for unit in question.units)
    return things != PAIR or adjacent(one.reading, question) >= adjacent(best.reading, question)
