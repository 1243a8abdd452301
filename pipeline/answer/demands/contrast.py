"""What a question asks of one case, a text that speaks of another alone does not tell: who may not lead men in prayer may
lead women.

A text is on another case where its title, or what it says where it speaks of the question, is at odds with the case that
is asked about (`pipeline.answer.lexicon.contrasts`), and no clause there names that case with most of what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.answer.demands.naming import named_things
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.contrasts import Cases, at_odds, is_named
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.text import analyse

MOST = ONE * 3 // 5
_LINE_ENDS = re.compile(r"[?؟\n]")
_CLAUSE_ENDS = re.compile(r"[,،;؛:.]\s")


@dataclass(frozen=True, slots=True)
class Contrasted:
    """The cases that a question names, and what it asks of them."""

    cases: Cases
    things: Sequence[Unit]
    needed: bool  # that a text names the cases, whatever else it says
    most: int  # of what is asked, by weight, that a clause on the case names

    def told_by(self, text: Read) -> bool:
        """Whether a text is not on another case."""
        title = self._named_in(_LINE_ENDS.split(text.reading.title)[0], text)
        if is_named(self.cases, title):
            return True
        said = [(one, self._named_in(one, text)) for one in _clauses(text)]
        odd = self.needed or at_odds(self.cases, title) or any(at_odds(self.cases, named) for _, named in said)
        return not odd or any(is_named(self.cases, named) and self._is_on(one, text) for one, named in said)

    def _named_in(self, said: str, text: Read) -> Cases:
        return text.lexicon.contrasts.named_in(said, text.language)

    def _is_on(self, said: str, text: Read) -> bool:
        return text.named_by.share(frozenset(analyse(said)), self.things) >= self.most


def _clauses(text: Read) -> Iterator[str]:
    """The clauses of the sentences in which a text speaks of the question."""
    for start, end, _ in text.reading.beside_window:
        yield from _CLAUSE_ENDS.split(text.reading.text[start:end])


def contrasted_in(text: str, question: Asked, lexicon: Lexicon, *, common: bool = False) -> Contrasted | None:
    """The cases that a question names; None where it names none. `common`: it is asked in words by which texts tell of
    it, which one clause seldom has."""
    cases = lexicon.contrasts.asked_in(text, question.language)
    needed = not lexicon.contrasts.needed.isdisjoint(cases)
    things = named_things(question, lexicon) or question.things
    return Contrasted(cases, things, needed, MOST // 2 if common else MOST) if cases else None
