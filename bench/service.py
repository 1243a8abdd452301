"""The service over HTTP beside a bare FastAPI endpoint that returns a constant: latency, throughput, and time to start.

    python -m bench.service [--store FOLDER] [--channel NAME] [--seconds N] [--write]

The floor is the same framework and the same server, with nothing to do. Both run at once, each in one process, and
are asked in turns by the same client: one connection for latency, eight for throughput. The client, the service and
the floor share the machine's cores, so that throughput is of the pair. Questions are those of
data/questions/demo.jsonl, extractive.
`--write` puts the table into docs/performance-service.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.machine import machine
from bench.milliseconds import Milliseconds
from flows.server import free_port
from pipeline.disk.writing import write_whole
from pipeline.evaluate.report import markdown_table
from pipeline.evaluate.sets import read_set

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance-service.md"
CONNECTIONS = 8
FLOOR = """
import sys, uvicorn
from fastapi import FastAPI
app = FastAPI()

@app.get("/constant")
async def constant() -> dict[str, int]:
    return {"constant": 1}

uvicorn.run(app, port=int(sys.argv[1]), http="h11", log_level="error", access_log=False)
"""


@dataclass(frozen=True, slots=True)
class Target:
    """What is asked: the requests are sent in turn."""

    name: str
    port: int
    requests: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one target."""

    name: str
    alone: Milliseconds
    per_second: float


def get(path: str, key: str) -> bytes:
    """A GET on a kept connection."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n\r\n".encode()


def post(message: str, key: str) -> bytes:
    """A question on a kept connection."""
    body = json.dumps({"message": message}, ensure_ascii=False).encode()
    head = (
        f"POST /v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def ask(target: Target, connections: int, seconds: float) -> list[float]:
    """Seconds of each request that was answered in the time; anything but a 200 stops the run."""
    until, times = time.perf_counter() + seconds, []

    async def caller(turn: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
        while (begun := time.perf_counter()) < until:
            writer.write(target.requests[turn % len(target.requests)])
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            assert head.startswith(b"HTTP/1.1 200"), head
            assert length is not None, head
            await reader.readexactly(int(length[1]))
            times.append(time.perf_counter() - begun)
            turn += 1
        writer.close()

    await asyncio.gather(*(caller(number) for number in range(connections)))
    return times


def measure(targets: Sequence[Target], seconds: float) -> list[Row]:
    """Each target, after a round that nobody counts; in turns, so that a noisy moment hits all."""
    alone: dict[str, list[float]] = {target.name: [] for target in targets}
    together: dict[str, int] = dict.fromkeys(alone, 0)
    rounds = 3
    for turn in range(rounds + 1):
        for target in targets:
            times = asyncio.run(ask(target, 1, seconds / rounds))
            count = len(asyncio.run(ask(target, CONNECTIONS, seconds / rounds)))
            if turn:
                alone[target.name] += times
                together[target.name] += count
    return [Row(name, Milliseconds.of(times), together[name] / seconds) for name, times in alone.items()]


@contextlib.contextmanager
def process(command: list[str], port: int, ready: str, **environment: str) -> Iterator[float]:
    """A server until the block ends; gives the seconds from its start until it was ready."""
    begun = time.perf_counter()
    run = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    try:
        while not _answers(f"http://127.0.0.1:{port}{ready}"):
            if run.poll() is not None or time.perf_counter() - begun > 120:
                sys.exit(f"the server did not start: {' '.join(command[:6])}")
            time.sleep(0.01)
        yield time.perf_counter() - begun
    finally:
        run.terminate()
        run.wait()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as given:
            return given.status == 200
    except (urllib.error.URLError, ConnectionError):
        return False


def table(rows: Sequence[Row], start_s: float, snapshot: str) -> str:
    """The measurements as a page."""
    told = machine("fastapi", "uvicorn", "h11", "pydantic", "numba")
    lines = [
        "# The service, measured",
        "",
        f"{told}. Client and servers share the cores. One process, snapshot `{snapshot}`. Made by `python -m "
        "bench.service --write`.",
        "",
        *markdown_table(
            ["", "p50 ms", "p99 ms", f"a second, {CONNECTIONS} connections"],
            ([row.name, *row.alone.cells, f"{row.per_second:,.0f}"] for row in rows),
        ),
        "",
        f"From the start of the process until `/readyz`: {start_s:.2f} s, kernels compiled before.",
        "",
        "The floor is a bare FastAPI endpoint on the same server. What a question costs above it is search, verdict "
        "and composition, and one durable count in SQLite.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", type=Path, default=ROOT / "data" / "store")
    parser.add_argument("--channel", default="development")
    parser.add_argument("--seconds", type=float, default=6.0, help="for each target and kind of measurement")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args()

    from pipeline.snapshot import Store
    from service.accounts.store import opened

    questions = [one.question for one in read_set("demo")]
    with tempfile.TemporaryDirectory() as folder:
        accounts = f"sqlite:///{folder}/keys.sqlite"
        with opened(accounts, make=True) as base:
            key = base.create("bench", quota=10**9, period="month", rate=10**9)[1]
        port, floor = free_port(), free_port()
        serve = [sys.executable, "-m", "cli", "serve", "--port", str(port)]
        settings = {
            "ISNAD_STORE": str(options.store),
            "ISNAD_CHANNEL": options.channel,
            "ISNAD_ACCOUNTS": accounts,
        }
        with process(serve, port, "/readyz", **settings):
            pass  # compiles the kernels, and opens the snapshot's folder, if nobody did
        with (
            process(serve, port, "/readyz", **settings) as start_s,
            process([sys.executable, "-c", FLOOR, str(floor)], floor, "/constant"),
        ):
            paths = {
                "GET /v1/quran/2/255": "/v1/quran/2/255",
                "GET /v1/quran/2/1-50": "/v1/quran/2/1-50",
                "GET /v1/prayer-times": "/v1/prayer-times?city=Cairo&country=Egypt",
                "GET /v1/prayer-times/methods": "/v1/prayer-times/methods",
                "GET /v1/hijri": "/v1/hijri",
                "GET /v1/me": "/v1/me",
            }
            rows = measure(
                [
                    Target("the floor: a constant", floor, (get("/constant", key),)),
                    *(Target(name, port, (get(path, key),)) for name, path in paths.items()),
                    Target("POST /v1/chat", port, tuple(post(question, key) for question in questions)),
                ],
                options.seconds,
            )
    page = table(rows, start_s, Store(options.store).served(options.channel).snapshot)
    print(page)
    if options.write:
        write_whole(PAGE, page.encode())


if __name__ == "__main__":
    main()
