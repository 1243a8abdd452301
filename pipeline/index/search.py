"""The index: open it, ask it, and look things up in it.

    index = Index.open(path)
    result = index.search("What breaks the fast?", k=10, filters=Filters(kinds=("fatwa",)))

A search analyses the question, lets the glossary add words, takes the best passages by words and by
meaning (`gathering`), then scores all of them exactly by both and fuses them into documents (`ranking`).
The same question gives the same result on any machine: scores are integers or float64 sums in a fixed order.

An open index is read-only, and safe to search from many threads.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property

from pipeline.index.beside import beside
from pipeline.index.config import IndexConfig
from pipeline.index.fusion import distinct
from pipeline.index.gathering import (
    NOBODY,
    NONE,
    Gathered,
    Heard,
    Nearest,
    Places,
    by_words,
    gathered,
    heard,
    speaking_by_meaning,
    speaking_by_words,
)
from pipeline.index.opened import Opened
from pipeline.index.ranking import Scoring, ranked
from pipeline.index.spoken_of import Speaking
from pipeline.index.types import Filters, Hit, SearchResult, TermUse
from pipeline.text import analyse_query

ALL = Filters()


class Searching:
    """A question that is being searched. What its searches share is worked out once, when it is first needed.

    For one thread, beside which another may help.
    """

    def __init__(self, index: Index, question: str) -> None:
        self._index, self._question = index, question
        self._heard: dict[tuple[tuple[str, ...], int], Heard] = {}
        self._meant: dict[int, Speaking | None] = {}

    def searches(self, asked: Sequence[tuple[int, Filters]]) -> list[SearchResult]:
        """What `Index.search` gives for each number of documents and filter, in less time than one after another.

        Steps that all of them share are in the timings of the first.
        """
        index, clock = self._index, _Clock()
        near = self._near
        clock.ended("encode")
        reaching = [index.config.reaching(k) for k, _ in asked]
        depths = [config.depth for config in reaching]
        allowed = [index.allowed(filters) for _, filters in asked]
        nearing = beside(lambda: near.of(list(zip(depths, allowed, strict=True))))
        uses = self._uses
        clock.ended("analyse")
        masks = [None if one is None else one.mask for one in allowed]
        worded = [by_words(index, uses, mask, depth) for mask, depth in zip(masks, depths, strict=True)]
        whom = [(filters.statuses, depth) for (_, filters), depth in zip(asked, depths, strict=True)]
        new = {one: config for one, config in zip(whom, reaching, strict=True) if one not in self._heard}
        speaking = {one: self._speaking(one[0], config) for one, config in new.items()}
        nearest = nearing()
        self._heard |= {
            (statuses, depth): heard(index, told, near.everywhere(depth), statuses)
            for (statuses, depth), told in speaking.items()
        }
        clock.ended("candidates")
        results = []
        for place, (k, _) in enumerate(asked):
            found = gathered(worded[place], nearest[place], self._heard[whom[place]])
            passages = self._scoring.of(found.rows, reaching[place].compared)
            clock.ended("score")
            hits = ranked(index, passages, found, masks[place], k)
            clock.ended("fuse")
            results.append(_result(hits, uses, clock))
            clock = _Clock()
        return results

    def among(self, documents: Sequence[int]) -> tuple[Hit, ...]:
        """Some documents, which were found otherwise, with the scores that a search gives them; best first."""
        index = self._index
        rows = distinct(index.columns.passages_of(sorted(documents)))
        passages = self._scoring.of(rows, index.config.compared)
        return tuple(ranked(index, passages, Gathered(rows, NOBODY), None, len(documents)))

    @cached_property
    def _near(self) -> Nearest:
        index = self._index
        return Nearest(
            index, index.encoder.encode([self._question])[0] if index.encoder and index.dense else None
        )

    @cached_property
    def _uses(self) -> list[TermUse]:
        return self._index.terms(self._question)

    @cached_property
    def _scoring(self) -> Scoring:
        return Scoring(self._index, self._uses, self._near.vector)

    def _speaking(self, statuses: tuple[str, ...], config: IndexConfig) -> tuple[Places, Places]:
        """Passages of documents of some statuses that speak of others, by words and by meaning."""
        index = self._index
        if config.depth not in self._meant:
            self._meant[config.depth] = speaking_by_meaning(index, self._near.vector, config)
        meant = self._meant[config.depth]
        near = meant.nearest(config.about_passages, index.speaking(statuses)) if meant is not None else NONE
        return speaking_by_words(index, self._uses, statuses, config.depth), near


class Index(Opened):
    """An open index that answers questions."""

    def searching(self, question: str) -> Searching:
        """Begin to search a question, for one search or several that follow from one another."""
        return Searching(self, question)

    def search(self, question: str, *, k: int = 20, filters: Filters = ALL) -> SearchResult:
        """The k best documents for a question.

        Up to the `depth` of the index, fewer are the first of more. Beyond it the search looks deeper, and another may
        be better.

        Raises:
            QuestionError: the question has too many different words.
        """
        return self.searches(question, [(k, filters)])[0]

    def searches(self, question: str, asked: Sequence[tuple[int, Filters]]) -> list[SearchResult]:
        """What `search` gives for each number of documents and filter, in less time than one after another."""
        return self.searching(question).searches(asked)

    def terms(self, question: str) -> list[TermUse]:
        """What the lexical search looks for: the tokens of the question, then those that the glossary adds."""
        tokens = analyse_query(question)
        weight = self.config.expansion_weight / 100
        added = [token for token, _ in self.glossary.expand(tokens)] if weight else []
        words = [*((token, 1.0, False) for token in tokens), *((token, weight, True) for token in added)]
        held = self.lexical.statistics([token for token, _, _ in words])
        return [
            TermUse(token, weight, df, idf, is_added)
            for (token, weight, is_added), (df, idf) in zip(words, held, strict=True)
        ]

    def warm(self) -> None:
        """Do what a first search would do: compile or load kernels, read the glossary."""
        self.lexical.warm()
        if self.dense is not None:
            self.dense.warm()
        if self.about is not None:
            self.about.warm()
        if self.alike is not None:
            self.alike.warm()
        if self.inquiries is not None:
            self.inquiries.warm()
        if self.reader is not None:
            self.reader.warm()
        self.search("?", k=1)


class _Clock:
    """Seconds of each step of a search."""

    def __init__(self) -> None:
        self.steps: dict[str, float] = {}
        self._begun = time.perf_counter()

    def ended(self, step: str) -> None:
        """A step ended here, and the next begins."""
        now = time.perf_counter()
        self.steps[step], self._begun = now - self._begun, now


def _result(hits: list[Hit], uses: list[TermUse], clock: _Clock) -> SearchResult:
    return SearchResult(
        hits=tuple(hits),
        tokens=tuple(use.token for use in uses if not use.added),
        expanded=tuple(use.token for use in uses if use.added),
        unknown=tuple(use.token for use in uses if not use.added and not use.df),
        timings=clock.steps,
    )
