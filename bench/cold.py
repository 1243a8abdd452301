"""From a new process to its first answer, and what a second process adds to memory, for the index of a snapshot.

A process imports the index, opens it, warms it and searches once; it tells the seconds of each step and stays until
it is told to end. A second one starts while the first still has the same files mapped, so that what is private to it
is what it adds. This is repeated with compiled code that an earlier process kept, and done once without any.

Memory is what Linux says in /proc/self/smaps_rollup. Not measured: a disk whose files are not in memory.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path

from bench.fresh import fresh
from bench.sections import Context, Section, Table
from schemas.errors import ConfigurationError

QUESTION = "What breaks the fast of a traveller?"
RUNS = 5
STEPS = ("import", "open", "warm", "search")
MEMORY = Path("/proc/self/smaps_rollup")
PROGRAM = """
import sys, time
moments = [time.perf_counter()]
from pathlib import Path
from pipeline.index import Index
moments.append(time.perf_counter())
index = Index.open(Path(sys.argv[1]))
moments.append(time.perf_counter())
index.warm()
moments.append(time.perf_counter())
found = len(index.search(sys.argv[2]).hits)
moments.append(time.perf_counter())
import json
kib = 0
for line in Path("/proc/self/smaps_rollup").read_text().splitlines():
    if line.startswith("Private_"):
        kib += int(line.split()[1])
print(json.dumps({"moments": moments, "private": kib / 1024, "found": found}), flush=True)
sys.stdin.read()
"""


def measure(context: Context) -> Section:
    """The section; raises `ConfigurationError` where there is no snapshot, or no Linux to tell of memory."""
    if context.snapshot is None or not MEMORY.exists():
        raise ConfigurationError(
            "a cold start cannot be measured here",
            expected="a published snapshot, and Linux",
            found="a bare table of documents" if context.snapshot is None else sys.platform,
            remedy="run the benchmark with --store",
        )
    kept = started(context.snapshot, RUNS, None)
    with tempfile.TemporaryDirectory() as folder:
        anew = started(context.snapshot, 1, Path(folder))
    return section(kept, anew)


def started(index: Path, runs: int, cache: Path | None) -> list[dict[str, float]]:
    """What the second of two processes tells, `runs` times; the first of all only fills the caches."""
    told = []
    settings = {"NUMBA_CACHE_DIR": str(cache)} if cache else {}
    for _ in range(runs):
        with (
            nullcontext() if cache else fresh(PROGRAM, str(index), QUESTION),
            fresh(PROGRAM, str(index), QUESTION, **settings) as (line, spent),
        ):
            told.append(_steps(line, spent))
    return told


def _steps(line: str, spent: float) -> dict[str, float]:
    """Seconds of each step and of all, and the memory, out of what a process tells."""
    said = json.loads(line)
    steps = {name: end - start for name, (start, end) in zip(STEPS, pairwise(said["moments"]), strict=True)}
    return steps | {"all": spent, "private": said["private"], "found": said["found"]}


def section(kept: Sequence[dict[str, float]], anew: Sequence[dict[str, float]]) -> Section:
    """The page's section."""
    rows = (
        _row("compiled code kept by an earlier process", kept),
        _row("compiled anew", anew),
    )
    told = (
        "A new process imports the index, opens it, warms it and answers its first search; the files are in memory. "
        f"Medians of {len(kept)} starts; compiling anew once. The last column is what a process has for itself while "
        "another one has the same index open.",
    )
    heads = ("process", "import s", "open s", "warm s", "first search s", "all s", "private MB")
    return Section("From nothing to an answer", told, (Table("Seconds of wall time.", heads, rows),))


def _row(name: str, told: Sequence[dict[str, float]]) -> tuple[str, ...]:
    medians = [statistics.median(one[step] for one in told) for step in (*STEPS, "all")]
    private = statistics.median(one["private"] for one in told)
    return (name, *(f"{seconds:.2f}" for seconds in medians), f"{private:.0f}")
