"""Log lines as JSON, one a line. A line holds what it was given and nothing of the request's headers or body."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}

QUIET_S = 60.0  # in which a fault that comes again and again is told once


class JsonLines(logging.Formatter):
    """time, level, logger, message, then the fields of `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update({name: value for name, value in vars(record).items() if name not in _STANDARD})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def told_of(error: BaseException) -> dict[str, object]:
    """The kind of an error and where in the code it arose; never its message."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return {
        "error": type(error).__name__,
        "frames": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def configure_logs() -> None:
    """Send all logs to standard error, as JSON lines; the server's own access log is off: it holds addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("httpx").setLevel(logging.WARNING)


class Faults:
    """Tells a fault in one line, and one that comes again at most once in a while."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def tell(self, message: str, **more: object) -> None:
        """Log a fault, with fields beside it."""
        now = time.monotonic()
        if self._told.get(message, -QUIET_S) + QUIET_S > now:
            return
        self._told[message] = now
        logging.getLogger("isnad.server").error("%s", message, extra=more)

    def of_loop(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what the event loop tells of.

        Where no file is left to open, it tells so for each connection that waits, many thousand times a minute. They
        wait in the kernel, and are taken when others end.
        """
        error = context.get("exception")
        self.tell(str(context["message"]), **(told_of(error) if error is not None else {}))
