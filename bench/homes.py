"""What a benchmark measures: the store that is there, or a home that is built anew, with the times of its stages."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from pipeline.snapshot import Store
from schemas.errors import IsnadError

ROOT = Path(__file__).parents[1]
GIVEN = ("profiles", "sources", "lexicon", "questions", "reader")  # what is told to a build


@dataclass(frozen=True, slots=True)
class Stage:
    """One finished stage of a build."""

    name: str
    seconds: float
    result: str
    begun: float = 0.0  # seconds after the build's beginning


@dataclass(frozen=True, slots=True)
class Timings:
    """What `isnad run --timings` wrote, and the memory of its largest process where this process ran it."""

    snapshot: str
    seconds: float
    stages: tuple[Stage, ...]
    peak_gb: float | None = None
    begun: float = 0.0  # seconds since 1970


def opened_store(folder: Path, channel: str) -> Store:
    """The store, or an end with a sentence that says what to do first."""
    store = Store(folder)
    try:
        store.served(channel)
    except IsnadError as error:
        sys.exit(
            f"there is no snapshot to measure on “{channel}” in {folder}: run `make run` first\n{error.render()}"
        )
    return store


def read_timings(path: Path, peak_gb: float | None = None) -> Timings:
    """The file that `isnad run --timings` wrote."""
    told = json.loads(path.read_text("utf-8"))
    stages = tuple(Stage(one["stage"], one["seconds"], one["result"], one["begun"]) for one in told["stages"])
    return Timings(told["snapshot"], told["seconds"], stages, peak_gb, told["begun"])


def fresh_build(home: Path) -> Timings:
    """Build the starter in a home that is not there yet."""
    if home.exists():
        sys.exit(f"{home} is there already: name a new folder, so that every stage is run")
    furnish(home)
    file = home / "timings.json"
    if started(home, file).wait():
        sys.exit("the build ended without a snapshot, for the reason above; nothing was written")
    return read_timings(file, _peak_gb())


def furnish(home: Path) -> None:
    """A home with what is told to a build, and nothing that was fetched or built."""
    for name in GIVEN:
        shutil.copytree(ROOT / "data" / name, home / "data" / name)


def started(home: Path, timings: Path, *options: str, **settings: str) -> subprocess.Popen[bytes]:
    """`isnad run` in a home, under these settings of ours alone; it writes its timings to a file."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ISNAD_")}
    command = ["run", "--home", str(home), "--timings", str(timings), *options]
    return subprocess.Popen([sys.executable, "-m", "cli", *command], cwd=ROOT, env=kept | settings)


def _peak_gb() -> float:
    """The most memory that one finished child process held."""
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most / 1e9 if sys.platform == "darwin" else most * 1024 / 1e9
