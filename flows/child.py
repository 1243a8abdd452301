"""Run a module of Python for as long as the process lives that started this one.

    python -m flows.child MODULE ARGUMENT...

Standard input is a pipe from that process. However it ends, killed outright too, the pipe closes, and so does this.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading


def _main(module: str, *arguments: str) -> None:
    threading.Thread(target=_end_with_the_pipe, daemon=True).start()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with_the_pipe() -> None:
    # Without Python's buffer: a thread that holds its lock has an interpreter that ends by itself abort.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    _main(*sys.argv[1:])
