"""A few values that were made last, by what they were made of.

An object that keeps what its own method made would be in a ring with `functools.lru_cache(self.method)`, and be let go
of, with the files that it maps, only where rings are looked for. So the method is given with each question.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """At most so many values; the one not asked for longest is forgotten. Safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[Key, Value] = {}  # the one asked for last at the end
        self._lock = threading.Lock()

    def of(self, key: Key, make: Callable[[Key], Value]) -> Value:
        """The value of a key: as it is held, or made now. Two threads at once may both make it."""
        with self._lock:
            if key in self._held:
                found = self._held[key] = self._held.pop(key)
                return found
        made = make(key)
        with self._lock:
            self._held[key] = made
            while len(self._held) > self._most:
                del self._held[next(iter(self._held))]
        return made
