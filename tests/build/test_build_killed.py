"""A build that is killed at any moment leaves the store as it was, and the next run ends with the same snapshot.

The moments are counted in calls that change the disk (syncs, links, renames), so that the whole of a run is
covered, publishing too, whatever the speed of the machine.
"""

from __future__ import annotations

import random
import shutil
import signal
from pathlib import Path

import pytest
from tiny_home import ANSWERS, CHANNEL, publish_home, remains, run_in, store_of, write_csv

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
HERE = str(Path(__file__).parent)


def _run(home: Path, at: int) -> tuple[int, str]:
    root = str(Path(__file__).parents[2])
    mirror = str(home.parent / "mirror")
    done = run_in(home, "-c", COUNTED, str(home), str(at), PYTHONPATH=f"{HERE}:{root}", ISNAD_MIRROR=mirror)
    return done.returncode, done.stdout.strip() or done.stderr


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
    moments = sorted({*random.Random(112).sample(range(total - 20), 4), total - 20, total - 6, total - 1})
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
