"""Prefect's settings for a home: no calls outside, its database among our git-ignored folders.

Prefect reads the environment when it is first imported, so `configure` comes before that. What an operator
has set stays as it is: with PREFECT_API_URL set, runs go to that server; without, Prefect starts one for the
length of the run.
"""

from __future__ import annotations

import os
from pathlib import Path


def configure(home: Path, *, quiet: bool = True) -> None:
    """Set what is not set yet."""
    wanted = {
        "PREFECT_HOME": str(home / "data" / "prefect"),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        # The server of a first run builds its database: on a busy machine that takes longer than the default.
        "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
        # A command shows its own progress and its own errors; the server keeps the log lines all the same.
        "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL" if quiet else "INFO",
    }
    for name, value in wanted.items():
        os.environ.setdefault(name, value)
