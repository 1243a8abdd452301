"""What holds for every test: an interrupt interrupts, whatever the shell that started the run, and none is timed.

A shell that starts a command in the background lets it ignore SIGINT, and every process that this one starts. Tests of
Ctrl-C would wait in vain there. Hypothesis takes an example for a failure that runs longer than 200 ms, unless it is
told otherwise: on a busy machine any may.

What was collected stays until the end. Python's collector of rings leaves it alone: to look through ten thousand tests,
again and again, took a fifth of the time of the whole run.
"""

import gc
import signal
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
