"""What a measured number rests on: the machine, how busy it was, the versions, the day.

Every benchmark states it with `machine("numba", ...)`, so that figures of two pages can be compared or told apart.
"""

from __future__ import annotations

import os
import platform
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median


def machine(*packages: str) -> str:
    """Processor, cores, their pace, load, Python, the versions of these packages, and the day (UTC), in one line."""
    versions = ", ".join(
        [f"Python {platform.python_version()}", *(f"{one} {version(one)}" for one in packages)]
    )
    return f"{processor()}, {cores()} cores, {pace()}; {load()}; {versions}; {datetime.now(UTC):%Y-%m-%d}"


def processor() -> str:
    """The processor's own name where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pace() -> str:
    """How fast a core is now: CPU time of a million steps of a plain loop, the median of twenty.

    Machines of one name differ by more than twice, and one machine from hour to hour; by this, pages can be compared.
    """

    def steps() -> float:
        begun, total = time.thread_time(), 0
        for number in range(1_000_000):
            total += number
        return time.thread_time() - begun

    return f"a million steps of a Python loop in {median(steps() for _ in range(20)) * 1000:.0f} ms"


def load() -> str:
    """How many processes wanted a core, over the last minute; an idle machine says nearly 0."""
    return f"load average {os.getloadavg()[0]:.1f}"
