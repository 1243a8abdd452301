"""The outside world, in one place: programs, HTTP, time, the hub's library. Tests put others in their
place.

Rules: a program gets no terminal and a time limit. What it prints may hold addresses and credentials, so it
is looked at to tell kinds of failure apart, and never shown.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM_SECONDS = 1800


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended; `output` is for classifying only."""

    code: int
    output: str


Run = Callable[[Sequence[str], Path], Finished]


def run_program(command: Sequence[str], folder: Path) -> Finished:
    """Run a package client in a folder. A program that is not there ends with code 127."""
    environment: Mapping[str, str] = {
        **os.environ,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "NO_UPDATE_NOTIFIER": "1",
        "npm_config_update_notifier": "false",
    }
    try:
        done = subprocess.run(
            list(command),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROGRAM_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        return Finished(127, "")
    except subprocess.TimeoutExpired:
        return Finished(124, "")
    return Finished(done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace"))


def _datasets() -> Any:
    """The hub's library, without its reports home and its progress bars."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    library = importlib.import_module("datasets")
    library.disable_progress_bars()
    return library


@dataclass(frozen=True, slots=True)
class Edges:
    """What an origin may use of the outside. `http` is a transport of httpx, or None for the real one."""

    run: Run = run_program
    http: Any = None
    sleep: Callable[[float], None] = time.sleep
    datasets: Callable[[], Any] = _datasets
    allow_loopback_http: bool = False  # for tests against a server on this machine
