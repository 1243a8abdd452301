"""The engines of the large benchmark: ours, and its peers, over the same passages given as numbers of terms.

Each is built from the same arrays and asked for the same lists of terms. bm25s and tantivy come with the `bench` extra.
PISA is loaded from the package `pyterrier-pisa`, whose search is called directly, one query a time, without the Java
framework that the package asks for; it lies in the folder of `--peers`, and where it is not there it is left out.
PISA's own reader of text knows ASCII only, so every term is written as `t` and its number in base 36, for tantivy too.

Idf and rounding differ from engine to engine, so only ours is held against the exhaustive scorer here.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.corpus import Corpus
from pipeline.index.lexical import LexicalIndex, Parameters, PostingCounter, write_lexical

Search = Callable[[Sequence[str], int], object]
ROWS = 8_192  # passages given to our builder at once
PISA_ALGORITHMS = ("maxscore", "block_max_maxscore")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine, built. Seconds are CPU time of the process, all threads."""

    name: str
    version: str
    build_s: float
    disk_mb: float
    search: Search
    slow: bool = False  # answers the first queries only
    variants: dict[str, Search] = field(default_factory=dict)  # other settings of the same index
    # Of what a search gave, where they are ours but for rounding.
    scores: Callable[[Any], NDArray] | None = None


def folder_mb(folder: Path) -> float:
    """Megabytes of the files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def build_isnad(corpus: Corpus, folder: Path) -> float:
    """Our index of a corpus; seconds of CPU time."""
    begun = time.process_time()
    counter = PostingCounter()
    for first in range(0, len(corpus), ROWS):
        ends = corpus.ends[first : first + ROWS]
        start = int(corpus.ends[first - 1]) if first else 0
        tokens = np.ascontiguousarray(corpus.tokens[start : ends[-1]])
        counter.add(tokens, ends - start, len(corpus.terms))
    write_lexical(counter, [term.encode() for term in corpus.terms], Parameters(), folder)
    return time.process_time() - begun


def isnad(corpus: Corpus, folder: Path) -> Peer:
    """Ours."""
    build_isnad(corpus.spread(min(len(corpus), 500)), folder / "warm")
    took = build_isnad(corpus, folder / "isnad")
    index = LexicalIndex.open(folder / "isnad")
    index.warm()
    size = folder_mb(folder / "isnad")
    return Peer("isnad", "this", took, size, index.search, scores=lambda found: found[1])


def bm25s_numba(corpus: Corpus, folder: Path) -> Peer:
    """bm25s, its numba backend, the same formula as ours."""
    import bm25s
    from bm25s.tokenization import Tokenized

    made, shared = Parameters(), list(range(len(corpus.terms)))
    ids = [list(map(shared.__getitem__, numbers)) for numbers in corpus.numbers()]  # one object a term
    vocabulary = {term: number for number, term in enumerate(corpus.terms)}
    begun = time.process_time()
    peer = bm25s.BM25(k1=made.k1, b=made.b, method="lucene", backend="numba")
    peer.index(Tokenized(ids=ids, vocab=vocabulary), show_progress=False)
    took = time.process_time() - begun
    del ids
    peer.save(str(folder / "bm25s"))
    peer.activate_numba_scorer()

    def search(query: Sequence[str], k: int) -> object:
        known = [term for term in query if term in vocabulary]
        return peer.retrieve([known], k=k, show_progress=False, n_threads=0, backend_selection="numba")

    size, scores = folder_mb(folder / "bm25s"), lambda found: found.scores[0]
    return Peer("bm25s + numba", version("bm25s"), took, size, search, scores=scores)


def rank_bm25_peer(corpus: Corpus, folder: Path) -> Peer:
    """rank-bm25, which keeps nothing on disk, and has another idf."""
    from rank_bm25 import BM25Okapi

    made, passages = Parameters(), [corpus.passage(number) for number in range(len(corpus))]
    begun = time.process_time()
    peer = BM25Okapi(passages, k1=made.k1, b=made.b)
    took = time.process_time() - begun

    def search(query: Sequence[str], k: int) -> object:
        scores = peer.get_scores(query)
        best = np.argpartition(scores, -k)[-k:]
        return best[np.argsort(-scores[best])]

    return Peer("rank-bm25", version("rank-bm25"), took, 0.0, search, slow=True)


def ascii_terms(count: int) -> list[str]:
    """A word of ASCII letters for each term."""
    return [f"t{_base36(number)}" for number in range(count)]


def _base36(number: int) -> str:
    digits = DIGITS[number % 36]
    while number := number // 36:
        digits = DIGITS[number % 36] + digits
    return digits


def tantivy_peer(corpus: Corpus, folder: Path) -> Peer:
    """tantivy, split at white space only, one segment, counts kept and places not. It has k1 1.2 and b 0.75."""
    import tantivy

    words = ascii_terms(len(corpus.terms))
    named = dict(zip(corpus.terms, words, strict=True))
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("text", stored=False, tokenizer_name="whitespace", index_option="freq")
    (folder / "tantivy").mkdir(parents=True)
    texts = [" ".join(map(words.__getitem__, numbers)) for numbers in corpus.numbers()]
    begun = time.process_time()
    made = schema.build()
    index = tantivy.Index(made, path=str(folder / "tantivy"))
    writer = index.writer(heap_size=1_000_000_000, num_threads=1)
    for text in texts:
        document = tantivy.Document()
        document.add_text("text", text)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    took = time.process_time() - begun
    del texts
    index.reload()
    searcher = index.searcher()

    def search(query: Sequence[str], k: int) -> object:
        parts = [
            (tantivy.Occur.Should, tantivy.Query.term_query(made, "text", named[term], index_option="freq"))
            for term in query
            if term in named
        ]
        return searcher.search(tantivy.Query.boolean_query(parts), limit=k, count=False).hits

    return Peer("tantivy", version("tantivy"), took, folder_mb(folder / "tantivy"), search)


def load_pisa(peers: Path | None) -> ModuleType | None:
    """PISA's compiled module, if it is there."""
    if peers is None:
        return None
    threads = sorted(peers.glob("lib*/libtbb.so.2"))
    modules = sorted(peers.glob("lib*/python*/site-packages/pyterrier_pisa/_pisathon*.so"))
    if not threads or not modules:
        return None
    try:
        ctypes.CDLL(str(threads[0]), mode=ctypes.RTLD_GLOBAL)
        spec = importlib.util.spec_from_file_location("_pisathon", modules[0])
        if spec is None or spec.loader is None:
            return None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except (ImportError, OSError):  # made for another Python or another system
        return None
    return module


