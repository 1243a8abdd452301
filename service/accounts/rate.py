"""Calls a minute, for each key: a token bucket in this process.

The rate protects a process from one caller, so each process counts for itself; the quota, which is a promise to
the caller, is counted in the database.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass

MAX_BUCKETS = 10_000


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


@dataclass(frozen=True, slots=True)
class RateDecision:
    """Whether a call may go on; how many more may follow at once; seconds until the next one may."""

    allowed: bool
    limit: int
    remaining: int
    retry_after: int


class RateLimiter:
    """Token buckets by key. A bucket holds a minute's calls, and fills evenly."""

    def __init__(self) -> None:
        self._buckets: dict[str, _Bucket] = {}
        self._lock = threading.Lock()

    def take(self, key: str, limit: int, now: float) -> RateDecision:
        """Count one call at a moment (seconds of a monotonic clock)."""
        each_second = limit / 60
        with self._lock:
            bucket = self._buckets.get(key)
            if bucket is None:
                if len(self._buckets) >= MAX_BUCKETS:
                    self._forget(now)
                bucket = self._buckets[key] = _Bucket(float(limit), now)
            bucket.tokens = min(float(limit), bucket.tokens + max(0.0, now - bucket.at) * each_second)
            bucket.at = now
            if bucket.tokens < 1:
                wait = math.ceil((1 - bucket.tokens) / each_second)
                return RateDecision(False, limit, 0, max(1, wait))
            bucket.tokens -= 1
            return RateDecision(True, limit, int(bucket.tokens), 0)

    def _forget(self, now: float) -> None:
        """Drop buckets that are full again: they say nothing that a new one would not."""
        for name in [name for name, bucket in self._buckets.items() if now - bucket.at >= 60]:
            del self._buckets[name]
