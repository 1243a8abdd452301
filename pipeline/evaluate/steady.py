"""Whether the same questions keep their verdicts and sources, however and wherever they are asked.

    runs = [ask_apart(path, questions, way) for way in ways(20)]
    changed(runs)

A *way* is a process of its own with its own hash seed, order of the questions, number of threads that ask at once, and
number of questions after which the index is opened anew. What is compared is what a reader's decision rests on:
answered or not, the intent, the reason, and the sources in their order. Nothing may differ between any two ways.

`python -m pipeline.evaluate.steady INDEX` is what a process runs: questions and the way come as JSON on its standard
input, the verdicts leave on its standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from pipeline.answer import answer
from pipeline.answer.bounds import upper_bound
from pipeline.index import Index
from schemas.errors import SnapshotError

Verdicts = dict[str, list[object]]  # by the question: answered, intent, reason, sources


@dataclass(frozen=True, slots=True)
class Way:
    """How a run asks."""

    seed: int
    threads: int
    batch: int  # questions after which the index is opened anew
    compiled_threads: int  # of compiled loops and of linear algebra


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What became of all runs."""

    questions: int
    runs: int
    changed: tuple[str, ...]

    @property
    def bound(self) -> float:
        """Upper bound of the share of questions that change, one-sided, 95 %."""
        return upper_bound(len(self.changed), self.questions)


def ways(count: int) -> list[Way]:
    """Ways that differ in everything, the first the plainest."""
    return [
        Way(
            seed=place,
            threads=(1, 2, 4, 8)[place % 4],
            batch=(1_000_000, 250, 100, 40, 333)[place % 5],
            compiled_threads=1 + place % 2,
        )
        for place in range(count)
    ]


def verdicts_of(path: Path, questions: Sequence[str], way: Way) -> Verdicts:
    """Every question asked of an index in one way, in this process."""
    order = sorted(set(questions))
    order.sort(key=lambda one: zlib.crc32(f"{way.seed}{one}".encode()))
    found: Verdicts = {}
    with ThreadPoolExecutor(way.threads) as pool:
        for start in range(0, len(order), way.batch):
            index = Index.open(path)
            part = order[start : start + way.batch]
            for question, verdict in zip(part, pool.map(partial(_verdict, index), part), strict=True):
                found[question] = verdict
    return found


def _verdict(index: Index, question: str) -> list[object]:
    given = answer(index, question).verdict
    return [given.answered, str(given.intent), str(given.reason or ""), list(given.sources)]


def ask_apart(path: Path, questions: Sequence[str], way: Way) -> Verdicts:
    """The same in a process of its own."""
    threads = str(way.compiled_threads)
    settings = {
        "PYTHONHASHSEED": str(way.seed),
        "NUMBA_NUM_THREADS": threads,
        "OMP_NUM_THREADS": threads,
        "OPENBLAS_NUM_THREADS": threads,
    }
    done = subprocess.run(
        [sys.executable, "-m", "pipeline.evaluate.steady", str(path)],
        input=json.dumps({"way": asdict(way), "questions": list(questions)}).encode(),
        capture_output=True,
        env={**os.environ, **settings, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )
    if done.returncode:
        raise SnapshotError(
            "a run of the same questions ended early",
            found="".join(done.stderr.decode(errors="replace").strip().splitlines()[-1:]),
            where=str(path),
            remedy="ask one of them with `isnad ask`, which says more",
        )
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def changed(runs: Sequence[Mapping[str, list[object]]]) -> Steadiness:
    """The questions whose verdict or sources differ between any two runs."""
    names = sorted({name for run in runs for name in run})
    moved = tuple(name for name in names if any(run.get(name) != runs[0].get(name) for run in runs))
    return Steadiness(len(names), len(runs), moved)


def _main() -> None:
    given = json.loads(sys.stdin.buffer.read())
    found = verdicts_of(Path(sys.argv[1]), given["questions"], Way(**given["way"]))
    sys.stdout.buffer.write(json.dumps(found, sort_keys=True).encode())


if __name__ == "__main__":
    _main()
