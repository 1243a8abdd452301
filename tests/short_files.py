"""A disk that takes no more bytes in the middle of a file: the system's limit on the size of one stands in for it."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def short_files(most: int) -> Iterator[None]:
    """In this process no file can grow beyond so many bytes: what is written up to there stays, the rest is refused."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
