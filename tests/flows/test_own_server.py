"""The server of a run: when one is started, and what is told where none comes up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
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
        server._wait(ended, server.free_port())
    assert told.value.found == "exit code 7"
    assert told.value.where == str(prefect_home / server.LOG)


def test_a_server_that_does_not_answer_in_time_is_told_and_stopped(
    prefect_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STARTED_S", 0.1)
    silent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        with pytest.raises(BuildError, match="did not start") as told:
            server._wait(silent, server.free_port())
        assert told.value.found == "no answer"
    finally:
        server._stop(silent)
    assert silent.poll() is not None


def test_it_is_gone_when_the_run_is_killed_outright(tmp_path: Path) -> None:
    run = (
        "import os, subprocess, sys, time\n"
        "kept = subprocess.Popen([sys.executable, '-m', 'flows.kept', 'http.server', '0'], stdin=subprocess.PIPE)\n"
        "print(kept.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", run], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert killed.stdout is not None
    kept = int(killed.stdout.readline())
    os.kill(kept, 0)
    killed.kill()
    killed.wait()
    end = time.monotonic() + 30
    while _lives(kept) and time.monotonic() < end:
        time.sleep(0.05)
    assert not _lives(kept)


def _lives(process: int) -> bool:
    """Whether a process runs; one that ended and that nobody has asked after does not."""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
