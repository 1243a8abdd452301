"""uvicorn, with the limits that it needs towards strangers.

    run(factory, host=..., port=..., workers=...)    serve until told to stop

* The head of a request holds at most 16 KiB, and is complete within 20 s of the connection, or of the answer before.
* Answers are read within 20 s too: who asks and does not read holds no connection for ever.
* A process holds at most 1,000 connections, and fewer where it may not open so many files; the next one is told to come
  again. It raises the limit of open files as far as it may.
* What is not HTTP gets a problem body too, and one line in the log.
* SIGTERM lets requests at hand end, for 25 s, and refuses new connections at once; SIGHUP makes every process look for
  a new snapshot, and ends none.
"""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import sys
import uuid
from collections.abc import Callable
from email.utils import formatdate
from functools import cache
from typing import Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from service.metrics import REQUESTS
from service.problems import MEDIA_TYPE, Problem, ProblemKind
from service.settings import MAX_HEAD, count, seconds

# Read when this module is: uvicorn makes a `Protocol` for each connection, and hands it no settings of ours.
HEAD_S = seconds(os.environ, "ISNAD_HEAD_S", 20.0)
MAX_CONNECTIONS = count(os.environ, "ISNAD_MAX_CONNECTIONS", 1000)
FILES = 256  # that a process needs beside its connections: two snapshots while one is exchanged, keys, logs
KEEP_ALIVE_S = 15
GRACE_S = 25
MALFORMED = (
    f"The message is not HTTP/1.1 or HTTP/1.0, or its address and headers exceed {MAX_HEAD} bytes. In an address, "
    "letters beyond ASCII are percent-encoded."
)
log = logging.getLogger("isnad.server")
faults = logging.getLogger("isnad.protocol")
faults.setLevel(logging.ERROR)  # uvicorn warns of what callers send, and of packages that it could use


def raise_file_limit() -> None:
    """Let this process, and those that it starts, open as many files as they may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError) as error:  # a machine may have a limit of its own below the hard one
            log.warning("the limit of open files cannot be raised: %s", error)
    if most_connections() < MAX_CONNECTIONS:
        log.warning(
            "a process may open %d files, so it holds %d connections and not %d; raise the limit (LimitNOFILE)",
            resource.getrlimit(resource.RLIMIT_NOFILE)[0],
            most_connections(),
            MAX_CONNECTIONS,
        )


@cache
def most_connections() -> int:
    """How many connections this process can hold, and still open what it needs."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(soft - FILES, soft // 2))


class Deadline:
    """What a connection is given `HEAD_S` for, from when it begins until it ends."""

    def __init__(self, loop: asyncio.AbstractEventLoop, passed: Callable[[], None]) -> None:
        """
        Args:
            passed: what is done when the time has passed.
        """
        self._loop, self._passed = loop, passed
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Give it the whole time from now on."""
        self.end()
        self._timer = self._loop.call_later(HEAD_S, self._passed)

    def end(self) -> None:
        """It was in time, or is awaited no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Protocol(H11Protocol):
    """HTTP/1.1 with time limits for heads and for reading answers, a bound of connections, and problem bodies."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = faults
        self._head = Deadline(self.loop, self._too_late)
        self._reading = Deadline(self.loop, lambda: self.transport.abort())

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or turn it away."""
        super().connection_made(transport)
        if len(self.connections) > most_connections():
            busy = Problem(ProblemKind.BUSY, "This process holds as many connections as it can.")
            transport.write(_raw(503, "Service Unavailable", busy, "Retry-After: 1\r\n"))
            self._close()
            return
        self._head.begin()

    def handle_events(self) -> None:
        """Read what came; once a head is complete its time limit is over."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._head.end()

    def on_response_complete(self) -> None:
        """After an answer the next head is awaited."""
        self._head.begin()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Much is unread: wait for it, but not for ever."""
        super().pause_writing()
        self._reading.begin()

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()
        self._reading.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._head.end()
        self._reading.end()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP with a problem."""
        problem = Problem(ProblemKind.MALFORMED_HTTP, MALFORMED, {"limit": MAX_HEAD})
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_raw(400, "Bad Request", problem))
        self._close()

    def _close(self) -> None:
        """Close once what was written is read, or after a time."""
        self.transport.close()
        self._head.begin()

    def _too_late(self) -> None:
        if self.transport.is_closing():
            self.transport.abort()
            return
        if self.cycle is None:
            slow = Problem(ProblemKind.SLOW_REQUEST, f"The head did not arrive within {HEAD_S:g} seconds.")
            self.transport.write(_raw(408, "Request Timeout", slow))
        self._close()


def _raw(status: int, reason: str, problem: Problem, fields: str = "") -> bytes:
    """A whole response, where no app has begun one; log and metrics are told of it too."""
    request = uuid.uuid4().hex
    REQUESTS.labels("unknown", "other", str(status)).inc()
    log.info("refused", extra={"request_id": request, "status": status, "problem": problem.kind.type})
    body = problem.body(request)
    head = (
        f"HTTP/1.1 {status} {reason}\r\nDate: {formatdate(usegmt=True)}\r\n"
        f"Content-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\n"
        f"X-Request-Id: {request}\r\nCache-Control: no-store\r\n{fields}Connection: close\r\n\r\n"
    )
    return head.encode() + body


class Processes(Multiprocess):
    """Several processes; SIGHUP goes on to each of them instead of replacing them, and it is known whether Ctrl-C ended
    them.

    `isnad serve` holds SIGHUP back, so that it ends no process that has yet to look for it. They have that from this
    process, which therefore has to look for what is held back.
    """

    interrupted = False

    def handle_int(self) -> None:
        """End them all."""
        self.interrupted = True
        super().handle_int()

    def handle_signals(self) -> None:
        """Take a SIGHUP that is held back, and then the others."""
        if signal.SIGHUP in signal.sigpending():
            signal.sigwait({signal.SIGHUP})
            self.handle_hup()
        super().handle_signals()

    def keep_subprocess_alive(self) -> None:
        """Start one in the place of each that ended, whose gauges count no more: it serves nothing."""
        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {process.pid for process in self.processes}:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]

    def terminate_all(self) -> None:
        """Tell every process to end, and hold the address no longer: a connection is refused once they let it go."""
        for socket in self.sockets:
            socket.close()
        super().terminate_all()

    def handle_hup(self) -> None:
        """Tell every process to look for a new snapshot."""
        for process in self.processes:
            if process.pid is not None:
                os.kill(process.pid, signal.SIGHUP)


def run(factory: str, *, host: str, port: int, workers: int) -> None:
    """Serve an app factory, named `module:function`, until told to stop."""
    raise_file_limit()
    config = uvicorn.Config(
        factory,
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MAX_HEAD,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
    )
    if workers == 1:
        uvicorn.Server(config).run()
        return
    socket: Any = config.bind_socket()
    processes = Processes(config, sockets=[socket])
    processes.run()
    if any(process.exitcode == STARTUP_FAILURE for process in processes.processes):
        sys.exit(STARTUP_FAILURE)
    if processes.interrupted:  # as one process is, by the signal that uvicorn raises once more
        raise KeyboardInterrupt
