"""The lexical part of the large benchmark: every engine over the same passages, the same queries, in turns.

Ordinary queries are the questions of data/questions, and words in a row of passages that a generator picks; frequent
ones are of the hundred most frequent words, two to five each. A query is timed by the thread's CPU clock, engines in
another order for each turn, after a round that nobody counts. A turn is one query, so that each engine finds in the
processor's cache what the others left there, and then a hundred, so that it finds its own data. Before anything is
timed, our ranking is held against an exhaustive scorer in float64, passage by passage and bit by bit.
"""

from __future__ import annotations

import math
import random
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np
from numpy.typing import NDArray

from bench.corpus import Corpus, grown, read_corpus
from bench.fresh import starts
from bench.milliseconds import Milliseconds
from bench.peers import Peer, Search, build_isnad, engines, folder_mb, load_pisa
from bench.sections import Chart, Context, Line, Section, Table
from pipeline.evaluate.sets import read_all
from pipeline.index.lexical import LexicalIndex, Parameters
from pipeline.text import analyse_query
from schemas.errors import BuildError

CUTS = (10, 100, 1000)
FREQUENT = 100
CHECKED = 2_000  # queries held against the exhaustive scorer
UNCOUNTED = 10
TURNS = (1, 100)  # queries that an engine answers in a row
SIZES = (10_000, 30_000, 100_000, 300_000, 1_200_000)
GROWTH_QUERIES = 100
FRESH = """
import sys
from pathlib import Path
from pipeline.index.lexical import LexicalIndex
print(len(LexicalIndex.open(Path(sys.argv[1])).search(sys.argv[2:], 10)), flush=True)
"""
Queries = list[list[str]]
Seconds = dict[str, list[float]]


