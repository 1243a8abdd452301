"""The server of a run: when one is started, and what is told where none comes up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from flows import server
from schemas.errors import RecorderError, SourceError


@pytest.fixture
def prefect_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path))
    monkeypatch.delenv(server.ASKED, raising=False)
    return tmp_path


def test_none_is_started_where_an_operator_named_one(
    prefect_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(server.ASKED, "http://prefect.example/api")
    assert server.start_server() is server._answering
    assert os.environ[server.ASKED] == "http://prefect.example/api"


def test_none_is_started_where_profiles_may_name_one(prefect_home: Path) -> None:
    (prefect_home / "profiles.toml").write_text("")
    assert server.start_server() is server._answering
    assert server.ASKED not in os.environ


def test_a_server_that_ends_is_told_with_its_code_and_its_log(prefect_home: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"])
    ended.wait()
    with pytest.raises(RecorderError, match="did not start") as told:
        server._wait(ended, server.free_port())
    assert told.value.found.startswith("exit code 7; ")
    assert (
        "MB are free at" in told.value.found
    )  # a full disk is why a server ends, and then its log is cut, too
    assert told.value.where == str(prefect_home / server.LOG)
    assert "prefect.db" in told.value.remedy


def test_a_server_that_does_not_answer_in_time_is_told_and_stopped(
    prefect_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STARTED_S", 0.1)
    silent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        with pytest.raises(RecorderError, match="did not start") as told:
            server._wait(silent, server.free_port())
        assert told.value.found.startswith("no answer; ")
    finally:
        server._stop(silent)
    assert silent.poll() is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, "127.0.0.1,localhost"),
        ({"NO_PROXY": "corp.example, 127.0.0.1"}, "corp.example,127.0.0.1,localhost"),
        ({"no_proxy": "corp.example"}, "corp.example,127.0.0.1,localhost"),
        ({"NO_PROXY": "*"}, "*"),
    ],
)
def test_no_proxy_is_asked_for_it(
    before: dict[str, str], after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, before.get(name, ""))
    server._past_proxies()
    assert (os.environ["NO_PROXY"], os.environ["no_proxy"]) == (after, after)


def test_it_is_gone_when_the_run_is_killed_outright(tmp_path: Path) -> None:
    run = (
        "import os, subprocess, sys, time\n"
        "kept = subprocess.Popen([sys.executable, '-m', 'flows.child', 'http.server', '0'], stdin=subprocess.PIPE)\n"
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


def test_what_ends_by_itself_gives_its_own_code_and_no_more_words(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text("import time; time.sleep(0.5); raise SystemExit(7)")
    ended = subprocess.Popen(
        [sys.executable, "-m", "flows.child", "ends"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert ended.stderr is not None
    assert ended.stderr.read() == b""
    assert ended.wait(30) == 7


def _lives(process: int) -> bool:
    """Whether a process runs; one that ended and that nobody has asked after does not."""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def _refused(url: str) -> None:
    """What Prefect does with a server that is not there."""
    try:
        raise httpx.ConnectError("refused")
    except httpx.ConnectError as error:
        raise RuntimeError(f"Failed to reach API at {url}") from error


def test_a_server_that_records_nothing_is_told_without_a_stack_trace(
    prefect_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(server.ASKED, "http://127.0.0.1:1/api")
    with pytest.raises(RecorderError, match="does not answer") as told, server._answering():
        _refused("http://127.0.0.1:1/api")
    assert told.value.where == "http://127.0.0.1:1/api"
    assert "Failed to reach API" in told.value.found
    assert server.ASKED in (told.value.remedy or "")


def test_what_a_step_found_wrong_is_told_before_that_it_was_not_recorded(prefect_home: Path) -> None:
    def run() -> None:
        try:
            raise SourceError("a row is wrong")
        except SourceError:
            _refused("")

    with pytest.raises(SourceError, match="a row"), server._answering():
        run()


def test_what_is_no_fault_of_the_server_stays_what_it_is(prefect_home: Path) -> None:
    with pytest.raises(KeyError), server._answering():
        raise KeyError("x")


def test_the_servers_of_one_home_start_one_after_the_other(prefect_home: Path) -> None:
    """Two that build one database at once break it."""
    with ThreadPoolExecutor(1) as other, server._turn(prefect_home):
        second = other.submit(server._turn, prefect_home)
        time.sleep(2 * server.LOOK_S)
        assert not second.done()
    second.result().close()


def test_a_server_that_starts_too_long_is_waited_for_no_longer(
    prefect_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STARTED_S", 0.1)
    with server._turn(prefect_home):
        server._turn(prefect_home).close()
