"""Dense search at full size, beside what FAISS offers, on the vectors of a snapshot.

Vectors are those of the snapshot's passages, in their order; where the largest collection needs more, they are
repeated with noise on every component, which is stated. All engines get the same vectors and the same questions, one
question at a time, one thread, in turns for each question; CPU time of the thread.

Recall is against exact scores: of several passages with the tenth best score any is right. A peer that keeps 8 bits
keeps the vectors' own, without loss. Of a peer that can be told how far to search, every setting of a grid is tried on
some of the questions, which are left out of the figures; the quickest that finds what ours finds is compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from bench.milliseconds import Milliseconds
from bench.questions import counted, questions
from bench.sections import Context, Section, Table
from pipeline.index import Index
from pipeline.index.dense import DenseIndex, build_dense
from pipeline.index.dense.vectors import BIAS
from schemas.errors import ConfigurationError

K = 100
TOP = 10
NOISE = 5.0  # standard deviation, in the units of int8
CHUNK = 1 << 16
UNCOUNTED = 5
TUNED = 4  # of so many questions one chooses the settings
SLACK = 0.001  # of recall, by which a setting may fall behind ours
Grid = Mapping[str, tuple[int, ...]]
BITS = "SQ8_direct_signed"  # the vectors as they are
# peers by name: FAISS's factory, and what says how far to search
PEERS: tuple[tuple[str, str, Grid], ...] = (
    ("FAISS exact float32 (`Flat`)", "Flat", {}),
    (f"FAISS 8 bits (`{BITS}`)", BITS, {}),
    (
        "FAISS `PQ64x4fs`, refined by 8 bits",
        f"PQ{{parts}}x4fs,Refine({BITS})",
        {"k_factor_rf": (5, 10, 20, 40, 80)},
    ),
    ("FAISS `IVF1024`, 8 bits", f"IVF1024,{BITS}", {"nprobe": (8, 16, 32, 64, 128, 256, 512)}),
    (
        "FAISS `IVF1024,PQ64x4fs`, refined by 8 bits",
        f"IVF1024,PQ{{parts}}x4fs,Refine({BITS})",
        {"nprobe": (16, 32, 64, 128, 256, 512), "k_factor_rf": (5, 10, 20, 40, 80)},
    ),
)
Search = Callable[[NDArray[np.int8]], NDArray[np.integer]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's vector, and the exact score of its tenth best."""

    vector: NDArray[np.int8]
    least: int


@dataclass(frozen=True, slots=True)
class Engine:
    """Something that finds the nearest ordinals, best first."""

    name: str
    search: Search
    seconds: float  # to build
    megabytes: float


def measure(context: Context) -> Section:
    """The section; raises `ConfigurationError` without a snapshot that has vectors."""
    index = Index.open(context.snapshot) if context.snapshot else None
    if index is None or index.dense is None or index.encoder is None:
        raise ConfigurationError(
            "dense search cannot be measured", expected="a published snapshot with an embedder"
        )
    own = (index.dense.codes ^ BIAS).view(np.int8)
    vectors = grown(own, context.passages)
    read = questions()[: context.queries]
    known = [judged(vectors, vector) for vector in index.encoder.encode(read) if vector.any()]
    tuning, asked = known[::TUNED], [one for place, one in enumerate(known) if place % TUNED]
    faiss.omp_set_num_threads(1)
    own_engine = ours(vectors, context.scratch / "dense")
    wanted = tried(vectors, own_engine.search, tuning)[0] - SLACK
    engines = [own_engine, *(peer(vectors, *one, tuning, wanted) for one in PEERS)]
    times, right = compared(vectors, engines, asked)
    by_itself = {engine.name: alone(engine, asked) for engine in engines}
    rows = tuple(
        (
            engine.name,
            *Milliseconds.of(times[engine.name]).cells,
            *Milliseconds.of(by_itself[engine.name]).cells,
            f"{right[engine.name] / (TOP * len(asked)):.4f}",
            f"{engine.seconds:.1f}",
            f"{engine.megabytes:.0f}",
        )
        for engine in engines
    )
    told = (
        f"{len(vectors):,} vectors of {vectors.shape[1]} components: {min(len(own), len(vectors)):,} of the snapshot's "
        f"passages" + (", the rest the same again with noise." if len(vectors) > len(own) else "."),
        f"{counted(read)}, k = {K}; recall of the exact ten best, of equals any. Isnad gives exact integer "
        "scores in a stated order; its size counts the vectors and their signs.",
        f"How far a peer searches: the quickest setting of a grid that finds as many as ours, or {SLACK} of them less, "
        f"on one question of {TUNED}, which are not counted below; where none does, the one that finds most.",
        "In turns, each search finds in the processor's cache what the other engines left there, and the largest reads "
        "over a gigabyte; alone, an engine finds its own data.",
    )
    heads = ("engine", "in turns p50 ms", "p99 ms", "alone p50 ms", "p99 ms", "recall@10", "build s", "MB")
    return Section("Dense search", told, (Table("CPU time of one thread.", heads, rows),))


