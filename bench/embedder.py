"""How well the embedder finds, on question sets of others, and how fast it trains and encodes.

    python -m bench.embedder --documents documents.arrow [--embedder FOLDER] [--evalsets FOLDER] [--glossary FILE]

Without `--embedder` one is trained first, with the default settings and the glossary if one is named.
Question sets are read in place (`--evalsets`, or ISNAD_EVALSETS, or ../shared/evalsets) and are no part of
the project; one that is not there is left out. Scores are the macro means over questions with an answer.
`fused` adds BM25 (rank-bm25, our tokens) and the embedder, each divided by its best score, half and half.

    quran-qa     Arabic questions, 1,266 Qur'an passages (Qur'an QA 2023, training part)
    haqa         Arabic questions, hadith
    quqa ar>en   Arabic questions, English verses; ar>ar the same with Arabic verses
    xquad        general text, question in one language and passage in the other
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from bench.machine import machine
from pipeline.evaluate.external import evalsets_folder, judged_in, rows_of
from pipeline.evaluate.ranking import average_precision, recall
from pipeline.index.embedder import EmbedderConfig, Encoder, train_embedder
from pipeline.text import Glossary, analyse, analyse_query

Scores = NDArray[np.floating]
DEPTH = 100


@dataclass(frozen=True, slots=True)
class Task:
    """Questions, passages, and which passages are right (by place)."""

    name: str
    questions: tuple[str, ...]
    passages: tuple[str, ...]
    right: tuple[frozenset[int], ...]
    names: tuple[str, ...] = ()  # of the passages, as the set gives them


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over the questions of a task."""

    map10: float
    recall10: float
    recall100: float


def _task(
    name: str,
    questions: Sequence[Mapping[str, str]],
    passages: Sequence[tuple[str, str]],
    qrels: Path,
) -> Task:
    places = {identity: place for place, (identity, _) in enumerate(passages)}
    relevant = judged_in(qrels)
    kept = [question for question in questions if relevant.get(question["id"], set()) & places.keys()]
    right = (frozenset(places[one] for one in relevant[question["id"]] if one in places) for question in kept)
    asked = tuple(question["text"] for question in kept)
    return Task(name, asked, tuple(text for _, text in passages), tuple(right), tuple(places))


def _verses(documents: Path, language: str) -> list[tuple[str, str]]:
    with pa.memory_map(str(documents)) as source:
        table = pa.ipc.open_file(source).read_all().select(["id", "kind", f"text_{language}"])
    rows = table.filter(pc.equal(table["kind"], "quran")).to_pylist()
    return [(row["id"].removeprefix("quran:"), row[f"text_{language}"] or "") for row in rows]


def tasks(evalsets: Path, documents: Path) -> Iterator[Task]:
    """Every task whose question set is there."""
    for name, folder in (("quran-qa", "quranqa2023_taskA"), ("haqa", "haqa")):
        if (place := evalsets / folder).is_dir():
            passages = [(row["id"], row["text"]) for row in rows_of(place / "passages.jsonl")]
            asked = [
                row for row in rows_of(place / "queries.jsonl", "split") if row["split"] in ("train", "all")
            ]
            yield _task(name, asked, passages, place / "qrels.tsv")
    if (place := evalsets / "quqa").is_dir():
        asked = [row for row in rows_of(place / "queries.jsonl", "split") if row["split"] == "other"]
        for language in ("en", "ar"):
            yield _task(f"quqa ar>{language}", asked, _verses(documents, language), place / "qrels.tsv")
    if (place := evalsets / "xquad").is_dir():
        rows, asked = rows_of(place / "passages.jsonl", "lang"), rows_of(place / "queries.jsonl")
        for ask, tell in (("en", "ar"), ("ar", "en")):
            passages = [(row["id"], row["text"]) for row in rows if row["lang"] == tell]
            qrels = place / f"qrels_cross_{ask}_query_{tell}_passage.tsv"
            yield _task(f"xquad {ask}>{tell}", asked, passages, qrels)


