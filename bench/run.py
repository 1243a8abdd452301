"""How fast the published snapshot is searched and asked, beside the peers, in one run of under three minutes.

    python -m bench.run [--store FOLDER] [--channel NAME] [--write]

Lexical search is measured by `bench.lexical`: three engines, the same tokens, the same queries, in turns. The rest asks
the questions of data/questions: the embedder, the dense index, the whole search from a question's text to the texts of
twenty documents, and the whole way from a question to its answer or decline, one question at a time in one thread.

Times of search and answer are of the wall clock, after twenty questions that nobody counts. `--write` puts the tables
into docs/performance.md. It does not measure the service over HTTP (`bench.service`), nor how good what is found is
(`isnad eval`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench import lexical
from bench.charts import Bar, bar_chart
from bench.embedder import speed
from bench.fresh import STARTS, starts
from bench.homes import opened_store
from bench.machine import machine
from bench.milliseconds import Milliseconds
from bench.questions import questions
from pipeline.answer import answer
from pipeline.disk.writing import write_whole
from pipeline.evaluate.report import markdown_table
from pipeline.index import Index
from pipeline.index.documents import FILE
from pipeline.snapshot import Store

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
CHART = ROOT / "docs" / "images" / "performance.svg"
TARGET_MS = 30.0  # from a question to its verdict and answer, at the median
PASSAGES = 100_000  # of the lexical comparison, at most
QUERIES = 200
UNCOUNTED = 20
TEXTS = 5_000
FRESH = """
import sys, time
begun = time.perf_counter()
from pathlib import Path
from pipeline.answer import answer
from pipeline.index import Index
ready = time.perf_counter()
index = Index.open(Path(sys.argv[1]))
opened = time.perf_counter()
answer(index, sys.argv[2])
print(ready - begun, opened - ready, time.perf_counter() - opened, flush=True)
"""


@dataclass(frozen=True, slots=True)
class Step:
    """What happens to a question, and how long that takes."""

    name: str
    took: Milliseconds
    questions: int


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds of a fresh process until its first answer, and the parts of it."""

    whole: float
    imports: float
    opening: float
    first_answer: float


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything of one run."""

    snapshot: str
    documents: int
    passages: int
    machine: str
    lexical: str
    encode: tuple[tuple[str, float], ...]  # what, texts a second
    asked: tuple[Step, ...]
    opening_ms: float
    start: Start


def timed(name: str, work: Callable[[str], object], questions: Sequence[str]) -> Step:
    """Each question by itself, after some that nobody counts."""
    for question in questions[:UNCOUNTED]:
        work(question)
    seconds = []
    for question in questions[UNCOUNTED:]:
        begun = time.perf_counter()
        work(question)
        seconds.append(time.perf_counter() - begun)
    return Step(name, Milliseconds.of(seconds), len(seconds))


def steps(index: Index, questions: Sequence[str]) -> list[Step]:
    """What happens to a question, from its parts to the whole."""
    found = []
    encoder, dense = index.encoder, index.dense
    if encoder is not None and dense is not None:
        vectors = dict(zip(questions, encoder.encode(questions), strict=True))
        found += [
            timed("encode one question", lambda question: encoder.encode([question]), questions),
            timed("dense search, k = 100", lambda question: dense.search(vectors[question], 100), questions),
        ]
    return [
        *found,
        timed(
            "hybrid search: text in, 20 documents out",
            lambda question: _documents(index, question),
            questions,
        ),
        timed("question to verdict and answer", lambda question: answer(index, question), questions),
    ]


def _documents(index: Index, question: str) -> list[object]:
    return [index.document(hit.ordinal) for hit in index.search(question, k=20).hits]


def encoding(index: Index) -> tuple[tuple[str, float], ...]:
    """Texts a second, of one thread: verses in each language, words already met."""
    if index.encoder is None:
        return ()
    documents = [index.document(place) for place in range(min(TEXTS, index.counts["documents"]))]
    texts = {
        "Arabic": [one.text_ar for one in documents if one.text_ar],
        "English": [one.text_en for one in documents if one.text_en],
    }
    return tuple((name, speed(index.encoder, some)) for name, some in texts.items() if some)  # type: ignore[arg-type]


def opening(path: Path) -> float:
    """Milliseconds to open a snapshot in a process that has opened one before; the median."""
    spent = []
    for _ in range(STARTS * 4):
        begun = time.perf_counter()
        Index.open(path)
        spent.append(time.perf_counter() - begun)
    return median(spent[1:]) * 1000


def fresh_start(path: Path, question: str) -> Start:
    """A process from its start to its first answer, compiled code and files in the caches; medians."""
    rows = [(spent, *map(float, line.split())) for line, spent in starts(FRESH, str(path), question)]
    return Start(*(median(column) for column in zip(*rows, strict=True)))


def measure(store: Store, channel: str) -> Measured:
    """Everything, on the snapshot that a channel serves."""
    snapshot, path = store.current(channel)
    told = machine("numba", "numpy", "bm25s", "rank-bm25")
    read = questions()
    start = fresh_start(path, read[0])
    index = Index.open(path)
    index.warm()
    asked = steps(index, read)
    tokens = lexical.real(path / FILE, PASSAGES)
    rows = lexical.measure(tokens, 100, QUERIES)
    return Measured(
        snapshot=snapshot,
        documents=index.counts["documents"],
        passages=index.counts["passages"],
        machine=told,
        lexical="\n".join(
            [lexical.described(tokens, 100, "passages of the snapshot"), "", *lexical.table(rows)]
        ),
        encode=encoding(index),
        asked=tuple(asked),
        opening_ms=opening(path),
        start=start,
    )


def page(measured: Measured) -> str:
    """docs/performance.md."""
    whole = measured.asked[-1]
    verdict = "met" if whole.took.p50 <= TARGET_MS else "missed"
    start = measured.start
    lines = [
        "# Performance",
        "",
        "Written by `make bench WRITE=1`; do not edit. Each figure holds for this machine, this load, this snapshot "
        "and this day alone; peers ran in the same run.",
        "",
        f"{measured.machine}.",
        f"Snapshot `{measured.snapshot}`: {measured.documents:,} documents, {measured.passages:,} passages.",
        "",
        "## From a question to its answer",
        "",
        "One question at a time, one thread, wall clock, the questions of `data/questions`. An answer "
        "includes its search.",
        "",
        *markdown_table(
            ["step", "questions", "p50 ms", "p99 ms"],
            [[one.name, str(one.questions), *one.took.cells] for one in measured.asked],
        ),
        "",
        f"The target is an answer within {TARGET_MS:.0f} ms at the median: {verdict}.",
        "",
        "![Milliseconds from a question to its answer](images/performance.svg)",
        "",
        "## Starting",
        "",
        "A fresh process, files and compiled code in the caches of the machine; medians. The first run on a machine "
        "compiles its kernels and takes about half a minute more.",
        "",
        *markdown_table(
            ["what", "time"],
            [
                ["process started to first answer", f"{start.whole:.2f} s"],
                ["– of it imports", f"{start.imports:.2f} s"],
                ["– of it opening the snapshot", f"{start.opening * 1000:.0f} ms"],
                ["– of it the first answer", f"{start.first_answer * 1000:.0f} ms"],
                ["opening it again in one process", f"{measured.opening_ms:.1f} ms"],
            ],
        ),
        "",
        "## Lexical search beside its peers",
        "",
        "Engines take turns over the same lists of tokens; no tokeniser is timed. rank-bm25 answers the first "
        f"{lexical.SLOW_QUERIES} queries of each kind only, keeps nothing on disk, and has another idf.",
        "",
        measured.lexical,
        "",
        "## Embedder",
        "",
        "Documents in the order of reference ids, one thread, CPU time, words already met.",
        "",
        *markdown_table(
            ["texts", "encoded a second"], [[name, f"{rate:,.0f}"] for name, rate in measured.encode]
        ),
        "",
        "## Not measured here",
        "",
        "* The service over HTTP: [performance-service.md](performance-service.md).",
        "* Many questions at once, other machines; larger collections: [performance-full.md](performance-full.md).",
        "* Build times: [starter.md](starter.md).",
    ]
    return "\n".join(lines) + "\n"


def chart(measured: Measured) -> str:
    """The steps of a question as bars: the median, and a line on to the 99th percentile."""
    bars = [
        Bar(one.name, one.took.p50, "{} ms, p99 {}".format(*one.took.cells), until=one.took.p99)
        for one in measured.asked
    ]
    return bar_chart("From a question to its answer: median, and p99", bars)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--store", type=Path, default=ROOT / "data" / "store")
    parser.add_argument("--channel", default="development")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    given = parser.parse_args(arguments)
    measured = measure(opened_store(given.store, given.channel), given.channel)
    print(page(measured))
    if given.write:
        CHART.parent.mkdir(exist_ok=True)
        write_whole(CHART, chart(measured).encode())
        write_whole(PAGE, page(measured).encode())


if __name__ == "__main__":
    main()
