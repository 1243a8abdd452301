"""Whose view a question asks, a school's or a scholar's, the text that answers it names: "the Hanafi ruling on wiping
over socks" is not answered by a Maliki one, nor by what a mufti rules who names no school.

A text names them where it speaks of what is asked, or is their own, by its author or its collection. What a mufti was
asked does not count: a letter that tells of a school may be answered by another's ruling. Which names are theirs,
`pipeline.answer.lexicon.schools` knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.read import Read
from pipeline.answer.words.units import ONE, Unit
from pipeline.text import analyse, analyse_query
from schemas.reference import Kind

REACH = 200  # characters before and behind a name, in which a text says what they hold
NEAR = 160  # the same of what is read around the question, in which they are named
MOST = ONE * 3 // 5  # of what is asked beside the name, by weight

_ENDS = re.compile(r"[.?!؟\n]")  # behind a title, which may go on with what a mufti was asked


@dataclass(frozen=True, slots=True)
class View:
    """Whose view a question asks, and on what."""

    whose: AbstractSet[str]
    on: Sequence[Unit]

    def told_by(self, text: Read) -> bool:
        """Whether a text names each of them beside most of what is asked, or is theirs and tells of that. Who follows a
        narration, its collector says in Arabic alone, which other readers are not shown."""
        if text.kind == Kind.HADITH and text.language != text.question.language:
            return False
        reading, known = text.reading, text.lexicon.schools
        own = known.of_text(reading.collection, reading.author, self.whose)
        named = self.whose - own
        near = f"{_ENDS.split(reading.title)[0]}\n{text.within(NEAR, NEAR)}"
        told = {
            one.whom
            for one in known.told_in(near, named)
            if self._on(near[max(0, one.start - REACH) : one.end + REACH], text)
        }
        return named <= told and (not own or self._on(near, text))

    def _on(self, said: str, text: Read) -> bool:
        """Whether words of a text, with its heading, name most of what is asked."""
        held = frozenset(analyse(said)) | text.reading.heading
        return not self.on or text.named_by.share(held, self.on) >= MOST


def view_in(asking: Asking) -> View | None:
    """Whose view a question asks; None where it names no school and no scholar."""
    schools = asking.lexicon.schools
    whose = schools.asked_in(asking.text)
    if not whose:
        return None
    if len(whose) > 1:
        return View(whose, ())  # what each holds may stand anywhere beside the other's
    rest = frozenset(analyse_query(schools.without(asking.text))) - asking.lexicon.judging
    return View(whose, tuple(unit for unit in asking.question.things if not rest.isdisjoint(unit.tokens)))
