"""A disk that takes no more bytes in the middle of a file, at every file that a build writes.

The system's limit on the size of a file stands in for the full disk: what is written up to it stays, and the rest is
refused, whoever writes (Python, Arrow, a library). Each stage is tried with limits just below the sizes of its files,
from none to the largest, so that its writers are cut short one after another.
"""

from __future__ import annotations

import os
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tiny_home import CHANNEL, PROFILE, Told, make_home, places_package, publish_home, remains, store_of

from pipeline.build.runner import watched_by
from schemas.errors import IsnadError

WROTE = ("ingest", "corpus", "embedder", "analysis", "index", "places", "gate", "evaluate", "publish")
OUTPUTS = {"evaluate": "build/evaluation", "publish": "store"}  # of the others their own name
WITHIN = {"gate": ("lists", "verses")}  # outputs that a step makes on its way, and only gives a second name
SAID = ("too large", "disk i/o error")  # by the system, by SQLite
LIMITS = 5  # of each stage, about


class ShortFrom(Told):
    """Watches the steps; from the beginning of one of them on, no file may have more bytes than a limit."""

    def __init__(self, step: str, limit: int) -> None:
        super().__init__()
        self._step, self._limit = step, limit

    def begin(self, step: str) -> None:
        if step == self._step:
            resource.setrlimit(
                resource.RLIMIT_FSIZE, (self._limit, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
            )


@contextmanager
def limit_restored() -> Iterator[None]:
    """The limit as it was, at the end of the block."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mirror")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, mirror: Path) -> tuple[Path, str]:
    """A home in which everything is built, and its snapshot."""
    profile = {**PROFILE, "places": places_package(mirror)}
    home = make_home(tmp_path_factory.mktemp("whole") / "home", profile)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ISNAD_MIRROR", str(mirror))
        return home, publish_home(home).snapshot


def without(built: Path, step: str, home: Path) -> list[int]:
    """A copy of a home that has not come to a step; gives the sizes of the files that it lacks and must write.

    What an earlier step wrote and this one only gives a second name takes no bytes of the disk.
    """
    earlier = {file.st_ino for one in WROTE[: WROTE.index(step)] for file in files_of(built, one)}
    sizes = [file.st_size for file in files_of(built, step) if file.st_ino not in earlier]
    shutil.copytree(built, home)
    for one in (step, *WITHIN.get(step, ())):
        shutil.rmtree(folder_of(home, one))
    shutil.rmtree(home / "data" / "store", ignore_errors=True)
    return sizes


def folder_of(home: Path, step: str) -> Path:
    return home / "data" / OUTPUTS.get(step, f"build/{step}")


def files_of(home: Path, step: str) -> list[os.stat_result]:
    return [path.stat() for path in sorted(folder_of(home, step).rglob("*")) if path.is_file()]


def limits_of(sizes: list[int]) -> list[int]:
    """Nothing at all, and some limits that cut a file short by its last byte, up to the largest of them."""
    cutting = sorted({size - 1 for size in sizes if size > 1})
    steps = max(1, (len(cutting) - 1) // (LIMITS - 1))
    return sorted({0, *cutting[::steps], cutting[-1]})


@pytest.mark.parametrize("step", WROTE)
def test_a_file_cut_short_in_each_stage(
    step: str, whole: tuple[Path, str], mirror: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISNAD_MIRROR", str(mirror))
    built, snapshot = whole
    home = tmp_path / "home"
    sizes = without(built, step, home)
    assert sizes, "the stage writes files"
    for limit in limits_of(sizes):
        watcher = ShortFrom(step, limit)
        with limit_restored(), watched_by(watcher), pytest.raises(IsnadError) as caught:
            publish_home(home)
        assert any(words in str(caught.value.found).lower() for words in SAID), (limit, str(caught.value))
        assert "space" in str(caught.value.remedy), limit
        assert watcher.ended == [] or watcher.ended[-1][0] != step, f"it did not end at {limit} bytes"
        assert remains(home) == [], limit
        assert list(store_of(home).ids()) == [], limit
        assert store_of(home).pointer(CHANNEL) is None, limit
    assert publish_home(home).snapshot == snapshot
    assert remains(home) == []
