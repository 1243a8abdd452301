"""`isnad keys` and `isnad serve`, as an operator uses them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from service_world import CHANNEL, ROOT, Server, World
from typer.testing import CliRunner

import cli.serve
from cli.keys import DEFAULT, app
from flows.server import free_port
from schemas.errors import ConfigurationError
from service.accounts import Accounts, KeyState
from service.accounts.store import opened

READY_S = 120  # that a service may take to be up on a busy machine


@pytest.fixture
def base(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'keys.sqlite'}"


def keys(base: str, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--accounts", base], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def state(base: str, key: str) -> KeyState:
    with opened(base) as accounts:
        return accounts.authenticate(key, datetime.now(UTC))[0]


def test_a_list_without_keys_says_so_and_their_file_stays_out_of_git(base: str) -> None:
    Accounts(base, make=True).close()
    assert "no key yet" in keys(base, "list")
    assert json.loads(keys(base, "list", "--json")) == []
    assert f"{DEFAULT}*" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_a_key_is_given_other_limits_and_one_that_was_revoked_is_not(base: str) -> None:
    made = json.loads(keys(base, "create", "--name", "A mosque", "--rate", "7", "--json"))
    day = f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}"
    assert "5 questions a month, 7 calls" in keys(
        base, "change", made["id"], "--quota", "5", "--expires", day
    )
    (row,) = json.loads(keys(base, "list", "--json"))
    assert (row["quota"], row["rate"], row["expires"] is not None) == (5, 7, True)
    nothing = CliRunner().invoke(app, ["change", made["id"], "--accounts", base])
    assert nothing.exit_code == 2
    keys(base, "revoke", made["id"])
    with pytest.raises(ConfigurationError, match="revoked"):
        keys(base, "change", made["id"], "--rate", "9")


def test_a_key_is_printed_once_and_works(base: str) -> None:
    shown = keys(base, "create", "--name", "A mosque", "--quota", "5", "--period", "day", "--rate", "7")
    key = re.search(r"isnad_[0-9a-f]{16}_\S{43}", shown)[0]
    assert state(base, key) is KeyState.GOOD
    with opened(base) as accounts:
        stored = accounts.authenticate(key, datetime.now(UTC))[1]
    assert stored is not None
    assert (stored.quota, stored.period, stored.rate, stored.expires) == (5, "day", 7, None)
    listed = keys(base, "list")
    assert stored.id in listed
    assert "A mosque" in listed
    assert key.split("_", 2)[2] not in listed


def test_a_key_expires_after_its_last_day(base: str) -> None:
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    made = json.loads(keys(base, "create", "--name", "x", "--expires", tomorrow.isoformat(), "--json"))
    row = json.loads(keys(base, "list", "--json"))[0]
    assert row["id"] == made["id"]
    assert datetime.fromisoformat(row["expires"]).date() == tomorrow + timedelta(days=1)


@pytest.mark.parametrize(
    "wrong",
    [["--name", ""], ["--name", "x" * 201], ["--name", "a\x07b"], ["--name", "x", "--expires", "soon"],
     ["--name", "x", "--expires", "2020-01-01"], ["--name", "x", "--expires", "9999-12-31"],
     ["--name", "x", "--expires", "99991121"]],
)  # fmt: skip
def test_a_key_that_makes_no_sense_is_refused(base: str, wrong: list[str]) -> None:
    with pytest.raises(ConfigurationError):
        CliRunner().invoke(app, ["create", *wrong, "--accounts", base], catch_exceptions=False)


@pytest.mark.parametrize("words", [["list"], ["revoke", "0" * 16], ["rotate", "0" * 16]])
def test_only_a_new_key_makes_a_database(base: str, tmp_path: Path, words: list[str]) -> None:
    with pytest.raises(ConfigurationError, match="no database of keys"):
        keys(base, *words)
    assert not list(tmp_path.iterdir())


def test_a_key_that_is_not_there_is_told_with_the_place(base: str) -> None:
    keys(base, "create", "--name", "x")
    with pytest.raises(ConfigurationError, match="no key") as told:
        keys(base, "revoke", "0" * 16)
    assert base in told.value.where


def test_rotate_and_revoke(base: str) -> None:
    first = json.loads(keys(base, "create", "--name", "x", "--json"))
    second = json.loads(keys(base, "rotate", first["id"], "--json"))
    assert first["account"] == second["account"]
    assert (state(base, first["key"]), state(base, second["key"])) == (KeyState.REVOKED, KeyState.GOOD)
    keys(base, "revoke", second["id"])
    assert state(base, second["key"]) is KeyState.REVOKED
    assert [row["state"] for row in json.loads(keys(base, "list", "--json"))] == ["revoked", "revoked"]


def test_a_running_service_notices_a_revoked_key(world: World, server: Server) -> None:
    with opened(world.accounts) as accounts:
        key, text = accounts.create("x", quota=1, period="day", rate=10_000)
    mine = {"Authorization": f"Bearer {text}"}
    assert httpx.get(server.url + "/v1/me", headers=mine).status_code == 200
    keys(world.accounts, "revoke", key.id)
    until = time.monotonic() + 10
    while httpx.get(server.url + "/v1/me", headers=mine).status_code == 200:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert "revoked" in httpx.get(server.url + "/v1/me", headers=mine).json()["detail"]


@pytest.mark.parametrize(("workers", "number", "code"), [(1, signal.SIGTERM, 0), (2, signal.SIGINT, 130)])
def test_serve_dev_prints_a_key_that_works_and_leaves_nothing_behind(
    world: World, tmp_path: Path, workers: int, number: signal.Signals, code: int
) -> None:
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "cli",
        "serve",
        "--dev",
        "--port",
        str(port),
        "--workers",
        str(workers),
    ]
    environment = {
        **os.environ,
        "ISNAD_STORE": str(world.store),
        "PYTHONUNBUFFERED": "1",
        "TMPDIR": str(tmp_path),
    }
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
    )
    try:
        assert process.stdout is not None
        shown = ""
        while not (found := re.search(r"isnad_[0-9a-f]{16}_\S{43}\n", shown)):
            line = process.stdout.readline()
            assert line, shown
            shown += line
        url, mine = f"http://127.0.0.1:{port}", {"Authorization": f"Bearer {found[0].strip()}"}
        until = time.monotonic() + READY_S
        status = 0
        while status != 200:
            assert process.poll() is None
            assert time.monotonic() < until, status
            time.sleep(0.05)
            with contextlib.suppress(httpx.TransportError):
                status = httpx.get(url + "/readyz").status_code
            assert status in (0, 200, 503), status
        for _ in range(8 * workers):  # each by a connection of its own, which reaches any of the processes
            given = httpx.post(url + "/v1/chat", json={"message": "Hello"}, headers=mine)
            assert given.status_code == 200, given.text
        assert list(tmp_path.glob("isnad-serve-*"))
    finally:
        process.send_signal(number)
        process.wait(40)
    assert process.returncode == code
    assert not list(tmp_path.glob("isnad-serve-*"))


def test_processes_end_when_the_one_that_started_them_is_killed(world: World) -> None:
    port = free_port()
    command = [sys.executable, "-m", "cli", "serve", "--port", str(port), "--workers", "2"]
    process = subprocess.Popen(
        command,
        env={**os.environ, **world.environment()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    until = time.monotonic() + READY_S
    try:
        while not _answers(port):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait(10)
    while _answers(port):
        assert time.monotonic() < until
        time.sleep(0.05)


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def _refused(world: World, *options: str, **environment: str) -> str:
    """What `isnad serve` says when it cannot begin."""
    done = subprocess.run(
        [sys.executable, "-m", "cli", "serve", "--port", str(free_port()), *options],
        env={**os.environ, **world.environment(**environment)},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.returncode == (2 if {"--dev", "--accounts"} <= set(options) else 1)
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("options", [["--channel", "nothing"], ["--store", "/nowhere"]])
def test_serve_says_what_is_wrong_with_a_name(world: World, options: list[str]) -> None:
    assert "nothing is published on the channel" in _refused(world, *options)


@pytest.mark.parametrize(
    ("options", "environment", "told"),
    [
        (["--accounts", "/nowhere/keys.sqlite"], {}, "there is no database of keys"),
        ([], {"ISNAD_PHRASING_URL": "http://x"}, "ISNAD_PHRASING_"),
        (["--dev", "--accounts", "keys.sqlite"], {}, "--dev has keys of its own"),
    ],
)
def test_serve_with_several_processes_says_once_what_cannot_be_used(
    world: World, options: list[str], environment: dict[str, str], told: str
) -> None:
    shown = _refused(world, "--workers", "2", *options, **environment)
    assert shown.count("error:") == 1
    assert told in shown


def test_a_process_that_cannot_start_says_so_in_a_line_and_none_takes_its_place(world: World) -> None:
    """As where its phrasing server cannot be used, which another one in its place could not either."""
    start = "from service.server import run; run('service.app:from_environment', host='127.0.0.1', port=0, workers=2)"
    done = subprocess.run(
        [sys.executable, "-c", f"if __name__ == '__main__':\n    {start}"],
        env={**os.environ, **world.environment(ISNAD_PHRASING_URL="http://x")},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "ISNAD_PHRASING_" in json.loads(done.stderr.splitlines()[0])["message"]


@pytest.mark.parametrize(("name", "value"), [("ISNAD_HEAD_S", "soon"), ("ISNAD_MAX_CONNECTIONS", "0")])
def test_serve_says_what_is_wrong_with_a_limit_of_connections(world: World, name: str, value: str) -> None:
    told = _refused(world, **{name: value})
    assert name in told
    assert repr(value) in told


def test_a_port_in_use_is_told_before_a_key_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError) as told:
            cli.serve._check_address("127.0.0.1", port)
    assert str(port) in told.value.problem
    assert "--port" in (told.value.remedy or "")
    cli.serve._check_address("127.0.0.1", port)
    for host in ("no.such.host.invalid", "300.1.1.1"):
        with pytest.raises(ConfigurationError) as told:
            cli.serve._check_address(host, 8000)
        assert "--host" in (told.value.remedy or "")


def test_serving_looks_at_the_port_before_it_makes_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setenv("ISNAD_STORE", "store")
    monkeypatch.setenv("ISNAD_CHANNEL", CHANNEL)
    for name in ("channel", "address", "phrasing", "accounts"):
        monkeypatch.setattr(cli.serve, f"_check_{name}", lambda *_, name=name: done.append(name))
    monkeypatch.setattr(cli.serve, "_print_key", lambda _, address: done.append(address))
    monkeypatch.setattr("service.server.run", lambda *_, **__: done.append("run"))
    monkeypatch.setattr("service.logs.configure_logs", lambda: None)
    cli.serve._serve("::1", 8000, 1, True)
    assert done == ["channel", "address", "phrasing", "http://[::1]:8000", "run"]
    done.clear()
    cli.serve._serve("127.0.0.1", 8000, 1, False)
    assert done == ["channel", "address", "phrasing", "accounts", "run"]
