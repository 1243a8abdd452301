"""`isnad ui`, and runs under its server: they are shown there, and end with a message when they fail or are stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "build"))  # for tiny_home

from tiny_home import (
    CHANNEL,
    PROFILE,
    isnad,
    make_home,
    prefect_of,
    publish_home,
    remains,
    running,
    store_of,
    write_card,
    write_profile,
)

from flows.server import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that `isnad ui` started, for PREFECT_API_URL: runs then start none of their own.

    Whoever stops the page stops its server.
    """
    home = make_home(tmp_path_factory.mktemp("server") / "home")
    port = free_port()
    api = f"http://127.0.0.1:{port}/api"
    with running(home, "ui", "--port", str(port)) as process:
        _wait_for(f"{api}/health", process)
        yield api
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (130, "stopped; nothing half-written remains\n")
        assert prefect_of(home) == []


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny home that was built and published."""
    home = make_home(tmp_path_factory.mktemp("published") / "home")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("ISNAD_")]:
            patch.delenv(name)
        publish_home(home)
    return home


@pytest.fixture
def home(published: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(published, tmp_path / "home"))


def test_a_fault_under_prefect_is_a_message_and_a_code(server: str, home: Path) -> None:
    before = store_of(home).pointer(CHANNEL)
    (home / "data/sources/answers/answers.csv").unlink()
    done = isnad(home, "build", "--profile", "tiny", PREFECT_API_URL=server)
    assert done.returncode == 3
    assert done.stderr.splitlines() == [
        "error: the file of a source is missing",
        "  where: answers",
        "  expected: “answers.csv” beside the card; no mirror folder is set",
        "  found: source.yaml",
        "  to mend it: correct path in the card, put the file there, or set ISNAD_MIRROR to the folder that holds it",
    ]
    assert "Traceback" not in done.stdout
    assert store_of(home).pointer(CHANNEL) == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_stage_at_work_and_leaves_nothing_half_written(
    server: str, home: Path, number: signal.Signals
) -> None:
    before = store_of(home).pointer(CHANNEL)
    long = {**PROFILE["embedder"], "steps": 1_000_000}  # an hour
    write_profile(home, {**PROFILE, "embedder": long})
    with running(home, "build", "--profile", "tiny", PREFECT_API_URL=server) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "train" in line:
                break
        time.sleep(0.5)  # the embedder is at work
        process.send_signal(number)
        printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == "stopped; nothing half-written remains"
    assert "Published" not in printed
    assert store_of(home).pointer(CHANNEL) == before
    assert remains(home) == []


def test_a_server_that_runs_shows_the_runs(server: str, home: Path) -> None:
    write_card(home, "answers", notes="A word more.")
    done = isnad(home, "build", "--profile", "tiny", PREFECT_API_URL=server)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Published" in done.stdout
    assert not list((home / "data/prefect").glob("prefect.db"))
    flows = {flow["id"]: flow["name"] for flow in _post(f"{server}/flows/filter")}
    runs = _post(f"{server}/flow_runs/filter")
    ended = [
        run["id"] for run in runs if flows[run["flow_id"]] == "rebuild" and run["state_type"] == "COMPLETED"
    ]
    assert ended
    steps = {
        task["name"].split("-")[0]
        for task in _post(f"{server}/task_runs/filter")
        if task["flow_run_id"] in ended
    }
    assert {"ingest answers", "corpus", "embedder", "index", "gate", "evaluate", "publish"} <= steps, steps


def _wait_for(url: str, server: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"the server did not come up: {server.poll()}")


def _post(url: str) -> list[dict[str, str]]:
    request = urllib.request.Request(url, b"{}", {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        rows: list[dict[str, str]] = json.load(answer)
    return rows


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_whole_group_ends_a_run_behind_a_proxy_that_does_not_answer(
    home: Path, number: signal.Signals
) -> None:
    """What a terminal, `timeout` and `docker stop` do. The run's own server records its end, so it ends after it."""
    write_profile(home, {**PROFILE, "embedder": {**PROFILE["embedder"], "steps": 1_000_000}})
    proxy = {
        "HTTP_PROXY": "http://127.0.0.1:9",
        "http_proxy": "http://127.0.0.1:9",
        "NO_PROXY": "",
        "no_proxy": "",
    }
    with running(home, "build", "--profile", "tiny", **proxy) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "train" in line:
                break
        time.sleep(0.5)  # the embedder is at work
        os.killpg(process.pid, number)
        _, errors = process.communicate(timeout=90)
    assert (process.returncode, errors.strip()) == (130, "stopped; nothing half-written remains")
    assert prefect_of(home) == []
