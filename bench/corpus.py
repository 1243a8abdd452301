"""Passages for the large benchmark, as numbers of terms: real ones, and more of them made of pieces of these.

Real passages are those of an index, cut and analysed by the code that builds one. Where more are wanted than there are,
the rest is recombined: for each real passage in turn a new one of its length, of stretches of up to sixteen words that
stand together in the passages around it, so that language, topic and order stay as they are in the sources. What is
recombined has the words and the frequencies of real text and says nothing; only times and sizes are read from it. Its
vocabulary does not grow, as that of real text would.

The same table gives the same passages. Its analysis is kept in the scratch folder under the digest of the table.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numba
import numpy as np
from numpy.typing import NDArray

from pipeline.index.analysis.run import Settings, analyse_documents
from pipeline.index.analysis.store import Analysis
from pipeline.text import ANALYSER_VERSION

AROUND = 65_536  # words on each side that a recombined passage draws from
STRETCH = 16
SEED = 20261121


@dataclass(frozen=True, slots=True)
class Corpus:
    """Passages one after another: terms by number, where each passage ends, and how many passages are real."""

    tokens: NDArray[np.int32]
    ends: NDArray[np.int64]
    terms: tuple[str, ...]
    real: int

    def __len__(self) -> int:
        return len(self.ends)

    def passage(self, number: int) -> list[str]:
        """The tokens of one passage."""
        start = self.ends[number - 1] if number else 0
        return [self.terms[one] for one in self.tokens[start : self.ends[number]].tolist()]

    def numbers(self) -> Iterator[list[int]]:
        """The terms of every passage, by number."""
        start = 0
        for end in self.ends.tolist():
            yield self.tokens[start:end].tolist()
            start = end

    def spread(self, wanted: int) -> Corpus:
        """So many passages, evenly taken from all of them, in order; the vocabulary stays."""
        if wanted >= len(self):
            return self
        places = np.arange(wanted, dtype=np.int64) * len(self) // wanted
        lengths = np.diff(self.ends, prepend=0)[places]
        ends = np.cumsum(lengths)
        starts = self.ends[places] - lengths
        taken = np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1])
        real = int(np.searchsorted(places, self.real))
        return replace(self, tokens=self.tokens[taken], ends=ends, real=real)

    def frequency(self) -> NDArray[np.int64]:
        """How many passages hold each term."""
        return _frequency(self.tokens, self.ends, len(self.terms))


def read_corpus(documents: Path, scratch: Path) -> Corpus:
    """The passages of a documents table."""
    digest = hashlib.sha256(ANALYSER_VERSION.encode())
    with documents.open("rb") as stream:
        digest.update(hashlib.file_digest(stream, "sha256").digest())
    folder = scratch / f"analysis-{digest.hexdigest()[:16]}"
    if not folder.exists():
        unfinished = folder.with_suffix(".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        analyse_documents(documents, unfinished, Settings(), linked=True)
        unfinished.rename(folder)
    made = Analysis.open(folder)
    terms = tuple(term.decode() for term in made.terms())
    ends = np.cumsum(made.array("lengths"), dtype=np.int64)
    return Corpus(made.array("tokens"), ends, terms, len(ends))


def grown(corpus: Corpus, wanted: int) -> Corpus:
    """So many passages: the real ones, and behind them recombined ones; fewer are taken evenly."""
    more = wanted - len(corpus)
    if more <= 0:
        return corpus.spread(wanted)
    lengths = np.resize(np.diff(corpus.ends, prepend=0), more)
    starts = np.resize(corpus.ends - np.diff(corpus.ends, prepend=0), more)
    new_ends = np.cumsum(lengths)
    tokens = np.empty(int(new_ends[-1]), np.int32)
    _recombine(np.asarray(corpus.tokens), starts, new_ends, SEED, tokens)
    return replace(
        corpus,
        tokens=np.concatenate([corpus.tokens, tokens]),
        ends=np.concatenate([corpus.ends, new_ends + corpus.ends[-1]]),
    )


@numba.njit(cache=False)
def _recombine(source, starts, ends, seed, tokens):  # type: ignore[no-untyped-def]
    """Fill `tokens`: for each passage stretches from around the place where its model starts."""
    state = np.uint64(seed)
    used = 0
    for row in range(len(ends)):
        low = max(starts[row] - AROUND, 0)
        high = min(starts[row] + AROUND, len(source))
        while used < ends[row]:
            state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            place = low + np.int64((state >> np.uint64(33)) % np.uint64(high - low))
            length = min(STRETCH, ends[row] - used, len(source) - place)
            for step in range(length):
                tokens[used + step] = source[place + step]
            used += length


@numba.njit(cache=False)
def _frequency(tokens, ends, terms):  # type: ignore[no-untyped-def]
    found = np.zeros(terms, np.int64)
    last = np.full(terms, -1, np.int64)
    start = 0
    for row in range(len(ends)):
        for place in range(start, ends[row]):
            if last[tokens[place]] != row:
                last[tokens[place]] = row
                found[tokens[place]] += 1
        start = ends[row]
    return found
