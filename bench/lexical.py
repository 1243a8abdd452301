"""The lexical engine beside rank-bm25 and bm25s: the same tokens, the same queries, in one run, taking turns.

    python -m bench.lexical [--documents documents.arrow] [--passages N] [--queries N] [--k K]

Without `--documents`, words are drawn by Zipf's law from a seeded generator; such a corpus has the
frequencies of a language and none of its meaning, so only times can be read from it. The engines are those of
`bench.peers`, and take turns as they do in `bench.large`; no tokeniser is timed. rank-bm25 answers the first queries
only, for it takes long.

The last column says in how many queries the scores of the k best agree with an exhaustive float64 scorer
(to seven digits, as bm25s adds in float32; rank-bm25 has another idf, so its scores are not compared).
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.corpus import Corpus
from bench.large import Seconds, alternate
from bench.machine import machine
from bench.peers import Peer, bm25s_numba, isnad, rank_bm25_peer
from pipeline.index.lexical import LexicalIndex

Tokens = list[list[str]]
SLOW_QUERIES = 25


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


def numbered(tokens: Tokens) -> Corpus:
    """The same passages, as numbers of terms in the order of their first occurrence."""
    numbers: dict[str, int] = {}
    flat = [numbers.setdefault(token, len(numbers)) for passage in tokens for token in passage]
    ends = np.cumsum([len(passage) for passage in tokens], dtype=np.int64)
    return Corpus(np.array(flat, np.int32), ends, tuple(numbers), len(tokens))


def measure(tokens: Tokens, k: int, number: int) -> list[Row]:
    """Build every engine, time every query on each of them, compare what they find."""
    k = min(k, len(tokens))
    corpus, rows = numbered(tokens), []
    with tempfile.TemporaryDirectory() as folder:
        built = [build(corpus, Path(folder)) for build in (isnad, bm25s_numba, rank_bm25_peer)]
        exact = LexicalIndex.open(Path(folder) / "isnad")
        for kind, of_kind in queries(tokens, number).items():
            times = _spent(built, of_kind, k)
            for peer in built:
                p50, p95 = np.percentile(np.array(times[peer.name]) * 1000, [50, 95])
                agree = _agreement(peer, exact, of_kind, k)
                rows.append(Row(peer.name, kind, p50, p95, peer.build_s, peer.disk_mb, agree))
    return rows


def _spent(built: Sequence[Peer], asked: Tokens, k: int) -> Seconds:
    """Seconds of each engine for each query; slow ones answer the first queries alone."""
    times = alternate({peer.name: peer.search for peer in built}, asked[:SLOW_QUERIES], k)
    fast = {peer.name: peer.search for peer in built if not peer.slow}
    for name, more in alternate(fast, asked[SLOW_QUERIES:], k).items():
        times[name] += more
    return times


def _agreement(peer: Peer, exact: LexicalIndex, asked: Tokens, k: int) -> str:
    """How many queries have the same k best scores as all passages scored one by one."""
    if peer.scores is None:
        return "-"
    same = 0
    for query in asked:
        wanted = np.sort(exact.score(query, range(exact.count)))[::-1][:k]
        scores = peer.scores(peer.search(query, k))
        full = np.zeros(len(wanted))
        full[: len(scores)] = scores
        same += bool(np.allclose(full, wanted, rtol=1e-6, atol=1e-6))
    return f"{same}/{len(asked)}"


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
