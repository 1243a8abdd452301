"""Our engine beside its peers, on a corpus that is invented here."""

from __future__ import annotations

import random

from bench.lexical import measure, table


def test_every_engine_is_asked_every_kind_of_query_and_ours_agrees_with_the_exhaustive_scorer() -> None:
    chance = random.Random(1)
    words = [f"w{number}" for number in range(400)]
    weights = [1 / (number + 1) for number in range(400)]
    tokens = [chance.choices(words, weights, k=chance.randint(8, 60)) for _ in range(300)]
    rows = measure(tokens, 5, 4)
    assert [(row.queries, row.engine, row.agree) for row in rows] == [
        (kind, *found)
        for kind in ("ordinary", "frequent")
        for found in (("isnad", "4/4"), ("bm25s + numba", "4/4"), ("rank-bm25", "-"))
    ]
    assert all(row.build_s > 0 for row in rows)
    assert len(table(rows)) == 2 + len(rows)
