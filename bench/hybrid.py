"""Hybrid search of a snapshot at its own size: from the text of a question to the texts of twenty documents.

The questions of data/questions, one at a time, after some that nobody counts; with no filter, with three, and with what
an answer may need at once. The first questions after an index is opened read parts of its files that nobody has read
yet: they have a row of their own, where any are left for it, and are none of those that are asked afterwards. CPU time
of the process, for a search uses a second thread where a processor is spare, and wall clock; the steps are those that a
search itself tells.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence

from bench.milliseconds import Milliseconds
from bench.questions import counted, questions
from bench.sections import Context, Section, Table
from pipeline.index import Index
from pipeline.index.beside import spare
from pipeline.index.types import Filters
from schemas.errors import ConfigurationError

K = 20
Asked = tuple[tuple[int, Filters], ...]
Told = tuple[float, float, dict[str, float]]  # see `ask`
UNCOUNTED = 20
PLAIN: Asked = ((K, Filters()),)
SEARCHES: tuple[tuple[str, Asked], ...] = (
    ("no filter", PLAIN),
    ("verses only", ((K, Filters(kinds=("quran",))),)),
    ("English only", ((K, Filters(languages=("en",))),)),
    ("hadith and tafsir", ((K, Filters(kinds=("hadith", "tafsir"))),)),
    (
        "three at once: no filter, verses and tafsir, verses and fatwas",
        (
            (K, Filters()),
            (K // 2, Filters(kinds=("quran", "tafsir"))),
            (K // 2, Filters(kinds=("quran", "fatwa"))),
        ),
    ),
)


def measure(context: Context) -> Section:
    """The section; raises `ConfigurationError` without a snapshot."""
    if context.snapshot is None:
        raise ConfigurationError("hybrid search cannot be measured", expected="a published snapshot")
    index = Index.open(context.snapshot)
    index.warm()
    gc.collect()
    gc.freeze()  # what other parts of the benchmark hold is not looked through in the middle of a search
    asked_of = questions()
    first, rest = asked_of[:UNCOUNTED], asked_of[UNCOUNTED:]
    read, others = rest[: context.queries], rest[context.queries :]
    for question in first:
        ask(index, question, PLAIN)
    early = [ask(index, question, PLAIN) for question in others]
    opened = f"no filter, an index just opened: {len(others):,} other questions, asked first"
    rows = [_row(opened, early)] if early else []
    steps: tuple[tuple[str, ...], ...] = ()
    for name, asked in SEARCHES:
        index.searches(read[0], asked)  # the mask of a filter is made once
        told = [ask(index, question, asked) for question in read]
        rows.append(_row(name, told))
        steps = steps or tuple(
            (step, *Milliseconds.of([each[step] for _, _, each in told]).cells) for step in told[0][2]
        )
    counts = index.counts
    told_of = (
        f"{counts['documents']:,} documents, {counts['passages']:,} passages; {counted(read)}; "
        f"text in, the texts of {K} documents out. {spare() + 1} processors may help.",
    )
    heads = ("search", "CPU p50 ms", "CPU p99 ms", "wall p50 ms", "wall p99 ms")
    return Section(
        "Hybrid search",
        told_of,
        (
            Table("One question at a time.", heads, tuple(rows)),
            Table("Its steps, without a filter; wall clock.", ("step", "p50 ms", "p99 ms"), steps),
        ),
    )


def _row(name: str, told: Sequence[Told]) -> tuple[str, ...]:
    """The cells of some searches."""
    cpu, wall, _ = zip(*told, strict=True)
    return (name, *Milliseconds.of(cpu).cells, *Milliseconds.of(wall).cells)


def ask(index: Index, question: str, asked: Asked) -> Told:
    """Seconds of the process, seconds of the clock, and seconds by step of the searches of a question."""
    wall, cpu = time.perf_counter(), time.process_time()
    results = index.searches(question, asked)
    for ordinal in list(dict.fromkeys(hit.ordinal for result in results for hit in result.hits))[:K]:
        index.document(ordinal)
    return time.process_time() - cpu, time.perf_counter() - wall, results[0].timings
