"""Hybrid search of a snapshot at its own size: from the text of a question to the texts of twenty documents.

The questions of data/questions, one at a time in one thread, after some that nobody counts; with no filter and with
three. CPU time of the thread and wall clock; the steps are those that the search itself tells.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from bench.sections import Context, Section, Table
from pipeline.evaluate.sets import read_all
from pipeline.index import Index
from pipeline.index.types import Filters
from schemas.errors import ConfigurationError

K = 20
UNCOUNTED = 20
FILTERS = (
    ("no filter", Filters()),
    ("verses only", Filters(kinds=("quran",))),
    ("English only", Filters(languages=("en",))),
    ("hadith and tafsir", Filters(kinds=("hadith", "tafsir"))),
)


def measure(context: Context) -> Section:
    """The section; raises `ConfigurationError` without a snapshot."""
    if context.snapshot is None:
        raise ConfigurationError("hybrid search cannot be measured", expected="a published snapshot")
    index = Index.open(context.snapshot)
    index.warm()
    questions = [one.question for one in read_all()]
    for question in questions[:UNCOUNTED]:
        ask(index, question, Filters())
    questions = questions[UNCOUNTED:][: context.queries]
    rows, steps = [], ()
    for name, filters in FILTERS:
        index.search(questions[0], k=K, filters=filters)  # the mask of a filter is made once
        told = [ask(index, question, filters) for question in questions]
        rows.append(
            (name, *_percentiles([cpu for cpu, _, _ in told]), *_percentiles([wall for _, wall, _ in told]))
        )
        steps = steps or tuple(
            (step, *_percentiles([each[step] for _, _, each in told])) for step in told[0][2]
        )
    counts = index.counts
    told_of = (
        f"{counts['documents']:,} documents, {counts['passages']:,} passages; {len(questions)} questions of "
        f"data/questions; text in, the texts of {K} documents out.",
    )
    heads = ("search", "CPU p50 ms", "CPU p99 ms", "wall p50 ms", "wall p99 ms")
    return Section(
        "Hybrid search",
        told_of,
        (
            Table("One thread.", heads, tuple(rows)),
            Table("Its steps, without a filter; wall clock.", ("step", "p50 ms", "p99 ms"), steps),
        ),
    )


def ask(index: Index, question: str, filters: Filters) -> tuple[float, float, dict[str, float]]:
    """Seconds of the thread, seconds of the clock, and seconds by step of one search."""
    wall, cpu = time.perf_counter(), time.thread_time()
    result = index.search(question, k=K, filters=filters)
    for hit in result.hits:
        index.document(hit.ordinal)
    return time.thread_time() - cpu, time.perf_counter() - wall, result.timings


def _percentiles(seconds: Sequence[float]) -> tuple[str, str]:
    p50, p99 = np.percentile(np.array(seconds) * 1000, [50, 99])
    return f"{p50:.2f}", f"{p99:.2f}"
