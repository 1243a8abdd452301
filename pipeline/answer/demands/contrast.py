"""A text that speaks of another case than the one that is asked about does not tell it: who may not lead men in prayer
may lead women.

A text is on another case where its title, or a clause where it speaks of the question, is at odds with the case that
is asked about (`pipeline.answer.lexicon.contrasts`), unless its title or another clause names that case. The clause
is on what is asked beside the case; one that names the case stands in a sentence that is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.judging import named_things
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon.contrasts import Cases, is_at_odds, is_named
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import ONE, Unit
from pipeline.text import analyse
from schemas.reference import Kind

# Of what is asked beside the case, by weight; of the words by which texts tell of a common question.
MOST, OF_WORDS = ONE * 3 // 5, ONE * 2 // 5
_LINE_ENDS = re.compile(r"[?؟\n]")
_HEAD = re.compile(r"[\W\d]*(?:(?:ال)?سؤال|question)?[\W\d]*", re.I)  # of what a book prints as asked
# Of folded text; Arabic has seldom a mark before "and whoever", "nor".
_CLAUSE_ENDS = re.compile(r"[,،;؛:.]\s|\b(?:nor|but|whereas|while)\b|\sو(?=(?:لا|من|ان|اذا|اما)\s)")


class _Said(NamedTuple):
    """The cases that a clause names, and how much of what is asked it and its sentence do."""

    cases: Cases
    share: int
    of_sentence: int


@dataclass(frozen=True, slots=True)
class Contrasted:
    """The cases that a question names, of which contrasts a text must name them, and what it asks of them.

    ordered: who does it to whom is told by the order of the cases; a story may be told from either side.
    common: it is asked in words by which texts tell of it, which one sentence seldom has, and a verse in its own.
    """

    cases: Cases
    ordered: bool
    needed: frozenset[str]
    things: Sequence[Unit]
    common: bool

    def told_by(self, text: Read) -> bool:
        """Whether a text is on no other case."""
        named_in, language = text.lexicon.contrasts.named_in, text.language
        asked = _HEAD.sub("", text.reading.title, count=1)
        title = _Said(named_in(_LINE_ENDS.split(asked)[0], language), ONE, ONE)
        said = [title, *self._clauses(text)]
        needed = frozenset() if self.common and text.kind == Kind.QURAN else self.needed
        return all(self._is_told(name, said, needed=name in needed) for name in self.cases)

    def _is_told(self, name: str, said: Sequence[_Said], *, needed: bool) -> bool:
        asked, least = self._in_order(self.cases[name]), OF_WORDS if self.common else MOST
        cases = [(self._in_order(one.cases.get(name, ())), one) for one in said]
        if any(is_named(asked, named) and one.of_sentence >= least for named, one in cases):
            return True
        return not needed and not any(is_at_odds(asked, named) and one.share >= least for named, one in cases)

    def _in_order(self, cases: Sequence[str]) -> Sequence[str]:
        return cases if self.ordered else sorted(set(cases))

    def _clauses(self, text: Read) -> Iterator[_Said]:
        """The clauses of the sentences in which a text speaks of the question."""
        for start, end, tokens in text.reading.beside_window:
            of_sentence = text.named_by.share(frozenset(tokens), self.things)
            for clause in _CLAUSE_ENDS.split(fold(text.reading.text[start:end])):
                cases = text.lexicon.contrasts.named_in(clause, text.language)
                if not self.cases.keys().isdisjoint(cases):
                    share = text.named_by.share(frozenset(analyse(clause)), self.things)
                    yield _Said(cases, share, of_sentence)


def contrasted_in(asking: Asking) -> Contrasted | None:
    """The cases that a question names; None where it names none."""
    contrasts, question, language = asking.lexicon.contrasts, asking.question, asking.language
    cases = contrasts.asked_in(asking.text, language)
    if not cases:
        return None
    words = contrasts.words_in(asking.text, language)
    things = [unit for unit in named_things(question, asking.lexicon) if words.isdisjoint(unit.tokens)]
    judged = asking.lexicon.asks_for_verdict(asking.text, language)
    # "Who does not enter Paradise?" asks who it is, and judges nobody.
    needed = contrasts.needed if judged else frozenset[str]()
    return Contrasted(cases, judged, needed, things or question.things, asking.worded)
