"""`isnad run` on a tiny home, as a user runs it; and `ask` and `eval` beside it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "build"))  # for tiny_home

from rich.console import Console
from tiny_home import (
    CHANNEL,
    isnad,
    make_home,
    prefect_of,
    store_of,
)
from typer.testing import CliRunner

from cli.main import app
from cli.progress import StageProgress
from cli.run import _begin_loading

pytestmark = pytest.mark.slow
STAGES = ["fetch", "ingest", "corpus", "embedder", "analysis", "index", "gate", "evaluate", "publish"]
Ran = tuple[Path, subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A tiny home on which `isnad run` was called once, and how that ended."""
    home = make_home(tmp_path_factory.mktemp("ran") / "home")
    return home, isnad(home, "run", "--profile", "tiny")


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
    assert prefect_of(ran[0]) == []


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
    here = {"ISNAD_HOME": str(tmp_path), "ISNAD_STORE": str(ran[0] / "data/store")}
    asked = CliRunner().invoke(app, ["ask", "112:2", "--json", "--snapshot", CHANNEL], env=here)
    assert asked.exit_code == 0, asked.output
    assert json.loads(asked.stdout)["sources"][0]["referenceId"] == "quran:112:2"
    told = CliRunner().invoke(app, ["eval", "--set", "golden", "--json", "--home", str(ran[0])], env=here)
    assert told.exit_code == 0, told.output
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


def test_kernels_are_loaded_outside_of_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr("pipeline.index.loading.load", lambda: seen.append(threading.current_thread()))
    loading = _begin_loading()
    loading.join()
    assert seen == [loading]


class TestProgress:
    def progress(self) -> StageProgress:
        return StageProgress(Console(file=StringIO()))

    def test_each_step_has_a_row_and_the_whole_another(self) -> None:
        progress = self.progress()
        steps = [("fetch", 1.0, "4 sources"), ("ingest", 2.0, "28 documents"), ("corpus", 3.0, "28")]
        for step, seconds, note in steps:
            progress.begin(step)
            progress.end(step, seconds, note)
        assert progress.finished == steps
        assert progress.table().row_count == 4

    def test_a_long_result_goes_on_below_where_it_began(self) -> None:
        shown = StringIO()
        progress = StageProgress(Console(file=shown, width=90))
        progress.begin("index")
        progress.end("index", 7.6, "documents 46,693, passages 91,404, alike_words 48,593, links 6,412")
        _, first, second, *_ = shown.getvalue().splitlines()
        assert first.index("documents") == len(second) - len(second.lstrip())
        assert "alike words" in " ".join((first + second).split())

    def test_a_log_says_when_a_stage_begins_and_a_terminal_has_its_bar(self) -> None:
        for terminal in (False, True):
            shown = StringIO()
            progress = StageProgress(Console(file=shown, width=90, force_terminal=terminal))
            progress.begin("gate")
            progress.end("gate", 1.0, "")
            assert shown.getvalue().startswith("  fit the gate …\n") is not terminal
            assert shown.getvalue().count("fit the gate …") == (0 if terminal else 1)

    def test_the_file_says_when_each_step_began(self) -> None:
        progress = self.progress()
        for step in ("fetch", "ingest"):
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
    assert done.returncode == 2
    assert "chnged-text" in done.stderr + done.stdout
    assert not (home / "data" / "build").exists()
