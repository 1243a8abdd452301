"""A build that is killed at any moment leaves the store as it was, and the next run ends with the same snapshot.

The moments are counted in calls that change the disk (syncs, links, renames), so that the whole of a run is
covered, publishing too, whatever the speed of the machine. Each kind of stage is killed once more by its name.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from tiny_home import (
    ANSWERS,
    CHANNEL,
    PROFILE,
    STEPS,
    environment,
    make_home,
    places_package,
    publish_home,
    remains,
    store_of,
    write_csv,
)

# Runs, one for each line of a home, a moment and a mirror, each in a process forked from one that has loaded all. How
# many calls a run saw is told when it ends, and then its code. It is killed at that call that changes the disk, or in
# the step that is named, at the second one: something of it is then half-written.
RUNS = """
import os, pathlib, signal, sys
from tiny_home import Told, publish_home
from pipeline.build.runner import watched_by


class Killing(Told):
    def __init__(self, at):
        super().__init__()
        self.step, self.at = ("", int(at)) if at.lstrip("-").isdigit() else (at, 1)
        self.seen = -1 if self.step else 0  # -1: not in that step

    def begin(self, step):
        if self.step:
            self.seen = 0 if step == self.step else -1
        if step == self.step == "fetch":  # it reads alone: the sources of a tiny home lie beside their cards
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(self, real):
        def call(*arguments, **more):
            if self.seen >= 0:
                if self.seen == self.at:
                    os.kill(os.getpid(), signal.SIGKILL)
                self.seen += 1
            return real(*arguments, **more)
        return call


def run(home, at):
    killing = Killing(at)
    for place, name in ((os, "fsync"), (os, "link"), (pathlib.Path, "rename"), (pathlib.Path, "replace")):
        setattr(place, name, killing.counted(getattr(place, name)))
    with watched_by(killing):
        publish_home(pathlib.Path(home))
    return killing.seen


for line in sys.stdin:
    home, at, mirror = line.rstrip("\\n").split("\\t")
    if (child := os.fork()) == 0:
        os.environ["ISNAD_MIRROR"] = mirror
        print(run(home, at), end=" ", flush=True)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """What runs in processes that may be killed."""
    with subprocess.Popen(
        [sys.executable, "-c", RUNS],
        env=environment(tmp_path_factory.mktemp("none")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def _run(runs: subprocess.Popen[str], home: Path, at: int | str, mirror: Path) -> list[int]:
    """How many calls a run saw, unless it was killed, and its code."""
    assert runs.stdin is not None
    assert runs.stdout is not None
    print(home, at, mirror, sep="\t", file=runs.stdin, flush=True)
    return [int(word) for word in runs.stdout.readline().split()]


def _outputs(home: Path) -> dict[str, str]:
    """What the finished stages of a build hold, by digest."""
    build = home / "data" / "build"
    return {
        path.relative_to(build).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(build.rglob("*"))
        if path.is_file() and not path.relative_to(build).parts[0].startswith(".")
    }


def _copy(home: Path, folder: Path) -> Path:
    return Path(shutil.copytree(home.parent, folder)) / home.name


@pytest.fixture
def edited(built: Path) -> Path:
    """A published home with one more answer, which was not built yet."""
    rows = [[str(n), *both] for n, both in enumerate(ANSWERS, start=1)]
    write_csv(built / "data/sources/answers/answers.csv",
              [["number", "question", "answer"], *rows, ["3", "May one answer be added?", "It may."]])  # fmt: skip
    return built


@pytest.mark.slow
def test_killed_anywhere_the_store_is_readable_and_the_next_run_ends_as_if_nothing_had_been(
    runs: subprocess.Popen[str], edited: Path, tmp_path: Path
) -> None:
    old = store_of(edited).served(CHANNEL)
    home = _copy(edited, tmp_path / "counted")
    total, code = _run(runs, home, -1, home.parent / "mirror")
    assert code == 0
    whole = publish_home(_copy(edited, tmp_path / "whole")).snapshot
    moments = sorted({*random.Random(112).sample(range(total - 20), 3), total - 20, total - 6, total - 1})
    for at in moments:
        home = _copy(edited, tmp_path / f"killed-{at}")
        assert _run(runs, home, at, home.parent / "mirror") == [-signal.SIGKILL]
        store = store_of(home)
        assert store.served(CHANNEL).snapshot in (old.snapshot, whole)
        for snapshot in store.ids():
            store.verify(snapshot)
        store.current(CHANNEL)
        assert publish_home(home).snapshot == whole
        assert store.served(CHANNEL).release == 2
        assert remains(home) == []
        assert list(store.staging.iterdir()) == []


@pytest.mark.slow
def test_killed_in_each_stage_one_after_another_a_build_ends_with_the_same_bytes(
    runs: subprocess.Popen[str], built: Path, tmp_path: Path
) -> None:
    """One home is killed in every stage in turn, each run going on where the one before was killed."""
    package = places_package(tmp_path / "mirror")
    home = make_home(tmp_path / "home", {**PROFILE, "places": package})
    whole = _outputs(built)
    for step in STEPS:
        assert _run(runs, home, step, tmp_path / "mirror") == [-signal.SIGKILL], step
        assert store_of(home).ids() == (), step
        assert _outputs(home).items() <= whole.items(), f"what is visible after {step} is finished"
    assert publish_home(home).snapshot == store_of(built).served(CHANNEL).snapshot
    assert _outputs(home) == whole
    assert remains(home) == []
    assert list(store_of(home).staging.iterdir()) == []
