"""A disk that is full in any stage of a build: a clear error, nothing half-written, and then the same snapshot."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from tiny_home import (
    CHANNEL,
    PROFILE,
    STEPS,
    Told,
    make_home,
    places_package,
    publish_home,
    remains,
    store_of,
)

from pipeline.build.runner import watched_by
from schemas.errors import IsnadError

# The files of these sources lie beside their cards: nothing is written where they are fetched.
WRITING = STEPS[1:]


class FullFrom(Told):
    """Watches the steps; from the beginning of one of them on, the disk takes nothing more."""

    def __init__(self, step: str | None = None) -> None:
        super().__init__()
        self._step, self._full = step, False

    def begin(self, step: str) -> None:
        self._full = self._full or step == self._step

    def sync(self, handle: int) -> None:
        """In the place of `os.fsync`."""
        if self._full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_in_each_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISNAD_MIRROR", str(tmp_path / "mirror"))
    profile = {**PROFILE, "places": places_package(tmp_path / "mirror")}
    plain = FullFrom()
    with watched_by(plain):
        whole = publish_home(make_home(tmp_path / "whole", profile)).snapshot
    assert [step for step, _ in plain.ended] == STEPS, "each stage is tried"
    home = make_home(tmp_path / "home", profile)
    for step in WRITING:
        watcher = FullFrom(step)
        with monkeypatch.context() as patch, watched_by(watcher):
            patch.setattr(os, "fsync", watcher.sync)
            with pytest.raises(IsnadError) as caught:
                publish_home(home)
        assert "no space left" in str(caught.value.found).lower(), step
        assert "space" in str(caught.value.remedy), step
        assert watcher.ended == [] or watcher.ended[-1][0] != step, "it did not end"
        assert remains(home) == [], step
        store = store_of(home)
        assert list(store.ids()) == [], step
        assert store.pointer(CHANNEL) is None, step
    assert publish_home(home).snapshot == whole
    assert list(store_of(home).staging.iterdir()) == []
