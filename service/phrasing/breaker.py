"""Leaves a failing server alone for a while, so that it does not slow every answer.

After `failures` in a row nothing is sent for `rest_s` seconds; then one request is let through, and what becomes of
it decides. It knows no question and no answer: its state can change the wording of an answer and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock


class Breaker:
    """Counts failures in a row. Safe to use from many threads."""

    def __init__(
        self, failures: int = 3, rest_s: float = 30.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._rest_s, self._clock = failures, rest_s, clock
        self._failed = 0
        self._until = 0.0
        self._lock = Lock()

    def allows(self) -> bool:
        """Whether a request may be sent now. While the server rests, one try is given out each time it is over."""
        with self._lock:
            if self._failed < self._most:
                return True
            now = self._clock()
            if now < self._until:
                return False
            self._until = now + self._rest_s  # the try: others wait for what becomes of it
            return True

    def succeeded(self) -> None:
        """The server gave a whole reply, whatever it says."""
        with self._lock:
            self._failed = 0

    def failed(self) -> None:
        """The server gave none."""
        with self._lock:
            self._failed += 1
            if self._failed >= self._most:
                self._until = self._clock() + self._rest_s
