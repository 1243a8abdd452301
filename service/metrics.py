"""What Prometheus reads at /metrics.

With several processes, PROMETHEUS_MULTIPROC_DIR names the folder in which they add up; `isnad serve` sets it.
"""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter(
    "isnad_requests_total", "Requests, by route, method and status.", ["route", "method", "status"]
)
SECONDS = Histogram(
    "isnad_request_seconds",
    "Time from a request's arrival to its last byte.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
CHATS = Counter("isnad_chat_total", "Outcomes of questions.", ["answered", "intent", "reason"])
PHRASING = Counter("isnad_phrasing_total", "What became of phrased answers.", ["outcome"])
SWAPS = Counter(
    "isnad_snapshot_swaps_total",
    "Snapshots put in place and refused, and pointers that could not be read.",
    ["outcome"],
)
SERVING = Gauge(
    "isnad_snapshot_processes",
    "Processes that serve a snapshot.",
    ["snapshot"],
    multiprocess_mode="livesum",
)
READY = Gauge("isnad_ready_processes", "Processes that serve any snapshot.", multiprocess_mode="livesum")


def ready_processes() -> int:
    """How many of the processes of this service serve a snapshot."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return int(REGISTRY.get_sample_value("isnad_ready_processes") or 0)
    files = sorted(map(str, Path(folder).glob("gauge_livesum_*.db")))
    gauges = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]
    return sum(
        int(one.value) for gauge in gauges for one in gauge.samples if one.name == "isnad_ready_processes"
    )


def exposition() -> bytes:
    """All metrics, in the text format of Prometheus."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
