"""What numba loads for any kernel, a third of a second: at a process's first one, or while it waits anyway."""

from __future__ import annotations

from pipeline.index.compiled import kernel


def load() -> None:
    """Load it."""
    _nothing(0)


@kernel
def _nothing(number):  # type: ignore[no-untyped-def]
    """The least that a kernel can do."""
    return number
