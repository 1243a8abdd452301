"""A process of its own that measures itself: it tells one line when it has done its work, and there the clock stops.

Compiled modules are kept for it as an installation has them, also where the environment says otherwise.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import ConfigurationError

ROOT = Path(__file__).parents[1]
STARTS = 5


@contextmanager
def fresh(program: str, *arguments: str, **settings: str) -> Iterator[tuple[str, float]]:
    """The line that a program of Python tells, and the seconds from its start until then.

    It may live until the block ends.

    Args:
        settings: variables of its environment.

    Raises:
        ConfigurationError: it ended without a word.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT, env=kept | {"PYTHONPATH": str(ROOT)} | settings, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            spent = time.perf_counter() - begun
            if not line:
                raise ConfigurationError(
                    "the process that was measured ended early",
                    expected="a line of what it measured",
                    found=f"status {process.wait()}",
                    remedy="what it wrote stands above",
                )
            yield line, spent
        finally:
            process.communicate()


def starts(program: str, *arguments: str) -> list[tuple[str, float]]:
    """What a program tells, and the seconds until then, in `STARTS` processes behind one that fills the caches."""
    told = []
    for _ in range(STARTS + 1):
        with fresh(program, *arguments) as one:
            told.append(one)
    return told[1:]
