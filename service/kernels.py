"""Tells that kernels are compiled: the first start of an installation takes minutes, and should not seem to hang."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.index.compiling import compiling_heard

log = logging.getLogger("isnad.kernels")
BEGUN = "compiling kernels: this installation has none yet, or may keep none; it takes minutes"


@contextmanager
def compiling_told() -> Iterator[None]:
    """Log the kernels that are compiled within the block: when the first begins, when each and when all are ready."""
    number, begun = 0, time.monotonic()

    def ready(kernel: str, seconds: float) -> None:
        nonlocal number
        number += 1
        told = {"kernel": kernel, "number": number, "seconds": round(seconds, 1)}
        log.info("compiled a kernel", extra=told)

    with compiling_heard(lambda: log.info(BEGUN), ready):
        yield
    if number:
        seconds = round(time.monotonic() - begun, 1)
        log.info("kernels are ready", extra={"kernels": number, "seconds": seconds})
