"""What the tests of the build room share: a tiny home, fresh or built."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tiny_home import PROFILE, make_home, places_package, publish_home


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the caller's environment says of Isnad is not meant for these homes."""
    for name in [name for name in os.environ if name.startswith("ISNAD_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A tiny home, not built."""
    return make_home(tmp_path / "home")


@pytest.fixture(scope="session")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("ISNAD_")]:
            patch.delenv(name)
        patch.setenv("ISNAD_MIRROR", str(folder / "mirror"))
        home = make_home(folder / "home", {**PROFILE, "places": places_package(folder / "mirror")})
        publish_home(home)
        yield folder


@pytest.fixture
def built(_built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own that is built and published, with places; the mirror that it needs is named."""
    shutil.copytree(_built, tmp_path / "copy")
    monkeypatch.setenv("ISNAD_MIRROR", str(tmp_path / "copy" / "mirror"))
    return tmp_path / "copy" / "home"
