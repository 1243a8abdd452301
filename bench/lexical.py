"""The lexical engine beside rank-bm25 and bm25s: the same tokens, the same queries, in one run, taking turns.

The engines are those of `bench.peers`, and take turns as they do in `bench.large`; no tokeniser is timed. rank-bm25
answers the first queries only, for it takes long. A part of `bench.run`.

The last column says in how many queries the scores of the k best agree with an exhaustive float64 scorer
(to seven digits, as bm25s adds in float32; rank-bm25 has another idf, so its scores are not compared).
"""

from __future__ import annotations

import itertools
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.corpus import Corpus
from bench.large import Seconds, alternate
from bench.peers import Peer, bm25s_numba, isnad, rank_bm25_peer
from pipeline.evaluate.report import markdown_table
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


def real(documents: Path, passages: int) -> Tokens:
    """The tokens of passages of a documents table."""
    from pipeline.index.documents import DocumentStore
    from pipeline.text import analyse, cut

    store = DocumentStore.open(documents)
    found = (passage for document in store for passage in cut(document))
    return [analyse(passage.heading) + analyse(passage.text) for passage in itertools.islice(found, passages)]


def queries(tokens: Tokens, number: int) -> dict[str, Tokens]:
    """Ordinary queries are words in a row of some passage, frequent ones of the hundred most frequent words."""
    chance = random.Random(2)
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
    heads = ["queries", "engine", "p50 ms", "p95 ms", "build s", "disk MB", "k best as exhaustive"]
    return markdown_table(
        heads,
        (
            [
                row.queries,
                row.engine,
                *(f"{ms:.3f}" for ms in (row.p50_ms, row.p95_ms)),
                *(f"{size:.1f}" for size in (row.build_s, row.disk_mb)),
                row.agree,
            ]
            for row in rows
        ),
    )
