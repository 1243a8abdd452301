"""A Prefect server of these tests' own, and tiny homes to run flows on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "build"))  # for tiny_home

from tiny_home import PROFILE, make_home, places_package

from pipeline.build.runner import let_steps_run


@pytest.fixture(scope="session", autouse=True)
def prefect_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Prefect is imported only after its settings are made, so its imports stand inside the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("ISNAD_", "PREFECT_"))]:
            patch.delenv(name)
        patch.setenv("PREFECT_HOME", str(tmp_path_factory.mktemp("prefect")))
        patch.setenv("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
        patch.setenv("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
        yield


@pytest.fixture(autouse=True)
def steps_run_again() -> Iterator[None]:
    """A run that a test stops leaves its mark in this process, where other tests run steps without a flow."""
    yield
    let_steps_run()


@pytest.fixture(scope="session")
def server(prefect_settings: None) -> Iterator[None]:
    """One server for all tests that run flows."""
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=120):
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny home with places out of a mirror, not built."""
    monkeypatch.setenv("ISNAD_MIRROR", str(tmp_path / "mirror"))
    return make_home(tmp_path / "home", {**PROFILE, "places": places_package(tmp_path / "mirror")})


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried again is tried at once."""
    monkeypatch.setattr("flows.runner.RETRY_DELAYS_S", [0.0, 0.0, 0.0])
