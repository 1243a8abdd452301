"""A build that is killed at any moment leaves the store as it was, and the next run ends with the same snapshot.

The moments are counted in calls that change the disk (syncs, links, renames), so that the whole of a run is
covered, publishing too, whatever the speed of the machine. Each kind of stage is killed once more by its name.
"""

from __future__ import annotations

import random
import shutil
import signal
from hashlib import sha256
from pathlib import Path

import pytest
from tiny_home import (
    ANSWERS,
    CHANNEL,
    PROFILE,
    STEPS,
    make_home,
    places_package,
    publish_home,
    remains,
    run_in,
    store_of,
    write_csv,
)

COUNTED = """
import os, pathlib, signal, sys
from tiny_home import publish_home

seen, at = 0, int(sys.argv[2])


def counted(real):
    def call(*arguments, **more):
        global seen
        if seen == at:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1
        return real(*arguments, **more)
    return call


for home, name in ((os, "fsync"), (os, "link"), (pathlib.Path, "rename"), (pathlib.Path, "replace")):
    setattr(home, name, counted(getattr(home, name)))
publish_home(pathlib.Path(sys.argv[1]))
print(seen)
"""
# Killed in one step, at its second call that changes the disk: something of it is then half-written.
IN_A_STEP = """
import os, pathlib, signal, sys
from tiny_home import Told, publish_home
from pipeline.build.runner import watched_by

wanted = sys.argv[2]


class Killing(Told):
    calls = -1

    def begin(self, step):
        self.calls = 0 if step == wanted else -1
        if step == wanted == "fetch":  # it reads alone: the sources of a tiny home lie beside their cards
            os.kill(os.getpid(), signal.SIGKILL)


watcher = Killing()


def counted(real):
    def call(*arguments, **more):
        if watcher.calls >= 0:
            watcher.calls += 1
        if watcher.calls == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **more)
    return call


for home, name in ((os, "fsync"), (os, "link"), (pathlib.Path, "rename"), (pathlib.Path, "replace")):
    setattr(home, name, counted(getattr(home, name)))
with watched_by(watcher):
    publish_home(pathlib.Path(sys.argv[1]))
"""
HERE = str(Path(__file__).parent)


def _run(home: Path, at: int) -> tuple[int, str]:
    root = str(Path(__file__).parents[2])
    mirror = str(home.parent / "mirror")
    done = run_in(home, "-c", COUNTED, str(home), str(at), PYTHONPATH=f"{HERE}:{root}", ISNAD_MIRROR=mirror)
    return done.returncode, done.stdout.strip() or done.stderr


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
    edited: Path, tmp_path: Path
) -> None:
    old = store_of(edited).served(CHANNEL)
    code, told = _run(_copy(edited, tmp_path / "counted"), -1)
    assert code == 0, told
    total = int(told)
    whole = publish_home(_copy(edited, tmp_path / "whole")).snapshot
    moments = sorted({*random.Random(112).sample(range(total - 20), 3), total - 20, total - 6, total - 1})
    for at in moments:
        home = _copy(edited, tmp_path / f"killed-{at}")
        assert _run(home, at)[0] == -signal.SIGKILL
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
    built: Path, tmp_path: Path
) -> None:
    """One home is killed in every stage in turn, each run going on where the one before was killed."""
    package = places_package(tmp_path / "mirror")
    home = make_home(tmp_path / "home", {**PROFILE, "places": package})
    paths = f"{HERE}:{Path(__file__).parents[2]}"
    whole = _outputs(built)
    for step in STEPS:
        more = {"PYTHONPATH": paths, "ISNAD_MIRROR": str(tmp_path / "mirror")}
        done = run_in(home, "-c", IN_A_STEP, str(home), step, **more)
        assert done.returncode == -signal.SIGKILL, (step, done.stderr)
        assert store_of(home).ids() == (), step
        assert _outputs(home).items() <= whole.items(), f"what is visible after {step} is finished"
    assert publish_home(home).snapshot == store_of(built).served(CHANNEL).snapshot
    assert _outputs(home) == whole
    assert remains(home) == []
    assert list(store_of(home).staging.iterdir()) == []
