"""The build of all sources: its stages, its memory, and what a build costs after a thousand documents have changed.

The profile `full` is built in a new home, from the cards to a published snapshot, with nothing kept but the compiled
code. Then a thousand entries of one source get a word more, as an upstream that corrects itself, and the same home is
built again. The snapshot stays in `context.scratch`, where the other parts find it.

The corpora lie in the folder that ISNAD_MIRROR names; without it nothing is measured. Memory is the sum over all
processes of a build, each shared page counted once (`Pss`, which Linux tells), looked at every second.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import zstandard
from psutil import Error, Process

from bench.sections import Context, Section, Table
from bench.starter import Timings, furnish, read_timings, started
from pipeline.snapshot import Store
from schemas.errors import BuildError, ConfigurationError

PROFILE, CHANNEL = "full", "measurement"
MIRROR = "ISNAD_MIRROR"
# A source of which the embedder learns nothing, as its profile says: its vectors alone are made anew.
CHANGED, FILE, FIELD = "duz-zakariyya", "fatwa-en-duz-zakariyya.jsonl.zst", "answer"
CHANGES = 1000
LIMIT = 1 << 30  # bytes of the unpacked file
SECONDS = 1.0  # between two looks at the memory


@dataclass(frozen=True, slots=True)
class Built:
    """One build: its stages, and the most memory that its processes held together."""

    timings: Timings
    peak_gb: float


def built_store(scratch: Path) -> Path:
    """Where the snapshot of this part is published."""
    return scratch / "full-home" / "data" / "store"


def measure(context: Context) -> Section:
    """Build twice; raises `ConfigurationError` without the corpora, `BuildError` when a build fails."""
    mirror = Path(os.environ.get(MIRROR, ""))
    if not (mirror / FILE).is_file() or not Path("/proc/self/smaps_rollup").exists():
        raise ConfigurationError(
            "the build of all sources cannot be measured here",
            expected=f"{FILE} in the folder that {MIRROR} names, and Linux",
            found=f"{MIRROR}={os.environ.get(MIRROR, '')} on {sys.platform}",
            remedy=f"set {MIRROR} to the folder of the corpora",
        )
    home = built_store(context.scratch).parents[1]
    shutil.rmtree(home, ignore_errors=True)
    furnish(home)
    first = _built(home, mirror, home / "first.json")
    corrected = context.scratch / "full-mirror"
    change(mirror, corrected, home)
    again = _built(home, corrected, home / "again.json")
    counts = Store(built_store(context.scratch)).manifest(first.timings.snapshot).counts
    return section(first, again, counts.documents, counts.passages)


def change(mirror: Path, corrected: Path, home: Path) -> None:
    """A mirror in which a thousand entries of one source have changed, and the card that pins it."""
    shutil.rmtree(corrected, ignore_errors=True)
    corrected.mkdir(parents=True)
    for path in sorted(mirror.iterdir()):
        (corrected / path.name).symlink_to(path.resolve())
    rows = zstandard.ZstdDecompressor().stream_reader((mirror / FILE).read_bytes()).read(LIMIT).splitlines()
    for place in random.Random(CHANGES).sample(range(len(rows)), CHANGES):
        row = json.loads(rows[place])
        rows[place] = json.dumps(row | {FIELD: f"{row[FIELD]} Corrected."}, ensure_ascii=False).encode()
    packed = zstandard.ZstdCompressor().compress(b"\n".join(rows) + b"\n")
    (corrected / FILE).unlink()
    (corrected / FILE).write_bytes(packed)
    card = home / "data" / "sources" / CHANGED / "source.yaml"
    before = hashlib.sha256((mirror / FILE).read_bytes()).hexdigest()
    card.write_text(card.read_text("utf-8").replace(before, hashlib.sha256(packed).hexdigest()), "utf-8")


def _built(home: Path, mirror: Path, timings: Path) -> Built:
    """Build in a home; a corrected source changes texts that are published, and may move a figure: both are allowed."""
    allowed = ("--allow", "changed-text", "--allow", "worse-evaluation")
    process = started(home, timings, "--profile", PROFILE, *allowed, **{MIRROR: str(mirror)})
    with watched(process.pid) as peak:
        ended = process.wait()
    if ended:
        raise BuildError("the build ended without a snapshot", found=f"exit code {ended}", where=str(home))
    return Built(read_timings(timings), peak[0])


@contextmanager
def watched(pid: int) -> Iterator[list[float]]:
    """The most memory in GB, as the one item of a list, that a process and all it started hold in the block."""
    peak, ended = [0.0], Event()

    def look() -> None:
        while not ended.wait(SECONDS):
            peak[0] = max(peak[0], sum(_held(pid)) / 1e9)

    looking = Thread(target=look, daemon=True)
    looking.start()
    try:
        yield peak
    finally:
        ended.set()
        looking.join()


def _held(pid: int) -> Iterator[int]:
    """Bytes that each process of a family holds, its share of what it shares."""
    try:
        family = [Process(pid), *Process(pid).children(recursive=True)]
    except Error:
        return
    for one in family:
        try:
            told = Path(f"/proc/{one.pid}/smaps_rollup").read_text()
        except OSError:
            continue  # it ended meanwhile
        yield sum(int(line.split()[1]) * 1024 for line in told.splitlines() if line.startswith("Pss:"))


def section(first: Built, again: Built, documents: int, passages: int) -> Section:
    """The page's section."""
    seconds = {one.name: one.seconds for one in again.timings.stages}
    rows = [
        (one.name, f"{one.seconds:.1f}", f"{seconds[one.name]:.1f}", one.result)
        for one in first.timings.stages
    ]
    share = again.timings.seconds / first.timings.seconds
    whole = (
        "all",
        f"{first.timings.seconds:.0f}",
        f"{again.timings.seconds:.0f}",
        "Prefect's own start included",
    )
    held = ("most memory, GB", f"{first.peak_gb:.1f}", f"{again.peak_gb:.1f}", "all processes together")
    told = (
        f"The profile `{PROFILE}` from its cards to a published snapshot, in a new home: {documents:,} documents, "
        f"{passages:,} passages. Then {CHANGES:,} entries of `{CHANGED}` got a word more, and the same home was built "
        f"again, in {100 * share:.0f} % of the time.",
    )
    heads = ("stage", "all built s", "built again s", "result of the first")
    return Section("Building", told, (Table("Seconds of wall time.", heads, (*rows, whole, held)),))
