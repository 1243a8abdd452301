"""The lexical engine beside rank-bm25 and bm25s: the same tokens, the same queries, in one run, taking turns.

    python -m bench.lexical [--documents documents.arrow] [--passages N] [--queries N] [--k K]

Without `--documents`, words are drawn by Zipf's law from a seeded generator; such a corpus has the
frequencies of a language and none of its meaning, so only times can be read from it. Every engine gets
lists of tokens, so no tokeniser is timed. A query is timed by the thread's CPU clock, engines in another
order for each query, after a round that nobody counts. rank-bm25 answers the first queries only, for it
takes long.

The last column says in how many queries the scores of the k best agree with an exhaustive float64 scorer
(to seven digits, as bm25s adds in float32; rank-bm25 has another idf, so its scores are not compared).
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.machine import machine
from pipeline.index.lexical import LexicalIndex, Parameters, build_lexical

Tokens = list[list[str]]
Search = Callable[[list[str], int], NDArray[np.float64]]  # query, k -> scores of the best, descending
SLOW_QUERIES = 25


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine, built."""

    name: str
    build_s: float
    disk_mb: float
    search: Search
    queries: int
    comparable: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one engine on one kind of query."""

    engine: str
    queries: str
    p50_ms: float
    p95_ms: float
    build_s: float
    disk_mb: float
    agree: str


def invented(passages: int, seed: int = 1) -> Tokens:
    """Passages of words drawn by Zipf's law."""
    chance = np.random.default_rng(seed)
    lengths = chance.integers(10, 160, passages)
    words = chance.zipf(1.15, int(lengths.sum())) % 200_000
    ends = np.cumsum(lengths)
    return [[f"w{word}" for word in part.tolist()] for part in np.split(words, ends[:-1])]


def real(documents: Path, passages: int) -> Tokens:
    """The tokens of passages of a documents table."""
    from pipeline.index.documents import DocumentStore
    from pipeline.text import analyse, cut

    store = DocumentStore.open(documents)
    found = (passage for document in store for passage in cut(document))
    return [analyse(passage.heading) + analyse(passage.text) for passage in itertools.islice(found, passages)]


def queries(tokens: Tokens, number: int, seed: int = 2) -> dict[str, Tokens]:
    """Ordinary queries are words in a row of some passage, frequent ones of the hundred most frequent words."""
    chance = random.Random(seed)
    long = [passage for passage in tokens if len(passage) >= 8]
    counted: dict[str, int] = {}
    for passage in tokens:
        for token in set(passage):
            counted[token] = counted.get(token, 0) + 1
    frequent = sorted(counted, key=lambda token: (-counted[token], token))[:100]
    return {
        "ordinary": [list(dict.fromkeys(_some(chance, long))) for _ in range(number)],
        "frequent": [
            chance.sample(frequent, min(len(frequent), chance.randint(2, 5))) for _ in range(number)
        ],
    }


def _some(chance: random.Random, passages: Tokens) -> list[str]:
    passage, length = chance.choice(passages), chance.randint(2, 8)
    start = chance.randrange(len(passage) - length + 1)
    return passage[start : start + length]


def engines(tokens: Tokens, folder: Path, number: int) -> Iterator[Engine]:
    """Every engine over the same tokens, with the same parameters."""
    parameters = Parameters()
    build_lexical(tokens[:100], folder / "warm")
    start = time.process_time()
    build_lexical(tokens, folder / "isnad", k1=parameters.k1, b=parameters.b)
    took = time.process_time() - start
    index = LexicalIndex.open(folder / "isnad")
    index.warm()
    yield Engine("isnad", took, size(folder / "isnad"), lambda query, k: index.search(query, k)[1], number)
    yield _bm25s(tokens, folder / "bm25s", parameters, number)
    yield _rank_bm25(tokens, parameters, min(number, SLOW_QUERIES))


def _bm25s(tokens: Tokens, folder: Path, parameters: Parameters, number: int) -> Engine:
    import bm25s

    start = time.process_time()
    peer = bm25s.BM25(k1=parameters.k1, b=parameters.b, method="lucene", backend="numba")
    peer.index(tokens, show_progress=False)
    took = time.process_time() - start
    peer.save(str(folder))
    peer.activate_numba_scorer()

    def search(query: list[str], k: int) -> NDArray[np.float64]:
        known = [token for token in query if token in peer.vocab_dict]
        found = peer.retrieve([known], k=k, show_progress=False, n_threads=0, backend_selection="numba")
        return np.asarray(found.scores[0], np.float64)

    return Engine("bm25s + numba", took, size(folder), search, number)


