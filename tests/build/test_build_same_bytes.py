"""The same sources give the same snapshot: in another folder, process, hash seed, and number of workers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_home import (
    BUILD_SCRIPT,
    CHANNEL,
    PROFILE,
    make_home,
    places_package,
    publish_home,
    run_in,
    store_of,
)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that another process built with one worker and hash seed 0."""
    return _build(tmp_path_factory.mktemp("first"), seed=0, workers=1)


def _build(folder: Path, seed: int, workers: int) -> Path:
    mirror = folder / "mirror"
    home = make_home(folder / "a home", {**PROFILE, "places": places_package(mirror)})
    done = run_in(
        home,
        "-c",
        BUILD_SCRIPT,
        str(workers),
        PYTHONHASHSEED=str(seed),
        ISNAD_MIRROR=str(mirror),
        TZ="Asia/Tokyo",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == store_of(home).served(CHANNEL).snapshot
    return home


def _published(home: Path) -> tuple[str, dict[str, str]]:
    snapshot = store_of(home).served(CHANNEL).snapshot
    return snapshot, {entry.path: entry.sha256 for entry in store_of(home).manifest(snapshot).files}


@pytest.mark.parametrize(("seed", "workers"), [(1, 1), (2, 4)])
def test_two_builds_from_clean_are_one_snapshot(first: Path, tmp_path: Path, seed: int, workers: int) -> None:
    other = _build(tmp_path, seed, workers)
    assert _published(other)[1] == _published(first)[1]
    assert _published(other)[0] == _published(first)[0]


def test_the_order_of_sources_in_a_profile_changes_no_file(built: Path, tmp_path: Path) -> None:
    """The profile is told in the manifest as it stands; the files do not know it."""
    package = places_package(tmp_path / "mirror")
    sources = list(reversed(PROFILE["sources"]))
    home = make_home(tmp_path / "home", {**PROFILE, "sources": sources, "places": package})
    publish_home(home)
    assert _published(home)[1] == _published(built)[1]


def test_the_manifest_names_no_place(first: Path) -> None:
    _, path = store_of(first).current(CHANNEL)
    assert str(first.parent) not in (path / "manifest.json").read_text("utf-8")
