"""What runs of pieces of a text are worth as the answer to a question.

A run has marks: how much of the question it covers, those of its pieces (`marked`), how it begins and ends, and where
it stands. A mark is 1024 for all there can be. The worth of a run is the sum of its marks, each times its
weight; of equal runs the first wins. The weights are fitted to answers in which a reader marked what answers
(`data/lexicon/sentences.yaml`, decision 0310). Nothing is cut here.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.composing import forms
from pipeline.answer.composing.marked import Marks
from pipeline.answer.composing.pieces import SHORT
from pipeline.answer.composing.ruling import RulingPieces
from pipeline.answer.composing.spoken import asks_for, depends
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon.contrasts import is_at_odds, is_named, together
from pipeline.answer.words.fragments import is_heading
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE
from pipeline.text import analyse
from schemas.document import Document

LEAST = 25  # characters of a run that says something
LATE = 1600  # characters from where an answer begins to speak, from which a piece is as late as can be
OPENING = 40  # characters of praise and the like before the first sentence of an answer
_FACTS = ("when", "how_many", "how_much")  # of the types of answers
_CLOSES = " \"'”’»)"


class Worth(RulingPieces):
    """The worth of the runs of one text's pieces for one question."""

    def __init__(
        self,
        document: Document,
        reading: Reading,
        asking: Asking,
        begins: int,
        pieces: Sequence[tuple[int, int]],
    ) -> None:
        """Args: begins: where the text begins to speak; the others as of `MarkedPieces`."""
        super().__init__(document, reading, asking, pieces)
        self._begins = begins
        # A text of a common question was found by other words than the reader's, and may tell of more than is asked: a
        # fact is told where one of his own words stands.
        self._worded = asking.worded and bool(self._words) and _asks_fact(asking)
        self._asks_what = asking.lexicon.asks_what_it_is(asking.folded)
        title = frozenset(analyse(document.title(reading.language))) if self._fatwa else frozenset[str]()
        self._named = self._question.covered(title) * ONE // self._question.total
        self._title = title - frozenset(self._question.tokens)

    def of(self, first: int, last: int) -> int:
        """What the pieces from one to another are worth together."""
        return self._lexicon.sentences.total(self.marks(first, last))

    def marks(self, first: int, last: int) -> dict[str, int]:
        """The marks of the pieces from one to another, without those that they do not have."""
        parts = self._marks[first : last + 1]
        start, end = self.pieces[first][0], self.pieces[last][1]
        tokens = parts[0].tokens if first == last else frozenset().union(*(one.tokens for one in parts))
        marks = dict.fromkeys(
            parts[0].has if first == last else frozenset().union(*(one.has for one in parts)), ONE
        )
        marks |= dict.fromkeys(self._of_cases(parts), ONE)
        held = self._question.covered(tokens) * ONE // self._question.total
        if not (self._worded and self._words.isdisjoint(tokens)):
            marks["held"] = held
        if self._fatwa:
            marks["known_ar" if self._arabic else "known_en"] = min(self._named, held)
            if "verdict" in marks:
                marks["rules"] = max(held, self._named)
                if start - self._begins <= OPENING:
                    marks["opens"] = ONE
            marks["of_title"] = len(self._title & tokens) * ONE // max(1, len(self._title))
            late = 0 if "concludes" in marks else min(ONE, (start - self._begins) * ONE // LATE)
            marks["late_ar" if self._arabic else "late_en"] = late
        whole = sum(self.ends_sentence(one) for one in range(first, last))
        if self.one_voice:
            marks["words"] = self._own(tokens)
            marks["parts"], marks["clauses"] = whole * ONE, (last - first - whole) * ONE
        else:
            marks["joined"] = (last - first) * ONE
            marks["midway"] = ONE * (first > 0 and self.text[:start].rstrip().endswith((",", "،")))
        marks["long"] = max(0, end - start - SHORT) * ONE // SHORT
        marks |= dict.fromkeys(self._of_ends(first, last, start, end), ONE)
        return marks

    def _of_cases(self, parts: Sequence[Marks]) -> list[str]:
        """Marks by the cases that some pieces name: of another case than the one asked about, or of one that must be
        named."""
        said = together([one.cases for one in parts]) if self._cases else {}
        found = []
        for name, asked in self._cases.items():
            if is_at_odds(asked, said.get(name, ())):
                found.append("other_case")
            elif name in self._lexicon.contrasts.needed and is_named(asked, said.get(name, ())):
                found.append("of_case")
        return found

    def _of_ends(self, first: int, last: int, start: int, end: int) -> list[str]:
        """Marks by how a run begins and ends."""
        begins, ends = self._marks[first].folded, self._marks[last].folded
        found = []
        if end - start < LEAST:
            found.append("few")
        if ends.rstrip(_CLOSES).endswith(("?", "؟")):
            found.append("asks")
        if forms.introduces(ends):
            found.append("introduces")
        elif self._goes_on(last):
            found.append("open")
        if self._list and self.leads_to_list(last):
            found.append("announces")
        if self._leans(start):
            found.append("leans")
        if forms.IF.search(begins):
            found.append("if")
        if self.any_case and self.excepts(first) and not self._first_named(first):
            found.append("excepts")
        if self.one_voice and start - self._begins > OPENING and forms.LEANS.match(begins):
            found.append("tied")
        if self._list and forms.LATER.match(begins):
            found.append("later")
        if is_heading(self._kind, self.text[slice(*self.pieces[first])]) or self._is_heading(first):
            found.append("heading")
        if self._asks_what and self._arabic:
            found += ["answers"] * (first > 0 and self._asking(first - 1)) + ["asking"] * self._asking(last)
        return found

    def _is_heading(self, piece: int) -> bool:
        """Whether a piece of one voice only names what the next ones tell of."""
        return self._is_title(piece) or (
            self.one_voice and forms.NAMES.match(self._marks[piece].folded) is not None
        )

    def _own(self, tokens: frozenset[str]) -> int:
        """How many of the reader's own words some tokens hold; 1024 is all of them."""
        return len(self._words & tokens) * ONE // max(1, len(self._words))

    def _first_named(self, piece: int) -> bool:
        """Whether a piece is the first to name the rarest thing that is asked about: no rule of it stands before it, of
        which it tells an exception."""
        rarest = [unit for unit in self._question.things if unit.weight == self._question.heaviest]
        if len(rarest) != 1 or not rarest[0].is_in(self._marks[piece].tokens):
            return False
        return not any(rarest[0].is_in(one.tokens) for one in self._marks[:piece])

    def _leans(self, start: int) -> bool:
        """Whether a run goes on from what stands before it; words in quotation marks behind a colon do not."""
        text = self.text
        if not self.one_voice or start - self._begins <= OPENING:
            return False
        before = text[:start].rstrip()
        if not self._arabic and before.endswith(":") and forms.QUOTED.match(text, start):
            return False
        return depends(text, start) or before.endswith("؛")

    def _asking(self, piece: int) -> bool:
        """Whether a piece ends by asking what a thing of the question is."""
        return asks_for(self.text[slice(*self.pieces[piece])], self._words)


def _asks_fact(asking: Asking) -> bool:
    """Whether a question asks for a person, a time or a number."""
    types = asking.lexicon.answer_types
    return forms.WHO.match(asking.folded) is not None or asking.wanted in [types[name] for name in _FACTS]