def _rank_bm25(tokens: Tokens, parameters: Parameters, number: int) -> Engine:
    from rank_bm25 import BM25Okapi

    start = time.process_time()
    peer = BM25Okapi(tokens, k1=parameters.k1, b=parameters.b)
    took = time.process_time() - start

    def search(query: list[str], k: int) -> NDArray[np.float64]:
        scores = peer.get_scores(query)
        return np.sort(scores[np.argpartition(scores, -k)[-k:]])[::-1]

    return Engine("rank-bm25", took, 0.0, search, number, comparable=False)


def measure(tokens: Tokens, k: int, number: int) -> list[Row]:
    """Build every engine, time every query on each of them, compare what they find."""
    k = min(k, len(tokens))
    asked = queries(tokens, number)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        built = list(engines(tokens, Path(folder), number))
        exact = LexicalIndex.open(Path(folder) / "isnad")
        for kind, of_kind in asked.items():
            times = _alternate(built, of_kind, k)
            for engine in built:
                spent = np.array(times[engine.name]) * 1000
                p50, p95 = np.percentile(spent, [50, 95])
                agree = _agreement(engine, exact, of_kind[: engine.queries], k)
                rows.append(Row(engine.name, kind, p50, p95, engine.build_s, engine.disk_mb, agree))
    return rows


def _alternate(built: Sequence[Engine], asked: Tokens, k: int) -> dict[str, list[float]]:
    """Seconds of each engine for each query; whoever begins changes with the query."""
    times: dict[str, list[float]] = {engine.name: [] for engine in built}
    for engine in built:
        for query in asked[: min(10, engine.queries)]:
            engine.search(query, k)
    for place, query in enumerate(asked):
        turn = place % len(built)
        for engine in [*built[turn:], *built[:turn]]:
            if place < engine.queries:
                start = time.thread_time()
                engine.search(query, k)
                times[engine.name].append(time.thread_time() - start)
    return times


def _agreement(engine: Engine, exact: LexicalIndex, asked: Tokens, k: int) -> str:
    """How many queries have the same k best scores as all passages scored one by one."""
    if not engine.comparable:
        return "-"
    same = 0
    for query in asked:
        wanted = np.sort(exact.score(query, range(exact.count)))[::-1][:k]
        scores = engine.search(query, k)
        full = np.zeros(len(wanted))
        full[: len(scores)] = scores
        same += bool(np.allclose(full, wanted, rtol=1e-6, atol=1e-6))
    return f"{same}/{len(asked)}"


def size(folder: Path) -> float:
    """Megabytes of the files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def described(tokens: Tokens, k: int, what: str) -> str:
    """What was searched, and how it was timed."""
    words = sum(map(len, tokens))
    return f"{what}: {len(tokens):,} passages, {words:,} tokens; k = {k}; CPU time of one thread"


def table(rows: Sequence[Row]) -> list[str]:
    """The measurements as the lines of a Markdown table."""
    return [
        "| queries | engine | p50 ms | p95 ms | build s | disk MB | k best as exhaustive |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {row.queries} | {row.engine} | {row.p50_ms:.3f} | {row.p95_ms:.3f} | {row.build_s:.1f} "
            f"| {row.disk_mb:.1f} | {row.agree} |"
            for row in rows
        ),
    ]


def render(rows: Sequence[Row], tokens: Tokens, k: int, what: str) -> str:
    """The machine, what was searched, and the table."""
    told = machine("numba", "numpy", "bm25s", "rank-bm25")
    return "\n".join([told, described(tokens, k, what), "", *table(rows)])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=Path, help="a documents table (Arrow); invented words without it")
    parser.add_argument("--passages", type=int, default=30_000)
    parser.add_argument("--queries", type=int, default=200, help="of each kind")
    parser.add_argument("--k", type=int, default=100)
    given = parser.parse_args(arguments)
    tokens = real(given.documents, given.passages) if given.documents else invented(given.passages)
    what = "real passages" if given.documents else "invented words"
    print(render(measure(tokens, given.k, given.queries), tokens, given.k, what))


if __name__ == "__main__":
    main()
