"""The index: open it, ask it, and look things up in it.

    index = Index.open(path)
    result = index.search("What breaks the fast?", k=10, filters=Filters(kinds=("fatwa",)))

A search analyses the question, lets the glossary add words, takes the best passages by words and by
meaning, then scores all of them exactly by both, and fuses (see `fusion`). Documents that speak of others
are searched a second time by themselves, so that a filter for verses still profits from commentaries; the
filter decides only what may be found. The same question gives the same result on any machine: scores are
integers or float64 sums in a fixed order.

An open index is read-only, and safe to search from many threads.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pipeline.index.alike import Alike
from pipeline.index.beside import beside
from pipeline.index.columns import Columns
from pipeline.index.config import IndexConfig
from pipeline.index.dense import Allowed, DenseIndex
from pipeline.index.documents import FILE, DocumentStore
from pipeline.index.embedder import open_encoder
from pipeline.index.fusion import (
    Passages,
    Voices,
    best_passages,
    best_rows,
    fixed,
    fused_scores,
    heard_cubes,
    own_scores,
)
from pipeline.index.header import read_header, unusable
from pipeline.index.lexical import LexicalIndex
from pipeline.index.links import Links
from pipeline.index.tables import Rows, open_table
from pipeline.index.types import Encodes, Filters, Hit, SearchResult, TermUse
from pipeline.text import Glossary, Passage, analyse_query
from schemas.document import Document
from schemas.errors import ConfigurationError
from schemas.tables import PASSAGES

ALL = Filters()
_WIDER = 4  # times `depth`: how far commentary is looked for by meaning, where a mask would be slow
Places = NDArray[np.int64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Rows of passages that one search goes by."""

    by_words: Places  # within the filter
    by_meaning: Places  # within the filter
    speaking: Places  # by words, of documents that speak of others
    near: Places  # by meaning, far into all


