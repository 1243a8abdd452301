"""Dense search at full size, beside what FAISS offers, on the vectors of a snapshot.

Vectors are those of the snapshot's passages, in their order; where the largest collection needs more, they are
repeated with noise on every component, which is stated. All engines get the same vectors and the same questions, one
question at a time, one thread, in turns for each question; CPU time of the thread. Recall is against exact scores.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
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
# peers by name: FAISS's factory, what widens the search, and how much
PEERS: tuple[tuple[str, str, dict[str, int]], ...] = (
    ("FAISS exact float32 (`Flat`)", "Flat", {}),
    ("FAISS 8 bits (`SQ8`)", "SQ8", {}),
    ("FAISS `PQ64x4fs`, refined by 8 bits", "PQ{parts}x4fs,Refine(SQ8)", {"k_factor_rf": 20}),
    ("FAISS `IVF1024,SQ8`, 16 lists", "IVF1024,SQ8", {"nprobe": 16}),
)


@dataclass(frozen=True, slots=True)
class Engine:
    """Something that finds the nearest ordinals, best first."""

    name: str
    search: Callable[[NDArray[np.int8]], NDArray[np.integer]]
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
    asked = [vector for vector in index.encoder.encode(read) if vector.any()]
    faiss.omp_set_num_threads(1)
    engines = [ours(vectors, context.scratch / "dense"), *(peer(vectors, *one) for one in PEERS)]
    truth = [exact(vectors, vector)[:TOP] for vector in asked]
    times, right = compared(engines, asked, truth)
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
        f"{counted(read)}, k = {K}; recall of the exact ten best. Isnad gives exact integer "
        "scores in a stated order; its size counts the vectors and their signs.",
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


def exact(vectors: NDArray[np.int8], vector: NDArray[np.int8]) -> NDArray[np.int64]:
    """Ordinals of the `K` best by exact inner products, ties by ordinal."""
    scores = np.concatenate(
        [
            vectors[start : start + CHUNK].astype(np.float32) @ vector.astype(np.float32)
            for start in range(0, len(vectors), CHUNK)
        ]
    )
    nearest = np.flatnonzero(scores >= np.partition(scores, -min(K, len(scores)))[-min(K, len(scores))])
    return nearest[np.lexsort((nearest, -scores[nearest]))][:K]


def ours(vectors: NDArray[np.int8], folder: Path) -> Engine:
    """This project's dense index."""
    begun = time.perf_counter()
    build_dense(vectors, folder)
    seconds = time.perf_counter() - begun
    opened = DenseIndex.open(folder)
    opened.warm()
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    return Engine("isnad", lambda vector: opened.search(vector, K)[0], seconds, size)


def peer(vectors: NDArray[np.int8], name: str, factory: str, settings: dict[str, int]) -> Engine:
    """An index of FAISS's own."""
    begun = time.perf_counter()
    spelt = factory.format(parts=vectors.shape[1] // 4)
    index: Any = faiss.index_factory(vectors.shape[1], spelt, faiss.METRIC_INNER_PRODUCT)
    places = np.linspace(0, len(vectors) - 1, min(len(vectors), CHUNK)).astype(np.int64)
    index.train(vectors[places].astype(np.float32))
    for start in range(0, len(vectors), CHUNK):
        index.add(vectors[start : start + CHUNK].astype(np.float32))
    seconds = time.perf_counter() - begun
    for setting, value in settings.items():
        faiss.ParameterSpace().set_index_parameter(index, setting, value)
    size = len(faiss.serialize_index(index)) / 1e6

    def search(vector: NDArray[np.int8]) -> NDArray[np.integer]:
        return index.search(vector.astype(np.float32)[None, :], K)[1][0]  # type: ignore[no-any-return]

    return Engine(name, search, seconds, size)


def alone(engine: Engine, asked: list[NDArray[np.int8]]) -> list[float]:
    """Seconds of every search of one engine, one after another."""
    times = []
    for vector in (*asked[:UNCOUNTED], *asked):
        begun = time.thread_time()
        engine.search(vector)
        times.append(time.thread_time() - begun)
    return times[UNCOUNTED:]


def compared(
    engines: list[Engine], asked: list[NDArray[np.int8]], truth: list[NDArray[np.int64]]
) -> tuple[dict[str, list[float]], dict[str, int]]:
    """Seconds of every search by engine, and how many of the truly best each found in its first ten."""
    times: dict[str, list[float]] = {engine.name: [] for engine in engines}
    right = dict.fromkeys(times, 0)
    for vector in asked[:UNCOUNTED]:
        for engine in engines:
            engine.search(vector)
    for turn, (vector, best) in enumerate(zip(asked, truth, strict=True)):
        shift = turn % len(engines)
        for engine in engines[shift:] + engines[:shift]:
            begun = time.thread_time()
            found = engine.search(vector)
            times[engine.name].append(time.thread_time() - begun)
            right[engine.name] += len(set(found[:TOP].tolist()) & set(best.tolist()))
    return times, right