def grown(vectors: NDArray[np.int8], count: int) -> NDArray[np.int8]:
    """At least `count` vectors: these, then these again with noise, whole or cut at `count`."""
    generator = np.random.default_rng(1)
    parts = [vectors]
    while (rest := count - sum(map(len, parts))) > 0:
        part = vectors[:rest]
        noise = np.rint(generator.normal(0, NOISE, part.shape)).astype(np.int16)
        parts.append(np.clip(part + noise, -127, 127).astype(np.int8))
    return np.concatenate(parts)


def judged(vectors: NDArray[np.int8], vector: NDArray[np.int8]) -> Asked:
    """A question with the exact score of its tenth best."""
    scores = np.concatenate(
        [
            vectors[start : start + CHUNK].astype(np.float32) @ vector.astype(np.float32)
            for start in range(0, len(vectors), CHUNK)
        ]
    )
    top = min(TOP, len(scores))
    return Asked(vector, int(np.partition(scores, -top)[-top]))


def right_of(vectors: NDArray[np.int8], asked: Asked, found: NDArray[np.integer]) -> int:
    """How many of the first ten found are as near as the tenth best."""
    first = np.unique(found[:TOP])
    scores = vectors[first[first >= 0]].astype(np.int32) @ asked.vector.astype(np.int32)
    return int(np.count_nonzero(scores >= asked.least))


def ours(vectors: NDArray[np.int8], folder: Path) -> Engine:
    """This project's dense index."""
    begun = time.perf_counter()
    build_dense(vectors, folder)
    seconds = time.perf_counter() - begun
    opened = DenseIndex.open(folder)
    opened.warm()
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    return Engine("isnad", lambda vector: opened.search(vector, K)[0], seconds, size)


def peer(
    vectors: NDArray[np.int8], name: str, factory: str, grid: Grid, tuning: list[Asked], wanted: float
) -> Engine:
    """An index of FAISS's own, with the setting of the grid that is quickest of those with the wanted recall."""
    begun = time.perf_counter()
    spelt = factory.format(parts=vectors.shape[1] // 4)
    index: Any = faiss.index_factory(vectors.shape[1], spelt, faiss.METRIC_INNER_PRODUCT)
    if isinstance(lists := faiss.downcast_index(index), faiss.IndexIVFScalarQuantizer):
        lists.by_residual = False  # what is left beside a centre is no whole number, and would be cut
    places = np.linspace(0, len(vectors) - 1, min(len(vectors), CHUNK)).astype(np.int64)
    index.train(vectors[places].astype(np.float32))
    for start in range(0, len(vectors), CHUNK):
        index.add(vectors[start : start + CHUNK].astype(np.float32))
    seconds = time.perf_counter() - begun
    size = len(faiss.serialize_index(index)) / 1e6

    def search(vector: NDArray[np.int8]) -> NDArray[np.integer]:
        return index.search(vector.astype(np.float32)[None, :], K)[1][0]  # type: ignore[no-any-return]

    def search_so(setting: tuple[int, ...]) -> None:
        for parameter, value in zip(grid, setting, strict=True):
            faiss.ParameterSpace().set_index_parameter(index, parameter, value)

    settings = list(product(*grid.values()))  # the empty one, where there is nothing to set
    found = []
    for setting in settings:
        search_so(setting)
        found.append(tried(vectors, search, tuning))
    chosen = settings[best_of(found, wanted)]
    search_so(chosen)
    told = (f"{parameter} {value}" for parameter, value in zip(grid, chosen, strict=True))
    return Engine(", ".join((name, *told)), search, seconds, size)


def best_of(found: list[tuple[float, float]], wanted: float) -> int:
    """The place of the least seconds where recall is enough; where none is, of the most recall."""
    return min(range(len(found)), key=lambda place: (-min(found[place][0], wanted), found[place][1]))


def tried(vectors: NDArray[np.int8], search: Search, tuning: list[Asked]) -> tuple[float, float]:
    """The recall of a search, and the seconds that it takes."""
    right = sum(right_of(vectors, one, search(one.vector)) for one in tuning)
    begun = time.thread_time()
    for one in tuning:
        search(one.vector)
    return right / (TOP * len(tuning)), time.thread_time() - begun


def alone(engine: Engine, asked: list[Asked]) -> list[float]:
    """Seconds of every search of one engine, one after another."""
    times = []
    for one in (*asked[:UNCOUNTED], *asked):
        begun = time.thread_time()
        engine.search(one.vector)
        times.append(time.thread_time() - begun)
    return times[UNCOUNTED:]


def compared(
    vectors: NDArray[np.int8], engines: list[Engine], asked: list[Asked]
) -> tuple[dict[str, list[float]], dict[str, int]]:
    """Seconds of every search by engine, and how many of the truly best each found in its first ten."""
    times: dict[str, list[float]] = {engine.name: [] for engine in engines}
    right = dict.fromkeys(times, 0)
    for one in asked[:UNCOUNTED]:
        for engine in engines:
            engine.search(one.vector)
    for turn, one in enumerate(asked):
        shift = turn % len(engines)
        for engine in engines[shift:] + engines[:shift]:
            begun = time.thread_time()
            found = engine.search(one.vector)
            times[engine.name].append(time.thread_time() - begun)
            right[engine.name] += right_of(vectors, one, found)
    return times, right
