"""What runs of pieces of a text are worth as the answer to a question, in 1/1024 of the question's words.

A run is worth the share of the question that it covers, and then more or less by what it is: it holds the type of
answer that is asked for, says what a thing is, or rules; it is a chain, asks, points elsewhere or speaks to somebody.
The amounts are set by hand, from answers that were read (decisions 0170, 0245, 0285, 0290). Nothing is cut here.
"""

from __future__ import annotations

import re

from pipeline.answer.demand_checks import defines
from pipeline.answer.demands import asks_what_it_is
from pipeline.answer.fold import fold
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.pieces import SHORT
from pipeline.answer.reading import Reading, is_heading
from pipeline.answer.spoken import asks_for, depends
from pipeline.answer.units import ONE, Asked
from pipeline.text import analyse, analyse_query
from schemas.document import Document

LEAST = 25  # characters of a run that says something
LATER_ARABIC = 4  # the same by characters, since what is spoken has few full stops: 1 of 1024 for so many
LATER = 24  # what a sentence of an answer loses for each that stands before it
_CHAIN = re.compile(
    r"حدثنا|حدثني|اخبرنا|اخبرني|انبانا|سمعت|(?:^|\s)عن (?:ابي|ابن|عبد)|narrated|reported|it was narrated|told us",
    re.I,
)
_ARABIC = re.compile("[\u0621-\u064a]")
# The end of a sentence that leads to the words of another.
_INTRODUCES = re.compile(r"\b(?:said|says|states?|writes?|replied)\s*[:,]*$|(?:قال|قالت|يقول|قوله)\s*[:،]*$")


def introduces(folded: str) -> bool:
    """Whether folded words lead to the words of another."""
    return _INTRODUCES.search(folded) is not None


class Worth:
    """The worth of the runs of one text's pieces for one question."""

    def __init__(
        self,
        document: Document,
        reading: Reading,
        question: Asked,
        lexicon: Lexicon,
        asked: str,
        begins: int,
        pieces: list[tuple[int, int]],
    ) -> None:
        """Args: asked: the question as it was put; begins: where the text begins to speak; pieces: characters from and
        to, in order."""
        folded = fold(asked)
        self._document, self._reading, self._question, self._lexicon = document, reading, question, lexicon
        self._begins, self._pieces = begins, pieces
        self._tokens = [frozenset(analyse(reading.text[start:end])) for start, end in pieces]
        self._arabic, self._fatwa = reading.language == "ar", document.kind == "fatwa"
        self._wanted = lexicon.wanted(folded, reading.language)
        self._form = lexicon.wordings.form(asked)
        self._judged = lexicon.asks_for_verdict(asked, reading.language)
        self._what = asks_what_it_is(asked, question, lexicon)
        self._asking = self._asking_pieces(asked) if lexicon.asks_what_it_is(folded) else None
        titled = question.total * reading.titled // ONE * 3 // 4
        self._titled = titled if self._arabic and self._fatwa else 0

    def _asking_pieces(self, asked: str) -> list[bool]:
        """Of each piece, whether it ends by asking what a thing of the question is."""
        tokens = frozenset(analyse_query(asked))
        return [asks_for(self._reading.text[start:end], tokens) for start, end in self._pieces]

    def of(self, first: int, last: int) -> int:
        """What the pieces from one to another are worth together."""
        start, end = self._pieces[first][0], self._pieces[last][1]
        said = self._reading.text[start:end]
        folded = fold(said)
        worth = self._covered(first, last) - 60 * (last - first) - max(0, len(said) - SHORT) // 4
        worth += self._told(folded) - self._empty(folded, first, last)
        worth += self._defined(said, first, last)
        if self._fatwa:
            worth += self._of_answer(folded, first, start)
        if self._reading.language == "en" and len(_ARABIC.findall(folded)) * 4 > len(folded):
            worth -= ONE  # an Arabic book quoted inside an English answer
        if is_heading(self._document.kind, self._reading.text[slice(*self._pieces[first])]):
            worth -= ONE // 3
        return worth

    def _covered(self, first: int, last: int) -> int:
        """The share of the question that the pieces hold; the title of an answer holds it for its sentences."""
        held = self._question.covered(frozenset().union(*self._tokens[first : last + 1]))
        return max(held, self._titled + held // 4) * ONE // self._question.total

    def _told(self, folded: str) -> int:
        """For the type of answer that is asked for, and for the form of what is asked for."""
        typed = self._wanted is not None and self._wanted.search(folded) is not None
        formed = self._form is not None and bool(self._form.found(folded, self._reading.language))
        return ONE // 4 * typed + ONE // 4 * formed

    def _empty(self, folded: str, first: int, last: int) -> int:
        """Against what answers nothing: a chain, a question, the way to a quotation, a few words."""
        return (
            ONE // 3 * (_CHAIN.search(folded) is not None)
            + ONE // 4 * folded.rstrip().endswith(("?", "؟"))
            + ONE // 4 * (last > first and introduces(folded))
            + ONE // 4 * (len(folded) < LEAST)
        )

    def _defined(self, said: str, first: int, last: int) -> int:
        """For saying what a thing is; in Arabic a piece that asks it leaves that to the next one."""
        asking = self._asking
        worth = 0
        if self._what and not (asking and asking[last]):
            worth += ONE // 2 * defines(said, self._reading.language, self._question, self._lexicon)
        if asking is not None and self._arabic:
            worth += ONE * (first > 0 and asking[first - 1]) - ONE // 2 * asking[last]
        return worth

    def _of_answer(self, folded: str, first: int, start: int) -> int:
        """Of a mufti's answer: its verdict and what comes early count, words to the one who asked do not."""
        language = self._reading.language
        later = (start - self._begins) // LATER_ARABIC if self._arabic else first * LATER
        leans = self._arabic and first > 0 and depends(self._reading.text, start)
        return (
            ONE // 2 * (self._judged and self._lexicon.is_verdict(folded, language))
            - ONE // 2 * self._lexicon.is_aside(folded, language)
            - min(ONE // 4, later)
            - ONE // 4 * leans
        )
