"""`isnad run` and `isnad build` on a tiny home, as a user runs them; and `ask`, `eval` and `ui` beside them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import StringIO
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "build"))  # for tiny_home

from rich.console import Console
from tiny_home import (
    CHANNEL,
    PROFILE,
    environment,
    isnad,
    make_home,
    remains,
    store_of,
    write_card,
    write_profile,
)

from cli.progress import StageProgress
from cli.run import _begin_loading
from flows.server import free_port

pytestmark = pytest.mark.slow
STAGES = ["fetch", "ingest", "corpus", "embedder", "analysis", "index", "gate", "evaluate", "publish"]
Ran = tuple[Path, subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A tiny home on which `isnad run` was called once, and how that ended."""
    home = make_home(tmp_path_factory.mktemp("ran") / "home")
    return home, isnad(home, "run", "--profile", "tiny")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that `isnad ui` started, for PREFECT_API_URL: runs then start none of their own."""
    home = make_home(tmp_path_factory.mktemp("server") / "home")
    port = free_port()
    api = f"http://127.0.0.1:{port}/api"
    with _running(home, "ui", "--port", str(port)) as process:
        _wait_for(f"{api}/health", process)
        yield api


@pytest.fixture
def home(ran: Ran, tmp_path: Path) -> Path:
    """A copy of it, without what Prefect keeps."""
    return Path(shutil.copytree(ran[0], tmp_path / "home", ignore=shutil.ignore_patterns("prefect")))


def _table(printed: str) -> list[str]:
    """The stages of the table at the end."""
    rows = [line.split("│") for line in printed.splitlines() if line.startswith("│")]
    return [row[1].strip() for row in rows]


def test_it_tells_every_stage_once_publishes_and_answers(ran: Ran) -> None:
    home, done = ran
    assert (done.returncode, done.stderr) == (0, "")
    assert _table(done.stdout) == [*STAGES, "all"]
    assert done.stdout.count("✓") == len(STAGES)
    snapshot = store_of(home).served(CHANNEL).snapshot
    assert f"Published {snapshot} on “{CHANNEL}”" in done.stdout
    assert "Say, He is Allah, One" in done.stdout
    assert "1. quran:112:1" in done.stdout
    assert "This service issues no rulings" in done.stdout
    assert "3. \u2067الإخلاص ٢\u2069" in done.stdout, "Arabic stands in isolates above its answer, too"


def test_a_run_by_itself_is_recorded_with_all_its_steps_and_leaves_no_server(ran: Ran) -> None:
    with closing(sqlite3.connect(ran[0] / "data/prefect/prefect.db")) as recorded:
        states = recorded.execute("select name, state_type from flow_run").fetchall()
        steps = {name for (name,) in recorded.execute("select name from task_run")}
    assert states == [("rebuild tiny", "COMPLETED")]
    assert {"corpus", "embedder", "index", "gate", "evaluate", "publish"} <= {
        name.split("-")[0] for name in steps
    }
    home = str(ran[0])
    assert not [one.pid for one in psutil.process_iter() if _prefect_home(one) == f"{home}/data/prefect"]


def _prefect_home(process: psutil.Process) -> str | None:
    try:
        return process.environ().get("PREFECT_HOME")
    except (psutil.Error, OSError):
        return None


def test_the_second_run_says_that_nothing_changed_and_answers(ran: Ran) -> None:
    home, first = ran
    done = isnad(home, "run", "--profile", "tiny", "--timings", str(home / "again.json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "No stage ran, so that" in done.stdout
    assert not (home / "again.json").exists()
    assert done.stdout.startswith(f"Nothing has changed since {store_of(home).served(CHANNEL).snapshot}")
    assert "Prefect" not in done.stdout
    answers = "The snapshot"
    assert done.stdout[done.stdout.index(answers) :] == first.stdout[first.stdout.index(answers) :]


def test_ask_and_eval_find_the_store_by_its_variable(ran: Ran, tmp_path: Path) -> None:
    store = str(ran[0] / "data/store")
    asked = isnad(tmp_path, "ask", "112:2", "--json", "--snapshot", CHANNEL, ISNAD_STORE=store)
    assert asked.returncode == 0, asked.stderr
    assert json.loads(asked.stdout)["sources"][0]["referenceId"] == "quran:112:2"
    told = isnad(tmp_path, "eval", "--set", "golden", "--json", "--home", str(ran[0]), ISNAD_STORE=store)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["snapshot"] == store_of(ran[0]).served(CHANNEL).snapshot


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("run", "--profile", "none"), 1, "expected: one of: tiny"),
        (("build", "--profile", "tiny", "--home", "/nowhere"), 1, "not an Isnad home"),
        (("run", "--profile"), 2, "--profile"),
        (("build", "tiny"), 2, "Usage"),
    ],
)
def test_a_wrong_call_is_told_before_anything_starts(
    ran: Ran, words: tuple[str, ...], code: int, told: str
) -> None:
    done = isnad(ran[0], *words)
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert "Starting Prefect" not in done.stdout


def test_a_fault_under_prefect_is_a_message_and_a_code(server: str, home: Path) -> None:
    before = store_of(home).pointer(CHANNEL)
    (home / "data/sources/answers/answers.csv").unlink()
    done = isnad(home, "build", "--profile", "tiny", PREFECT_API_URL=server)
    assert done.returncode == 3
    assert done.stderr.splitlines() == [
        "error: the file of a source is missing",
        "  where: answers",
        "  expected: “answers.csv” beside the card; no mirror folder is set",
        "  to mend it: put the file there, or set ISNAD_MIRROR to the folder that holds it",
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
    with _running(home, "build", "--profile", "tiny", PREFECT_API_URL=server) as process:
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
    with _running(home, "build", "--profile", "tiny", **proxy) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "train" in line:
                break
        time.sleep(0.5)  # the embedder is at work
        os.killpg(process.pid, number)
        _, errors = process.communicate(timeout=90)
    assert (process.returncode, errors.strip()) == (130, "stopped; nothing half-written remains")
    assert not [one.pid for one in psutil.process_iter() if _prefect_home(one) == f"{home}/data/prefect"]


def test_kernels_are_loaded_outside_of_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr("pipeline.index.loading.load", lambda: seen.append(threading.current_thread()))
    loading = _begin_loading()
    loading.join()
    assert seen == [loading]


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


def test_who_stops_the_page_stops_its_server(tmp_path: Path) -> None:
    home, port = make_home(tmp_path / "home"), free_port()
    with _running(home, "ui", "--port", str(port)) as process:
        _wait_for(f"http://127.0.0.1:{port}/api/health", process)
        process.terminate()
        process.wait(60)
        kept = f"{home}/data/prefect"
        assert not [one.pid for one in psutil.process_iter() if _prefect_home(one) == kept]


@contextmanager
def _running(home: Path, *words: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a session of its own, none of which outlives the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *words],
        env=environment(home, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


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


class TestProgress:
    def progress(self) -> StageProgress:
        return StageProgress(Console(file=StringIO()))

    def test_a_step_that_later_flows_pass_again_has_one_row_with_all_its_time(self) -> None:
        progress = self.progress()
        for step, seconds, note in [
            ("fetch", 1.0, "4 sources"), ("ingest", 2.0, "28 documents"),
            ("fetch", 0.5, "4 sources"), ("ingest", 0.25, "found; 28 documents"), ("corpus", 3.0, "28"),
        ]:  # fmt: skip
            progress.begin(step)
            progress.end(step, seconds, note)
        assert progress.finished == [
            ("fetch", 1.5, "4 sources"), ("ingest", 2.25, "28 documents"), ("corpus", 3.0, "28")
        ]  # fmt: skip
        assert progress.table().row_count == 4

    def test_a_long_result_goes_on_below_where_it_began(self) -> None:
        shown = StringIO()
        progress = StageProgress(Console(file=shown, width=90))
        progress.begin("index")
        progress.end("index", 7.6, "documents 46,693, passages 91,404, alike_words 48,593, links 6,412")
        _, first, second, *_ = shown.getvalue().splitlines()
        assert first.index("documents") == len(second) - len(second.lstrip())
        assert "alike words" in " ".join((first + second).split())

    def test_a_log_says_once_when_a_stage_begins_and_a_terminal_has_its_bar(self) -> None:
        for terminal in (False, True):
            shown = StringIO()
            progress = StageProgress(Console(file=shown, width=90, force_terminal=terminal))
            for _ in range(2):  # a later flow passes it again
                progress.begin("gate")
                progress.end("gate", 1.0, "")
            assert shown.getvalue().startswith("  fit the gate …\n") is not terminal
            assert shown.getvalue().count("fit the gate …") == (0 if terminal else 1)

    def test_the_file_says_when_each_step_began(self) -> None:
        progress = self.progress()
        for step in ("fetch", "ingest", "fetch"):
            progress.begin(step)
            progress.end(step, 0.0, "")
        told = json.loads(progress.timings("s-1"))
        assert [one["stage"] for one in told["stages"]] == ["fetch", "ingest"]
        fetch, ingest = (one["begun"] for one in told["stages"])
        assert 0 <= fetch <= ingest <= told["seconds"]
        assert abs(told["begun"] + told["seconds"] - time.time()) < 60


def test_a_mistyped_word_that_waives_a_rule_is_told_before_anything_is_built(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    done = isnad(home, "build", "--profile", "tiny", "--allow", "chnged-text")
    assert done.returncode == 1
    assert "chnged-text" in done.stderr + done.stdout
    assert not (home / "data" / "build").exists()
