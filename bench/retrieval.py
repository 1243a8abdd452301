"""What the search finds on question sets of others, with weights chosen on other questions than they are scored on.

    python -m bench.retrieval --embedder FOLDER --documents documents.arrow [--index FOLDER] [--evalsets FOLDER]

Question sets are read in place (`--evalsets`, or ISNAD_EVALSETS, or ../shared/evalsets), are no part of the project,
and one that is not there is left out. Their texts are indexed in a scratch folder; nothing of them is kept.

    quran-qa     Arabic questions on 1,266 passages of the Qur'an, found through their verses and what speaks of these
                 (Qur'an QA 2023, training part); needs `--index`, an index with verses
    haqa         Arabic questions on the set's own narrations, nothing else indexed
    quqa ar>en   Arabic questions on 6,236 verses of which only the English text is indexed; ar>ar only the Arabic

Five-fold cross-validation: questions are dealt into folds by turns. For each fold the weights that were best on the
other four are taken (best: MAP@10 plus recall at 100), and scored on the fold. Beside it stand the project's own
weights, words alone with all links (no vectors), and bare BM25 (no vectors, links or glossary).
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bench.embedder import Task, tasks
from bench.machine import machine
from pipeline.evaluate.external import VERSES, VERSES_DEEP, evalsets_folder, passages_of_verses
from pipeline.evaluate.ranking import average_precision, mean, recall
from pipeline.index import Filters, Index
from pipeline.index.build import build_index
from pipeline.index.config import IndexConfig
from pipeline.index.embedder import Encoder
from pipeline.text import Glossary
from schemas.tables import DOCUMENTS

FOLDS = 5
DEPTH = 100
EVERY = {"quqa ar>en": 3, "quqa ar>ar": 3}  # of a large set each third question is asked
LEXICAL, DENSE, ALIKE, LINKED, VOICES = (50, 75, 100), 100, (50, 100), (35, 75), (2, 3)
WORDS_ALONE = {"dense_weight": 0, "alike_weight": 0}
BARE = WORDS_ALONE | {"linked_weight": 0, "expansion_weight": 0}
Measures = NDArray[np.float64]  # one row a question: MAP@10, recall at 10, recall at 100
Setting = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Searched:
    """A set with the index that it is put to, and the names of the passages that a reference id stands for."""

    task: Task
    index: Index
    named: Mapping[str, Sequence[str]]
    linked: bool

    def measures(self, setting: Setting) -> Measures:
        """What is found with some weights, question by question."""
        self.index.config = IndexConfig(**setting)
        every = EVERY.get(self.task.name, 1)
        asked = zip(self.task.questions[::every], self.task.right[::every], strict=True)
        names = self.task.names
        return np.array([self._one(question, {names[one] for one in right}) for question, right in asked])

    def _one(self, question: str, right: set[str]) -> tuple[float, float, float]:
        depth, filters = (VERSES_DEEP, VERSES) if self.linked else (DEPTH, Filters())
        hits = self.index.search(question, k=depth, filters=filters).hits
        found = list(dict.fromkeys(name for hit in hits for name in self.named.get(hit.reference, ())))
        return average_precision(found, right), recall(found, right, 10), recall(found, right, DEPTH)

    def settings(self) -> list[dict[str, int]]:
        """The weights that are tried; those of links only where there are any."""
        speaking = product(LINKED, VOICES) if self.linked else [(50, 3)]
        return [
            {"lexical_weight": lexical, "dense_weight": DENSE, "alike_weight": alike}
            | {"linked_weight": linked, "voices": voices}
            for lexical, alike, (linked, voices) in product(LEXICAL, ALIKE, speaking)
        ]


def cross_validated(tried: Sequence[Measures]) -> tuple[list[int], Measures]:
    """For each fold the place of the setting that is best on the others, and all questions scored so."""
    folds = np.arange(len(tried[0])) % FOLDS
    scored = np.zeros_like(tried[0])
    chosen = []
    for fold in range(FOLDS):
        worth = [float(one[folds != fold][:, [0, 2]].mean(axis=0).sum()) for one in tried]
        chosen.append(int(np.argmax(worth)))
        scored[folds == fold] = tried[chosen[-1]][folds == fold]
    return chosen, scored


def searched(
    found: Iterator[Task], encoder: Encoder, given: Index | None, scratch: Path
) -> Iterator[Searched]:
    """Each set with an index: the one given for verses and what speaks of them, else one of its own texts."""
    for task in found:
        if task.name == "quran-qa":
            if given is not None:
                yield Searched(task, given, passages_of_verses(task.names), True)
        elif not task.name.startswith("xquad"):
            folder = scratch / task.name.replace(">", "-").replace(" ", "-")
            named = {f"hadith:set:{number}": [name] for number, name in enumerate(task.names, start=1)}
            _build(task, list(named), folder, encoder)
            yield Searched(task, Index.open(folder, encoder), named, False)


def _build(task: Task, ids: Sequence[str], folder: Path, encoder: Encoder) -> None:
    """An index of the texts of a set, under ids that mean nothing."""
    column = "text_en" if task.name.endswith(">en") else "text_ar"
    bare: dict[str, object] = {field.name: None if field.nullable else "" for field in DOCUMENTS}
    bare |= {"kind": "hadith", "collection": "set", "markup": "plain", "status": "approved", "links": []}
    rows = [bare | {"id": name, column: text} for name, text in zip(ids, task.passages, strict=True)]
    table = folder.with_suffix(".arrow")
    with pa.OSFile(str(table), "wb") as sink, pa.ipc.new_file(sink, DOCUMENTS) as writer:
        writer.write_table(pa.Table.from_pylist(rows, schema=DOCUMENTS))
    glossary = Glossary.load(Path(__file__).parents[1] / "data" / "lexicon" / "glossary.yaml")
    build_index(table, folder, glossary=glossary.to_dict(), embedder=encoder)


def report(one: Searched) -> Iterator[str]:
    """The lines of one set."""
    settings = one.settings()
    chosen, scored = cross_validated([one.measures(setting) for setting in settings])
    rows = {
        "BM25": one.measures(BARE),
        "words alone": one.measures(WORDS_ALONE),
        "the project's weights": one.measures({}),
        "cross-validated": scored,
    }
    yield f"\n{one.task.name}: {len(scored)} questions, {len(one.task.passages):,} passages, {len(settings)} settings"
    yield "| ranking | MAP@10 | R@10 | R@100 |\n|---|---|---|---|"
    for name, measures in rows.items():
        yield f"| {name} | " + " | ".join(f"{mean(column.tolist()):.3f}" for column in measures.T) + " |"
    for fold, place in enumerate(chosen):
        values = scored[np.arange(len(scored)) % FOLDS == fold].mean(axis=0)
        weights = ", ".join(
            f"{name.removesuffix('_weight')} {value}" for name, value in settings[place].items()
        )
        yield f"fold {fold + 1}: {weights}: " + " / ".join(f"{value:.3f}" for value in values)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--documents", type=Path, required=True, help="a documents table (Arrow), for its verses"
    )
    parser.add_argument(
        "--embedder", type=Path, required=True, help="the embedder that the index was built with"
    )
    parser.add_argument("--index", type=Path, help="an index of verses and of what speaks of them")
    parser.add_argument("--evalsets", type=Path, default=evalsets_folder())
    given = parser.parse_args(arguments)
    encoder = Encoder.open(given.embedder)
    index = Index.open(given.index, encoder) if given.index else None
    print(machine("numpy", "numba"))
    with tempfile.TemporaryDirectory() as scratch:
        for one in searched(tasks(given.evalsets, given.documents), encoder, index, Path(scratch)):
            for line in report(one):
                print(line, flush=True)


if __name__ == "__main__":
    main()