class Index:
    """An open index."""

    def __init__(self, path: Path, header: dict[str, Any], encoder: Encodes | None) -> None:
        self.path = path
        self.config = IndexConfig.from_dict(header["config"])
        self.counts: dict[str, int] = header["counts"]
        self.documents = DocumentStore.open(path / FILE)
        self.columns = Columns.open(path / "columns")
        self.links = Links.open(path / "links", self.documents.count)
        self.lexical = LexicalIndex.open(path / "lexical")
        self._passages = Rows(open_table(path / "passages.arrow", PASSAGES))
        self.encoder = encoder
        self.dense = DenseIndex.open(path / "dense") if encoder and (path / "dense").is_dir() else None
        self.alike = self._open_alike()
        sizes = {self.columns.passages, self.lexical.count, self._passages.count}
        sizes |= {len(self.dense)} if self.dense is not None else set()
        if len(sizes) != 1 or self.columns.documents != self.documents.count:
            raise unusable(path, "parts of one index", f"{sorted(sizes)} passages")
        self._carriers = lru_cache(maxsize=8)(self._carrier_mask)

    @classmethod
    def open(cls, path: Path, encoder: Encodes | None = None) -> Self:
        """Map an index.

        Args:
            encoder: what encodes questions; left out, the one in the index's folder `embedder/`. Where there is
                none, the search goes by words alone, and `dense` is 0.

        Raises:
            IndexFormatError: the index is damaged, or of another version, or made by another analyser.
        """
        header = read_header(path)
        if encoder is None and (path / "embedder").is_dir():
            encoder = open_encoder(path / "embedder")
        return cls(path, header, encoder)

    def search(self, question: str, *, k: int = 20, filters: Filters = ALL) -> SearchResult:
        """The k best documents for a question.

        Raises:
            QuestionError: the question has too many different words.
        """
        return Index.searches(self, question, [(k, filters)])[0]

    def searches(self, question: str, asked: Sequence[tuple[int, Filters]]) -> list[SearchResult]:
        """What `search` gives for each number of documents and filter, in less time than one after another.

        Steps that all of them share are in the timings of the first.
        """
        times = {"start": time.perf_counter()}
        vector = self.encoder.encode([question])[0] if self.encoder and self.dense else None
        times["encode"] = time.perf_counter()
        masks = [self.columns.mask(filters) for _, filters in asked]
        nearest = beside(lambda: self._nearest(vector, masks))
        uses = self.terms(question)
        times["analyse"] = time.perf_counter()
        worded = [self._by_words(uses, mask) for mask in masks]
        speaking = {
            statuses: self._speaking_by_words(uses, statuses)
            for statuses in dict.fromkeys(filters.statuses for _, filters in asked)
        }
        near, within = nearest()
        times["candidates"] = time.perf_counter()
        results = []
        for place, (k, filters) in enumerate(asked):
            found = _Candidates(worded[place], within[place], speaking[filters.statuses], near)
            hits = self._hits(found, uses, vector, k, masks[place], filters, times)
            results.append(_result(hits, uses, times))
            times = {"start": time.perf_counter()}
        return results

    def terms(self, question: str) -> list[TermUse]:
        """What the lexical search looks for: the tokens of the question, then those that the glossary adds."""
        tokens = analyse_query(question)
        weight = self.config.expansion_weight / 100
        added = [token for token, _ in self.glossary.expand(tokens)] if weight else []
        return [self._use(token, 1.0, False) for token in tokens] + [
            self._use(token, weight, True) for token in added
        ]

    def explain(self, question: str, *, k: int = 10, filters: Filters = ALL) -> dict[str, Any]:
        """The words that were looked for, the weights, and each hit with its scores: for a person to read."""
        result = self.search(question, k=k, filters=filters)
        return {
            "terms": [
                {name: getattr(use, name) for name in ("token", "weight", "df", "idf", "added")}
                for use in self.terms(question)
            ],
            "weights": self.config.as_dict(),
            "hits": [
                {name: getattr(hit, name) for name in Hit.__slots__}
                | {"linking": [self.documents.reference(source) for source in self.linking(hit.ordinal)]}
                for hit in result.hits
            ],
        }

    def document(self, ordinal: int) -> Document:
        """The document of an ordinal."""
        return self.documents.document(ordinal)

    def find(self, reference: str) -> int | None:
        """The ordinal of a reference id, if there is such a document."""
        return self.documents.ordinal(reference)

    def linking(self, ordinal: int) -> list[int]:
        """Ordinals of the documents that speak of this one."""
        return [int(source) for source in self.links.by(ordinal)]

    def lookup_passage(self, place: int) -> Passage:
        """The passage of a row of passages.arrow."""
        return Passage(**self._passages[place])  # type: ignore[arg-type]

    @cached_property
    def glossary(self) -> Glossary:
        """The glossary that the index was built with."""
        path = self.path / "glossary.json"
        try:
            return Glossary.from_dict(json.loads(path.read_bytes()), where=str(path))
        except (OSError, ValueError, ConfigurationError) as error:
            raise unusable(path, "a glossary", str(error)) from error

    def warm(self) -> None:
        """Do what a first search would do: compile or load kernels, read the glossary."""
        self.lexical.warm()
        if self.dense is not None:
            self.dense.warm()
        if self.alike is not None:
            self.alike.warm()
        self.search("?", k=1)

    def _open_alike(self) -> Alike | None:
        """The words of passages, where the index has them and the encoder knows vectors of words."""
        if not (self.path / "alike").is_dir() or not hasattr(self.encoder, "word_vectors"):
            return None
        return Alike.open(self.path / "alike", self.columns.passages, self.encoder)  # type: ignore[arg-type]

    def _use(self, token: str, weight: float, added: bool) -> TermUse:
        return TermUse(token, weight, self.lexical.df(token), self.lexical.idf(token), added)

    def _hits(
        self,
        found: _Candidates,
        uses: list[TermUse],
        vector: NDArray[np.int8] | None,
        k: int,
        allowed: Mask | None,
        filters: Filters,
        times: dict[str, float],
    ) -> list[Hit]:
        carriers = np.empty(0, np.int64)
        if self._carry:
            speaking = self._carriers(filters.statuses)
            carriers = np.union1d(found.speaking, found.near[speaking[found.near] > 0])
        speakers, targets = self._spoken_of(carriers)
        spoken_of = self.columns.passages_of(np.unique(targets))
        rows = np.unique(np.concatenate([found.by_words, found.by_meaning, carriers, spoken_of]))
        passages = self._score(rows, uses, vector)
        times["score"] = time.perf_counter()
        own = own_scores(passages, self.config)
        voices = self._voices(passages, own, carriers, speakers, targets)
        hits = self._fuse(passages, own, voices, allowed, k)
        times["fuse"] = time.perf_counter()
        return hits

    @property
    def _carry(self) -> bool:
        """Whether documents are also found through those that speak of them."""
        return bool(len(self.links) and self.config.linked_weight)

    def _speaking_by_words(self, uses: list[TermUse], statuses: tuple[str, ...]) -> Places:
        return self._by_words(uses, self._carriers(statuses)) if self._carry else np.empty(0, np.int64)

    def _by_words(self, uses: list[TermUse], mask: Mask | None) -> Places:
        """Places of the best passages by words."""
        tokens, weights = [use.token for use in uses], [use.weight for use in uses]
        return self.lexical.search(tokens, self.config.depth, mask, weights)[0].astype(np.int64)

    def _nearest(
        self, vector: NDArray[np.int8] | None, masks: Sequence[Mask | None]
    ) -> tuple[Places, list[Places]]:
        """Places of the best passages by meaning, best first: far into all of them, then within each mask."""
        depth = self.config.depth
        if vector is None or self.dense is None:
            return np.empty(0, np.int64), [np.empty(0, np.int64)] * len(masks)
        asked = [(depth, Allowed(mask)) for mask in masks if mask is not None]
        found = self.dense.search_all(vector, [(depth * _WIDER, self.dense.all), *asked])
        near, *others = (ordinals.astype(np.int64) for ordinals, _ in found)
        masked = iter(others)
        return near, [near[:depth] if mask is None else next(masked) for mask in masks]

    def _spoken_of(self, carriers: Places) -> tuple[Places, Places]:
        """The documents of these passages and what each speaks of, a pair a link."""
        documents = np.unique(self.columns.document_of(carriers)).astype(np.int64)
        places, targets = self.links.of_all(documents)
        return documents[places], targets

    def _voices(
        self, passages: Passages, own: Places, carriers: Places, speakers: Places, targets: Places
    ) -> Voices:
        """Each link with the best own score of a passage of its speaker."""
        speaking = np.searchsorted(passages.rows, carriers)
        best = speaking[best_passages(passages.documents[speaking], own[speaking])]
        scores = own[best][np.searchsorted(passages.documents[best], speakers)]
        kinds, collections = self.columns.codes("kind"), self.columns.codes("collection")
        whose = kinds[speakers].astype(np.int64) << 16 | collections[speakers].astype(np.int64)
        return Voices(targets, whose, scores)

    def _score(self, rows: Places, uses: list[TermUse], vector: NDArray[np.int8] | None) -> Passages:
        tokens, weights = [use.token for use in uses], [use.weight for use in uses]
        lexical = fixed(self.lexical.score(tokens, rows, weights))
        dense = np.zeros(len(rows), np.int64)
        if vector is not None and self.dense is not None:
            dense = self.dense.score(vector, rows).astype(np.int64)
        owners = self.columns.document_of(rows).astype(np.int64)
        possible = int(fixed(np.array([math.fsum(use.idf for use in uses if not use.added)]))[0])
        passages = Passages(rows, owners, lexical, dense, np.zeros(len(rows), np.int64), possible)
        return self._compare(passages, [use for use in uses if not use.added])

    def _compare(self, passages: Passages, uses: list[TermUse]) -> Passages:
        """The same passages with the likeness of words, which only the best of them are asked for."""
        if self.alike is None or not self.config.alike_weight:
            return passages
        chosen = best_rows(own_scores(passages, self.config), self.config.compared)
        alike = passages.alike.copy()
        tokens, idfs = [use.token for use in uses], [use.idf for use in uses]
        alike[chosen] = self.alike.score(passages.rows[chosen], tokens, idfs)
        return replace(passages, alike=alike)

    def _fuse(
        self, passages: Passages, own: Places, voices: Voices, allowed: Mask | None, k: int
    ) -> list[Hit]:
        may = np.arange(len(own)) if allowed is None else np.flatnonzero(allowed[passages.rows])
        best = may[best_passages(passages.documents[may], own[may])]
        documents = passages.documents[best]
        fused = fused_scores(own[best], heard_cubes(documents, voices, self.config))
        linked = fused - own[best]
        order = np.argsort(-fused, kind="stable")[: max(k, 0)]
        return [
            Hit(
                ordinal=int(documents[place]),
                reference=self.documents.reference(int(documents[place])),
                passage=int(passages.rows[best[place]]),
                fused=int(fused[place]),
                lexical=int(passages.lexical[best[place]]),
                dense=int(passages.dense[best[place]]),
                linked=int(linked[place]),
                alike=int(passages.alike[best[place]]),
            )
            for place in order[fused[order] > 0].tolist()
        ]

    def _carrier_mask(self, statuses: tuple[str, ...]) -> NDArray[np.uint8]:
        """1 for each passage of a document that speaks of another, of these statuses."""
        speaking = self.links.speaking().astype(np.uint8)[self.columns.codes("document")]
        mask = self.columns.mask(Filters(statuses=statuses))
        return speaking if mask is None else speaking & mask


def _result(hits: list[Hit], uses: list[TermUse], times: dict[str, float]) -> SearchResult:
    return SearchResult(
        hits=tuple(hits),
        tokens=tuple(use.token for use in uses if not use.added),
        expanded=tuple(use.token for use in uses if use.added),
        unknown=tuple(use.token for use in uses if not use.added and not use.df),
        timings=_steps(times),
    )


def _steps(times: dict[str, float]) -> dict[str, float]:
    """Seconds of each step, from the moments at which they ended."""
    names, moments = list(times), list(times.values())
    return {
        name: moment - before for name, moment, before in zip(names[1:], moments[1:], moments, strict=False)
    }
