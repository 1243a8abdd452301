"""The server of a run: when one is started, and what is told where none comes up."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from flows import server
from schemas.errors import BuildError


@pytest.fixture
def prefect_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path))
    monkeypatch.delenv(server.ASKED, raising=False)
    return tmp_path


def test_none_is_started_where_an_operator_named_one(
    prefect_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(server.ASKED, "http://prefect.example/api")
    assert server.start_server() is nullcontext
    assert os.environ[server.ASKED] == "http://prefect.example/api"


def test_none_is_started_where_profiles_may_name_one(prefect_home: Path) -> None:
    (prefect_home / "profiles.toml").write_text("")
    assert server.start_server() is nullcontext
    assert server.ASKED not in os.environ


def test_a_server_that_ends_is_told_with_its_code_and_its_log(prefect_home: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"])
    ended.wait()
    with pytest.raises(BuildError, match="did not start") as told:
        server._wait(ended, server._free_port())
    assert told.value.found == "exit code 7"
    assert told.value.where == str(prefect_home / server.LOG)


def test_a_server_that_does_not_answer_in_time_is_told_and_stopped(
    prefect_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STARTED_S", 0.1)
    silent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        with pytest.raises(BuildError, match="did not start") as told:
            server._wait(silent, server._free_port())
        assert told.value.found == "no answer"
    finally:
        server._stop(silent)
    assert silent.poll() is not None
