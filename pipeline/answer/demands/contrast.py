"""What a question asks of one case, a text that speaks of another alone does not tell: who may not lead men in prayer may
lead women.

A text is on another case where its title, or what it says where it speaks of the question, is at odds with the case that
is asked about (`pipeline.answer.lexicon.contrasts`), and no sentence there names that case with most of what is asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.contrasts import Cases, at_odds, is_named
from pipeline.answer.words.units import ONE, Asked

MOST = ONE * 3 // 5  # of what is asked, by weight, that a sentence on the case names
_LINE_ENDS = re.compile(r"[?؟\n]")


@dataclass(frozen=True, slots=True)
class Contrasted:
    """The cases that a question names, and what it asks of them."""

    cases: Cases
    question: Asked

    def told_by(self, text: Read) -> bool:
        """Whether a text is not on another case."""
        contrasts, language = text.lexicon.contrasts, text.language
        title = contrasts.named_in(_LINE_ENDS.split(text.reading.title)[0], language)
        said = [
            (contrasts.named_in(text.reading.text[start:end], language), frozenset(tokens))
            for start, end, tokens in text.reading.beside_window
        ]
        odd = at_odds(self.cases, title) or (
            not is_named(self.cases, title) and any(at_odds(self.cases, one) for one, _ in said)
        )
        return not odd or any(
            is_named(self.cases, one) and text.named_by.share(tokens, self.question.things) >= MOST
            for one, tokens in said
        )


def contrasted_in(text: str, question: Asked, lexicon: Lexicon) -> Contrasted | None:
    """The cases that a question names; None where it names none."""
    cases = lexicon.contrasts.asked_in(text, question.language)
    return Contrasted(cases, question) if cases else None
