"""Under load: snapshots are exchanged with no failed request, and a kill loses no counted question."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from service_world import CHANNEL, QUESTIONS, Server, World, new_key, running

from pipeline.snapshot import Store, use
from service.accounts import Accounts

SWAPS = 10


@pytest.mark.slow
def test_ten_exchanges_under_mixed_load_fail_no_request_and_change_no_answer(
    world: World, tmp_path: Path
) -> None:
    store = Store(tmp_path / "store")
    shutil.copytree(world.store, store.root, ignore=shutil.ignore_patterns("open"))
    with running(world, ISNAD_STORE=str(store.root), ISNAD_WATCH_S="0.25") as server:
        load = subprocess.Popen(
            [sys.executable, Path(__file__).parent / "load.py", server.url, world.key, "6"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert load.stdin is not None
        assert load.stdout is not None
        print(json.dumps(QUESTIONS), file=load.stdin, flush=True)
        assert load.stdout.readline() == "begun\n"
        _swap(store, world, server)
        out, _ = load.communicate(timeout=60)
        lines = server.lines()
    report = json.loads(out)
    assert report["wrong"] == []
    assert set(report["counts"]) == {"200"}
    assert report["counts"]["200"] > 300
    assert set(report["snapshots"]) >= set(world.snapshots)
    assert _exchanges(lines) == SWAPS + 1
    assert [line for line in lines if line["level"] in ("error", "critical")] == []


def _swap(store: Store, world: World, server: Server) -> None:
    """Exchange the snapshot again and again, each time once the last one is served."""
    for turn in range(SWAPS):
        use(store, world.snapshots[turn % 2], CHANNEL)
        until = time.monotonic() + 60
        while _exchanges(server.lines()) < turn + 2:
            assert time.monotonic() < until, server.log.read_text("utf-8")
            time.sleep(0.05)


def _exchanges(lines: list[dict[str, Any]]) -> int:
    return sum(line["message"] == "serving" for line in lines)


def test_a_kill_in_the_middle_of_questions_loses_no_count(world: World) -> None:
    key = new_key(world.accounts, quota=10_000)
    answered = 0
    lock = threading.Lock()
    stop = threading.Event()

    def caller(url: str) -> None:
        nonlocal answered
        with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}) as client:
            while not stop.is_set():
                try:
                    done = client.post("/v1/chat", json={"message": "Hello"}).status_code == 200
                except httpx.HTTPError:
                    return
                with lock:
                    answered += done

    with running(world) as server, ThreadPoolExecutor(4) as pool:
        callers = [pool.submit(caller, server.url) for _ in range(4)]
        while answered < 100:
            time.sleep(0.01)
        os.kill(server.process.pid, signal.SIGKILL)
        stop.set()
        for each in callers:
            each.result(timeout=20)
    accounts = Accounts(world.accounts)
    _, found = accounts.authenticate(key, datetime.now(UTC))
    assert found is not None
    used = accounts.usage(found, datetime.now(UTC)).used
    accounts.close()
    assert answered <= used <= answered + 4  # at most the four that were cut off
