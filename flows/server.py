"""A Prefect server for the length of a run, which starts while the run still loads what it works with.

Prefect would start one itself, but only when the first flow is called, and load the server's code into the calling
process before: then nothing else happens for seconds. This one is `prefect server start` in a process of its own, with
what records runs and without what nobody uses meanwhile: pages, schedules, the looks for late and lost runs.

It ends with the run, however that ends (`flows.child`); so does the one of `isnad ui` with that command. Of several
runs of one home each has its own, over one database; they start one after the other, since two that build the database
at once break it. Where an operator named a server, or keeps profiles of Prefect, theirs is used and none is started.
"""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from pipeline.disk.locks import locked
from schemas.errors import IsnadError, RecorderError
from schemas.printable import first_line

HOST, LOG, LOCK = "127.0.0.1", "server.log", "server.lock"
STARTED_S, STOPPED_S = 120.0, 5.0  # until it answers, on a busy machine; until it is gone
LOOK_S = 0.05
ASKED = "PREFECT_API_URL"
OFF = ("SCHEDULER", "LATE_RUNS", "FOREMAN", "CANCELLATION_CLEANUP", "PAUSE_EXPIRATIONS")

During = Callable[[], AbstractContextManager[None]]


def start_server() -> During:
    """Start a server, unless the operator has one; it ends with this process. What is given holds while flows run.

    `settings.configure` comes before, and Prefect is imported after: then the last that it tells still arrives.
    """
    if os.environ.get(ASKED) or (Path(os.environ["PREFECT_HOME"]) / "profiles.toml").exists():
        return _answering
    turn = _turn(Path(os.environ["PREFECT_HOME"]))
    port = free_port()
    server = _started(port)
    atexit.register(_stop, server)
    os.environ[ASKED] = f"http://{HOST}:{port}/api"
    _past_proxies()
    return partial(_during, server, port, turn)


def _turn(home: Path) -> ExitStack:
    """The lock under which a server of this home starts, until it is closed. Who had it for as long as a start may take
    is waited for no longer."""
    home.mkdir(parents=True, exist_ok=True)
    turn = ExitStack()
    turn.enter_context(locked(home / LOCK, wait_s=STARTED_S))
    return turn


def _past_proxies() -> None:
    """Have nobody ask a proxy of the environment for this machine: it would look on its own. What is named stays; `*`,
    which stands for every host, does so only by itself."""
    for name in ("NO_PROXY", "no_proxy"):
        before = os.environ.get(name) or os.environ.get(name.swapcase()) or ""
        named = [one for one in map(str.strip, before.split(",")) if one]
        ours = [] if named == ["*"] else [one for one in (HOST, "localhost") if one not in named]
        os.environ[name] = ",".join([*named, *ours])


@contextmanager
def _during(server: subprocess.Popen[bytes], port: int, turn: ExitStack) -> Iterator[None]:
    """Wait until it answers; raises `RecorderError` when it does not."""
    from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings

    with turn:
        _wait(server, port)
    # Nobody looks for the heartbeats of a run whose server ends with it, and its end would wait a second for them.
    with _answering(), temporary_settings({PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
        yield


@contextmanager
def _answering() -> Iterator[None]:
    """Tell in words of ours that a server records no runs. What a step had found wrong before goes first: Prefect tells
    only that it could not be recorded."""
    try:
        yield
    except IsnadError:
        raise
    except Exception as error:
        import httpx

        behind = list(_behind(error))
        for one in behind:
            if isinstance(one, IsnadError):
                raise one from error
        if not any(isinstance(one, httpx.HTTPError) for one in behind):
            raise
        raise RecorderError(
            "Prefect's server does not answer, or cannot record the run",
            where=os.environ.get(ASKED, ""),
            found=f"{first_line(error)[:200]}; {_room()}",
            remedy="look at free space and at that server, then give the same command again: what is done is kept; "
            f"without {ASKED} a run starts a server of its own",
        ) from error


def serve_page() -> None:
    """Serve Prefect's page, as the environment says, until this process is stopped: then the server ends, and by itself
    where this one is killed. It stands in a session of its own: a Ctrl-C would be told by it, too.

    Raises `RecorderError` when the server ends before.
    """
    command = [sys.executable, "-m", "flows.child", "prefect", "server", "start"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    try:
        code = server.wait()
    finally:
        _stop(server)
    raise RecorderError(
        "Prefect's server ended",
        expected="that it serves until this command is stopped",
        found=f"exit code {code}",
        remedy="look at what it told above; another port: isnad ui --port 4201",
    )


def _behind(error: BaseException) -> Iterator[BaseException]:
    """An error, and those that it came from or came amid."""
    one: BaseException | None = error
    while one is not None:
        yield one
        one = one.__cause__ or one.__context__


def _room() -> str:
    home = Path(os.environ["PREFECT_HOME"])
    there = next(place for place in (home, *home.absolute().parents) if place.is_dir())
    return f"{shutil.disk_usage(there).free // 1_000_000} MB are free at {home}"


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _started(port: int) -> subprocess.Popen[bytes]:
    home = Path(os.environ["PREFECT_HOME"])
    off = {f"PREFECT_SERVER_SERVICES_{name}_ENABLED": "false" for name in OFF}
    command = f"-m flows.child prefect server start --host {HOST} --port {port} --no-ui --log-level ERROR"
    with (home / LOG).open("wb") as log:
        return subprocess.Popen(
            [sys.executable, *command.split()],
            env={name: value for name, value in os.environ.items() if name != ASKED} | off,
            stdin=subprocess.PIPE,  # closes with this process, however it ends
            start_new_session=True,  # a signal to the run's group would end it before the run, which records its end
            stdout=log,
            stderr=log,
        )


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    """Until the server answers; raises `RecorderError` when it ends, or does not in time."""
    end = time.monotonic() + STARTED_S
    while time.monotonic() < end and server.poll() is None:
        if _answers(port):
            return
        time.sleep(LOOK_S)
    raise RecorderError(
        "Prefect's server did not start",
        expected=f"an answer within {STARTED_S:.0f} s",
        found=f"{'no answer' if server.poll() is None else f'exit code {server.poll()}'}; {_room()}",
        where=str(Path(os.environ["PREFECT_HOME"]) / LOG),
        remedy="look there, and run the same command again. Where its database is damaged, move prefect.db "
        f"away, beside that file: it holds records of earlier runs, and no build needs it. A server that {ASKED} names "
        "is used instead",
    )


def _answers(port: int) -> bool:
    connection = HTTPConnection(HOST, port, timeout=STOPPED_S)
    try:
        connection.request("GET", "/api/health")
        return connection.getresponse().status == HTTPStatus.OK
    except (HTTPException, OSError):
        return False
    finally:
        connection.close()


def _stop(server: subprocess.Popen[bytes]) -> None:
    os.environ.pop(ASKED, None)
    server.terminate()
    try:
        server.wait(STOPPED_S)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
