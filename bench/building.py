"""The build of all sources: its stages, its memory, and what a build costs after a thousand documents have changed.

The profile `full` is built in a new home, from the cards to a published snapshot, with nothing kept but the compiled
code. Then a thousand entries of one source get a word more, as an upstream that corrects itself, and the same home is
built again. The snapshot stays in `context.scratch`, where the other parts find it.

The corpora lie in the folder that ISNAD_MIRROR names; without it nothing is measured. Memory is the sum over all
processes of a build, each shared page counted once (`Pss`, which Linux tells), looked at every second; each look
belongs to the stage that was at work then. It counts pages of mapped files too, which the system may take back.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import zstandard
from psutil import Error, Process

from bench.homes import Timings, furnish, read_timings, started
from bench.sections import Context, Section, Table
from pipeline.snapshot import Store
from schemas.errors import BuildError, ConfigurationError

PROFILE, CHANNEL = "full", "measurement"
MIRROR = "ISNAD_MIRROR"
# A source of which the embedder learns nothing, as its profile says: its vectors alone are made anew.
CHANGED, FILE, FIELD = "duz-zakariyya", "fatwa-en-duz-zakariyya.jsonl.zst", "answer"
CHANGES = 1000
LIMIT = 1 << 30  # bytes of the unpacked file
SECONDS = 1.0  # between two looks at the memory
BETWEEN = "between stages"


@dataclass(frozen=True, slots=True)
class Look:
    """The memory that the processes of a build held together at one time."""

    at: float  # seconds since 1970
    gb: float


@dataclass(frozen=True, slots=True)
class Built:
    """One build: its stages, and the looks at its memory."""

    timings: Timings
    looks: tuple[Look, ...]

    @property
    def peak_gb(self) -> float:
        """The most memory of all looks."""
        return max((look.gb for look in self.looks), default=0.0)

    def peak_of(self, name: str) -> float | None:
        """The most memory while a stage was at work, or between stages; None where no look fell there."""
        seen = [look.gb for look in self.looks if self._stage_at(look.at) == name]
        return max(seen, default=None)

    def _stage_at(self, at: float) -> str:
        since = at - self.timings.begun
        inside = (one.name for one in self.timings.stages if one.begun <= since <= one.begun + one.seconds)
        return next(inside, BETWEEN)


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
    with watched(process.pid) as looks:
        ended = process.wait()
    if ended:
        raise BuildError("the build ended without a snapshot", found=f"exit code {ended}", where=str(home))
    return Built(read_timings(timings), tuple(looks))


@contextmanager
def watched(pid: int) -> Iterator[Sequence[Look]]:
    """Looks at what a process and all it started hold in the block; the list grows while it lasts."""
    looks: list[Look] = []
    ended = Event()

    def look() -> None:
        while not ended.wait(SECONDS):
            looks.append(Look(time.time(), sum(_held(pid)) / 1e9))

    looking = Thread(target=look, daemon=True)
    looking.start()
    try:
        yield looks
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
    results = {one.name: one.result for one in first.timings.stages}
    rows = [(name, *_cells(first, name), *_cells(again, name), told) for name, told in results.items()]
    rows.append((BETWEEN, *_cells(first, BETWEEN), *_cells(again, BETWEEN), "Prefect's own start"))
    whole = [cell for one in (first, again) for cell in (f"{one.timings.seconds:.0f}", f"{one.peak_gb:.1f}")]
    share = again.timings.seconds / first.timings.seconds
    told = (
        f"The profile `{PROFILE}` from its cards to a published snapshot, in a new home: {documents:,} documents, "
        f"{passages:,} passages. Then {CHANGES:,} entries of `{CHANGED}` got a word more, and the same home was built "
        f"again, in {100 * share:.0f} % of the time.",
        "Memory is that of all processes together, each shared page counted once, pages of mapped files included; "
        f"looked at every {SECONDS:.0f} s.",
    )
    heads = ("stage", "all built s", "GB", "built again s", "GB", "result of the first")
    table = Table("Seconds of wall time, and the most memory.", heads, (*rows, ("all", *whole, "")))
    return Section("Building", told, (table,))


def _cells(built: Built, name: str) -> tuple[str, str]:
    """Seconds and memory of a stage, or of what lies between the stages."""
    seconds = {one.name: one.seconds for one in built.timings.stages}
    seconds[BETWEEN] = built.timings.seconds - sum(seconds.values())
    peak = built.peak_of(name)
    return f"{seconds[name]:.1f}", "–" if peak is None else f"{peak:.1f}"
