"""Tells that kernels are compiled: the first start of an installation takes minutes, and should not seem to hang."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core import event

log = logging.getLogger("isnad.kernels")


class _Told(event.Listener):
    """One line when the first begins, and one for each that is ready; those that a kernel calls are part of it."""

    def __init__(self) -> None:
        self._depth = self.compiled = 0
        self._begun = 0.0

    def on_start(self, event: event.Event) -> None:
        if self._depth == 0:
            self._begun = time.monotonic()
            if not self.compiled:
                log.info(
                    "compiling kernels: this installation has none yet, or may keep none; it takes minutes"
                )
        self._depth += 1

    def on_end(self, event: event.Event) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.compiled += 1
            seconds = round(time.monotonic() - self._begun, 1)
            kernel = event.data["dispatcher"].py_func.__name__
            log.info(
                "compiled a kernel", extra={"kernel": kernel, "number": self.compiled, "seconds": seconds}
            )


@contextmanager
def compiling_told() -> Iterator[None]:
    """Log the kernels that are compiled within the block; those that were kept are loaded without a word."""
    told, begun = _Told(), time.monotonic()
    with event.install_listener("numba:compile", told):
        yield
    if told.compiled:
        seconds = round(time.monotonic() - begun, 1)
        log.info("kernels are ready", extra={"kernels": told.compiled, "seconds": seconds})