def pisa(corpus: Corpus, folder: Path, module: Any) -> Peer:
    """PISA with 8-bit impacts, lists in `block_simdbp`, blocks of 64; its other algorithms as variants."""
    place = folder / "pisa"
    place.mkdir(parents=True)
    words = ascii_terms(len(corpus.terms))
    named = dict(zip(corpus.terms, words, strict=True))
    pipe = place / "text"
    os.mkfifo(pipe)

    def tell() -> None:
        with pipe.open("w") as stream:
            for number, numbers in enumerate(corpus.numbers()):
                stream.write(f"{number} {' '.join(map(words.__getitem__, numbers))}\n")

    begun = time.process_time()
    writer = threading.Thread(target=tell, daemon=True)
    writer.start()
    module.index(str(pipe), str(place), "", 100_000, 1)
    writer.join()
    pipe.unlink()
    made, context = Parameters(), module.RetrievalContext()
    module.prepare_index(
        context, str(place), "block_simdbp", "bm25", "", block_size=64, quantize=1, bm25_k1=made.k1, bm25_b=made.b
    )  # fmt: skip
    took = time.process_time() - begun
    size = sum(path.stat().st_size for path in place.iterdir() if path.name.startswith("bm25")) / 1e6
    rooms: dict[int, list[Any]] = {}

    def asked(algorithm: str) -> Search:
        def search(query: Sequence[str], k: int) -> object:
            if k not in rooms:
                types = (np.int32, object, np.int32, np.float32)
                rooms[k] = [np.empty(k, kind) for kind in types]
            found, names, ranks, scores = rooms[k]
            terms = {named[term]: 1.0 for term in query if term in named}
            return module.retrieve(
                context, algorithm, [(0, terms)], k=k, threads=1, pretokenised=1, query_weighted=0,
                result_qidxs=found, result_docnos=names, result_ranks=ranks, result_scores=scores,
            )  # fmt: skip

        return search

    variants = {f"PISA {one.replace('_', ' ')}": asked(one) for one in PISA_ALGORITHMS[1:]}
    name, told = f"PISA {PISA_ALGORITHMS[0]}", "0.4.9 of pyterrier-pisa"
    return Peer(name, told, took, size, asked(PISA_ALGORITHMS[0]), variants=variants)


def engines(corpus: Corpus, folder: Path, peers: Path | None) -> Iterator[Peer]:
    """Every engine that is there, built one after another."""
    yield isnad(corpus, folder)
    yield bm25s_numba(corpus, folder)
    yield tantivy_peer(corpus, folder)
    module = load_pisa(peers)
    if module is not None:
        yield pisa(corpus, folder, module)