def judge(scores: Scores, right: Sequence[frozenset[int]]) -> Quality:
    """MAP@10, recall@10 and recall@100 of a score matrix [questions, passages]; ties by place."""
    measured = []
    for row, places in zip(scores, right, strict=True):
        found = [str(place) for place in np.argsort(-row, kind="stable")[:DEPTH].tolist()]
        wanted = set(map(str, places))
        measured.append(
            (average_precision(found, wanted), recall(found, wanted, 10), recall(found, wanted, DEPTH))
        )
    return Quality(*np.mean(measured, axis=0).tolist())


def dense_scores(encoder: Encoder, task: Task) -> Scores:
    """Exact inner products of questions and passages."""
    return (
        encoder.encode(task.questions).astype(np.float32) @ encoder.encode(task.passages).astype(np.float32).T
    )


def lexical_scores(task: Task) -> Scores:
    """BM25 of questions and passages, by our analyser's tokens."""
    engine = BM25Okapi([analyse(text) for text in task.passages])
    return np.stack([engine.get_scores(analyse_query(text)) for text in task.questions])


def _share_of_best(scores: Scores) -> Scores:
    return scores / np.maximum(scores.max(axis=1, keepdims=True), 1e-9)


def measure(encoder: Encoder, found: Iterator[Task]) -> Iterator[tuple[str, str, Quality]]:
    """(task, ranking, quality): the embedder by itself, and fused with BM25 where one language is asked."""
    for task in found:
        dense = dense_scores(encoder, task)
        yield task.name, "embedder", judge(dense, task.right)
        if task.name in ("quran-qa", "haqa"):
            lexical = lexical_scores(task)
            yield task.name, "BM25", judge(lexical, task.right)
            yield task.name, "fused", judge(_share_of_best(lexical) + _share_of_best(dense), task.right)


def speed(encoder: Encoder, texts: Sequence[str]) -> float:
    """Texts a second of one thread, words already met."""
    encoder.encode(texts)
    start = time.thread_time()
    encoder.encode(texts)
    return len(texts) / (time.thread_time() - start)


def train(documents: Path, glossary: Path | None, out: Path) -> str:
    """Train with the default settings; returns a line that says what it took."""
    terms = [concept.forms for concept in Glossary.load(glossary).concepts.values()] if glossary else []
    wall, cpu = time.perf_counter(), time.process_time()
    report = train_embedder(documents, out, EmbedderConfig(), terms=terms)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    size = sum(path.stat().st_size for path in out.iterdir()) / 1e6
    return (
        f"trained {report.steps:,} steps on {sum(report.pairs.values()):,} pairs of {report.texts:,} texts: "
        f"{wall:.0f} s wall, {cpu:.0f} s CPU; {report.features:,} features, {size:.1f} MB"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=Path, required=True, help="a documents table (Arrow)")
    parser.add_argument("--embedder", type=Path, help="a trained embedder; one is trained without it")
    parser.add_argument("--glossary", type=Path, help="glossary.yaml, taught when an embedder is trained")
    parser.add_argument("--evalsets", type=Path, default=evalsets_folder())
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.embedder or Path(scratch)
        print(machine("numba", "numpy", "rank-bm25"))
        if not given.embedder:
            print(train(given.documents, given.glossary, folder))
        encoder = Encoder.open(folder)
        verses = [text for _, text in _verses(given.documents, "en")]
        print(f"encodes {speed(encoder, verses):,.0f} English verses a second\n")
        print("| questions | ranking | MAP@10 | R@10 | R@100 |\n|---|---|---|---|---|")
        for name, ranking, quality in measure(encoder, tasks(given.evalsets, given.documents)):
            print(
                f"| {name} | {ranking} | {quality.map10:.3f} | {quality.recall10:.3f} | {quality.recall100:.3f} |"
            )


if __name__ == "__main__":
    main()
