"""How a command is stopped with Ctrl-C: at any time it ends in one line, and with 130.

    stoppable(command)    what the console script does; `command` may import all that it needs

Rules: this imports nothing beyond what Python has loaded, so that an interrupt finds it from the first moment on. Once
a command was stopped it puts away what it has at hand, and is not disturbed at that for `HEED_S` seconds: who presses
the keys twice means it once. A command that has ended is told of no interrupt.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable

EXIT_INTERRUPTED = 130
HEED_S = 2.0
_stopped_at: list[float] = []


class Stopped(KeyboardInterrupt):
    """Ctrl-C. Of a plain `KeyboardInterrupt` Python notes that it came by, and may end by a signal in spite of all."""


def stop(*_: object) -> None:
    """Stop the command, as a handler of a signal."""
    now = time.monotonic()
    if _stopped_at and now - _stopped_at[-1] < HEED_S:
        return
    _stopped_at.append(now)
    raise Stopped


def was_stopped() -> bool:
    """Whether the command that runs was stopped."""
    return bool(_stopped_at)


def begin() -> None:
    """A command begins, which was not stopped yet."""
    _stopped_at.clear()


def tell_stopped() -> None:
    """Say the one line; an interrupt is no longer heeded."""
    if signal.getsignal(signal.SIGINT) is stop:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.stderr is not None:
        sys.stderr.write("stopped; nothing half-written remains\n")


def stoppable(command: Callable[[], None]) -> None:
    """Run a command that Ctrl-C may stop while it still loads, too."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    try:
        command()
    except KeyboardInterrupt:
        tell_stopped()
        sys.exit(EXIT_INTERRUPTED)
    finally:
        if signal.getsignal(signal.SIGINT) is stop:  # what Python still puts away tells nothing
            signal.signal(signal.SIGINT, signal.SIG_DFL)
