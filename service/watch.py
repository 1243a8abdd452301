"""Looks at the channel's pointer now and then, and at once when told to (SIGHUP)."""

from __future__ import annotations

import threading

from service.served import Holder


class Watcher:
    """A thread that opens the first snapshot, and then each one that the channel comes to name.

    Args:
        every_s: seconds between two looks; 0 looks only when told to.
    """

    def __init__(self, holder: Holder, every_s: float) -> None:
        self._holder, self._every_s = holder, every_s
        self._told, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._watch, name="isnad-watch", daemon=True)

    def start(self) -> None:
        """Begin, with the first look at once."""
        self._thread.start()

    def look(self) -> None:
        """Look now; a snapshot that was refused before is tried again."""
        self._told.set()

    def stop(self) -> None:
        """End the thread; a snapshot that is being opened is left to it."""
        self._ended.set()
        self._told.set()
        self._thread.join(timeout=5)

    def _watch(self) -> None:
        again = False
        while not self._ended.is_set():
            self._holder.refresh(again=again)
            again = self._told.wait(self._every_s or None)
            self._told.clear()
