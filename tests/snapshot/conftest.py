"""Fixtures of this room: an empty store, and a way to publish a build in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from snapshot_builds import Build

from pipeline.snapshot.publish import Published, publish
from pipeline.snapshot.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store", lock_wait_s=5)


@pytest.fixture
def put(store: Store, tmp_path: Path) -> Callable[..., Published]:
    """Write a build into a fresh folder and publish it."""
    numbers = iter(range(1_000))

    def publish_build(build: Build, *, allow: tuple[str, ...] = (), channel: str = "production", to=None):
        folder = tmp_path / f"build-{next(numbers)}"
        return publish(to or store, folder, build.write(folder), channel, allow=allow)

    return publish_build