def ordinary(corpus: Corpus, wanted: int, seed: int = 2) -> Queries:
    """Half of them questions, as far as there are, and half words in a row of real passages."""
    asked = [list(dict.fromkeys(analyse_query(one.question))) for one in read_all()]
    chance = random.Random(seed)
    found = chance.sample([one for one in asked if one], min(wanted // 2, len(asked)))
    while len(found) < wanted:
        passage = corpus.passage(chance.randrange(corpus.real))
        length = chance.randint(2, 8)
        if len(passage) > length:
            start = chance.randrange(len(passage) - length)
            found.append(list(dict.fromkeys(passage[start : start + length])))
    chance.shuffle(found)
    return found


def frequent(corpus: Corpus, frequency: NDArray[np.int64], wanted: int = FREQUENT) -> Queries:
    """Queries of the hundred most frequent words."""
    top = [corpus.terms[one] for one in np.argsort(-frequency, kind="stable")[:100].tolist()]
    chance = random.Random(3)
    return [chance.sample(top, min(len(top), chance.randint(2, 5))) for _ in range(wanted)]


class Exhaustive:
    """BM25 over all passages in float64, from the tokens alone: shares no code and no file with the index.

    Terms are added in the byte order of their UTF-8; ties go to the smaller passage.
    """

    def __init__(self, corpus: Corpus, frequency: NDArray[np.int64]) -> None:
        made = Parameters()
        lengths = np.diff(corpus.ends, prepend=0)
        total, self.count = int(lengths.sum()), len(lengths)
        self.norms = made.k1 * (1 - made.b) + (made.k1 * made.b / (total / self.count)) * lengths
        self.numbers = {term: number for number, term in enumerate(corpus.terms)}
        self.starts = np.concatenate([[0], np.cumsum(frequency)])
        self.passages, self.counts = _postings(corpus.tokens, corpus.ends, self.starts)

    def best(
        self, query: Sequence[str], k: int, weights: Sequence[float] | None = None
    ) -> tuple[NDArray, NDArray]:
        """Passages and scores of the k best."""
        scores = np.zeros(self.count)
        given = dict(zip(query, weights or [1.0] * len(query), strict=True))
        for term in sorted(given, key=str.encode):
            number = self.numbers.get(term, -1)
            first, last = (self.starts[number], self.starts[number + 1]) if number >= 0 else (0, 0)
            df = int(last - first)
            if df:
                idf = math.log(1 + (self.count - df + 0.5) / (df + 0.5))
                held, tf = self.passages[first:last], self.counts[first:last].astype(np.float64)
                scores[held] += (given[term] * idf) * (tf / (tf + self.norms[held]))
        least = np.partition(scores, -k)[-k] if k < self.count else 0.0
        kept = np.flatnonzero((scores >= least) & (scores > 0))
        order = kept[np.argsort(-scores[kept], kind="stable")[:k]]
        return order, scores[order]


@numba.njit(cache=False)
def _postings(tokens, ends, starts):  # type: ignore[no-untyped-def]
    """Passages and counts, term by term."""
    passages = np.empty(starts[-1], np.int32)
    counts = np.zeros(starts[-1], np.int32)
    following = starts[:-1].copy()
    begun = 0
    for row in range(len(ends)):
        for place in range(begun, ends[row]):
            term = tokens[place]
            last = following[term] - 1
            if last >= starts[term] and passages[last] == row:
                counts[last] += 1
            else:
                passages[last + 1] = row
                counts[last + 1] = 1
                following[term] += 1
        begun = ends[row]
    return passages, counts


def agreement(index: LexicalIndex, exact: Exhaustive, queries: Queries) -> dict[int, int]:
    """In how many queries the index gives the passages of the exhaustive scorer, in its order, with its bits.

    Every other query has words of weight one half, as the glossary adds them.
    """
    same = dict.fromkeys(CUTS, 0)
    for place, query in enumerate(queries):
        weights = [0.5 if place % 2 and word % 2 else 1.0 for word in range(len(query))]
        passages, scores = exact.best(query, max(CUTS), weights)
        for k in CUTS:
            found = index.search(query, k, weights=weights)
            same[k] += bool(np.array_equal(found[0], passages[:k]) and np.array_equal(found[1], scores[:k]))
    return same


def alternate(searches: Mapping[str, Search], asked: Queries, k: int, turn: int = 1) -> Seconds:
    """Thread CPU seconds of each engine for each query, `turn` queries in a row; whoever begins changes with the turn.

    In a turn of several an engine answers some before that nobody counts.
    """
    names = list(searches)
    for name in names:
        for query in asked[:UNCOUNTED]:
            searches[name](query, k)
    spent: Seconds = {name: [] for name in names}
    for number, start in enumerate(range(0, len(asked), turn)):
        queries, first = asked[start : start + turn], number % len(names)
        for name in names[first:] + names[:first]:
            for query in queries[:UNCOUNTED] if turn > 1 else ():
                searches[name](query, k)
            for query in queries:
                begun = time.thread_time()
                searches[name](query, k)
                spent[name].append(time.thread_time() - begun)
    return spent


Speeds = dict[tuple[str, int], dict[str, Milliseconds]]  # (kind of query, k) -> engine -> speed


def speeds(built: Sequence[Peer], asked: Mapping[str, Queries], turn: int) -> Speeds:
    """Every engine and variant on every kind of query, at every k."""
    searches: dict[str, Search] = {}
    for peer in built:
        searches[peer.name] = peer.search
        searches |= peer.variants
    return {
        (kind, k): {
            name: Milliseconds.of(spent) for name, spent in alternate(searches, queries, k, turn).items()
        }
        for kind, queries in asked.items()
        for k in CUTS
    }


def fresh_start(index: Path, query: Sequence[str]) -> float:
    """Seconds from the start of Python to the first lexical answer, compiled code in the cache; the median."""
    return float(np.median([spent for _, spent in starts(FRESH, str(index), *query)]))


@dataclass(frozen=True, slots=True)
class Grown:
    """Our engine on a collection of one size."""

    passages: int
    build_s: float
    disk_mb: float
    p50: float


def growth(corpus: Corpus, folder: Path, sizes: Sequence[int]) -> Iterator[Grown]:
    """Our engine on ever larger parts of a collection, evenly taken."""
    for size in sizes:
        part = corpus.spread(size)
        place = folder / f"growth-{size}"
        took = build_isnad(part, place)
        index = LexicalIndex.open(place)
        spent = alternate({"isnad": index.search}, ordinary(part, GROWTH_QUERIES), 100)
        yield Grown(len(part), took, folder_mb(place), Milliseconds.of(spent["isnad"]).p50)


def measure(context: Context) -> Section:
    """The section of lexical search."""
    corpus = grown(read_corpus(context.documents, context.scratch), context.passages)
    counted = corpus.frequency()
    asked = {"ordinary": ordinary(corpus, context.queries), "frequent": frequent(corpus, counted)}
    with tempfile.TemporaryDirectory(dir=context.scratch) as scratch:
        folder = Path(scratch)
        built = list(engines(corpus, folder, context.peers))
        many = ordinary(corpus, CHECKED, seed=5)
        same = agreement(LexicalIndex.open(folder / "isnad"), Exhaustive(corpus, counted), many)
        _check(same, len(many))
        measured = {turn: speeds(built, asked, turn) for turn in TURNS}
        start = fresh_start(folder / "isnad", asked["ordinary"][0])
        larger = tuple(growth(corpus, folder, [size for size in SIZES if size < len(corpus)] + [len(corpus)]))
    return section(corpus, int(counted.sum()), built, measured, same, len(many), start, larger, context)


def _check(same: Mapping[int, int], checked: int) -> None:
    """What is fast and wrong has no figures."""
    if any(agreed < checked for agreed in same.values()):
        raise BuildError(
            "the ranking of our index is not that of the exhaustive scorer",
            expected=f"the same for {checked:,} queries",
            found=", ".join(f"{agreed:,} at k = {k:,}" for k, agreed in same.items()),
        )


def section(
    corpus: Corpus, postings: int, built: Sequence[Peer], measured: Mapping[int, Speeds], same: Mapping[int, int],
    checked: int, start: float, larger: Sequence[Grown], context: Context,
) -> Section:  # fmt: skip
    """What was measured, in words, tables and plots."""
    recombined = len(corpus) - corpus.real
    data = (
        f"{len(corpus):,} passages, {int(corpus.ends[-1]):,} tokens, {postings:,} postings, "
        f"{len(corpus.terms):,} terms. {corpus.real:,} passages are real"
        + (f"; {recombined:,} are recombined from stretches of these, only to be many." if recombined else ".")
    )  # fmt: skip
    agreed = ", ".join(f"{same[k]:,} at k = {k:,}" for k in same)
    left_out = () if load_pisa(context.peers) else ("PISA: not installed (`make bench-full` fetches it).",)
    return Section(
        title="Lexical search beside its peers",
        told=(
            data,
            f"Of {checked:,} queries, half with words of weight one half, our ranking has the passages, the order and "
            f"the bits of an exhaustive float64 scorer in {agreed}. tantivy keeps to its own k1 and b and rounds "
            "lengths; PISA rounds weights to 8 bits; bm25s adds in float32.",
            "Engines take turns, one thread, thread CPU time; p50 / p99 in milliseconds. Where a turn is one query, an "
            "engine finds in the processor's cache what the others left there; in a hundred in a row, its own data.",
            f"A fresh process opens our index and answers its first query after {start:.2f} s.",
        ),
        tables=(
            *(table(turn, told) for turn, told in measured.items() for table in (_speeds, _ratios)),
            _sizes(built),
            _grown(larger),
        ),
        charts=(_bars(measured[1]), *_curves(larger)),
        left_out=(
            *left_out,
            "rank-bm25 at this size: some seconds a query; [performance.md](performance.md) has it on the starter.",
        ),
    )


def _turns(turn: int) -> str:
    return "in turns of one query" if turn == 1 else f"in turns of {turn} queries"


def _speeds(turn: int, measured: Speeds) -> Table:
    heads = ("engine", *(f"{kind}, k = {k:,}" for kind, k in measured))
    names = list(next(iter(measured.values())))
    rows = tuple((name, *(str(cell[name]) for cell in measured.values())) for name in names)
    return Table(f"Milliseconds of a query, {_turns(turn)}, p50 / p99:", heads, rows)


def _ratios(turn: int, measured: Speeds) -> Table:
    heads = ("times as long as ours (p50)", *(f"{kind}, k = {k:,}" for kind, k in measured))
    names = [name for name in next(iter(measured.values())) if name != "isnad"]
    rows = tuple(
        (name, *(f"{cell[name].p50 / cell['isnad'].p50:.1f}" for cell in measured.values())) for name in names
    )
    return Table(f"The same as ratios, {_turns(turn)}:", heads, rows)


def _sizes(built: Sequence[Peer]) -> Table:
    told = (
        "From tokens that are there already to an index on disk, CPU seconds of all threads, and its size. Lists of "
        "words or texts are handed to the peers ready-made; what they read of them is part of their work:"
    )
    rows = tuple((one.name, one.version, f"{one.build_s:.1f}", f"{one.disk_mb:.0f}") for one in built)
    return Table(told, ("engine", "version", "build s", "MB"), rows)


def _grown(larger: Sequence[Grown]) -> Table:
    rows = tuple(
        (f"{one.passages:,}", f"{one.build_s:.2f}", f"{one.disk_mb:.1f}", f"{one.p50:.3f}") for one in larger
    )
    return Table("Ours as the collection grows:", ("passages", "build s", "MB", "p50 ms, k = 100"), rows)


def _bars(measured: Speeds) -> Chart:
    names = list(next(iter(measured.values())))
    places = tuple(float(place) for place in range(len(measured)))
    lines = tuple(Line(name, places, tuple(cell[name].p50 for cell in measured.values())) for name in names)
    ticks = tuple(f"{kind}\nk = {k}" for kind, k in measured)
    return Chart("full-lexical", "Lexical search, median of a query", "", "ms", lines, "bar", ticks, "y")


def _curves(larger: Sequence[Grown]) -> Iterator[Chart]:
    x = tuple(float(one.passages) for one in larger)
    for file, title, up, y in (
        ("full-lexical-time", "A lexical query as the collection grows", "ms", [one.p50 for one in larger]),
        (
            "full-lexical-size",
            "The lexical index as the collection grows",
            "MB",
            [one.disk_mb for one in larger],
        ),
    ):
        linear = tuple(y[-1] * size / x[-1] for size in x)
        lines = (Line("isnad", x, tuple(y)), Line("linear", x, linear))
        yield Chart(file, title, "passages", up, lines, log="xy")
