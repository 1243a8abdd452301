"""A piece of work in a process of its own: its memory goes back to the system at its end, and it ends when it is told.

What Python has held it mostly keeps for itself, and a build goes on for long after its largest piece of work. A thread
ends only where it looks for a stop; a process ends wherever it is. What the work does and gives is the same as in this
process; its progress and its errors come back from there.
"""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar, cast

from pipeline.build.runner import Advance, end_if_stopped
from pipeline.index.workers import as_worker
from schemas.errors import BuildError
from schemas.printable import first_line

Result = TypeVar("Result")
LOOK_S = 0.5  # after which a step that waits for its process looks whether it is stopped


def apart(work: Callable[[Advance], Result], advance: Advance) -> Result:
    """What a function of a module gives, done in a new process.

    Args:
        work: is given a progress callback; it and its result are sent between processes.
        advance: is told here of the progress there; what it raises ends the work, as `stop_steps()` does.

    Raises:
        BuildError: the process was ended from outside; besides, whatever the work raises.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_do, args=(work, theirs))
    process.start()
    theirs.close()
    try:
        while True:
            while not ours.poll(LOOK_S):
                end_if_stopped()
            kind, told = ours.recv()
            if kind == "result":
                return cast(Result, told)
            if kind == "error":
                raise told
            advance(*told)
    except EOFError:
        process.join()
        raise BuildError(
            "a worker of the build was ended from outside",
            found=f"exit code {process.exitcode}",
            remedy="look whether memory ran out, and run the same command again",
        ) from None
    finally:
        process.terminate()
        process.join()
        ours.close()


def _do(work: Callable[[Advance], object], parent: Connection) -> None:
    as_worker()
    try:
        told = ("result", work(lambda done, total: parent.send(("progress", (done, total)))))
    except Exception as error:
        parent.send(("error", _fit_to_send(error)))
    else:
        parent.send(told)


def _fit_to_send(error: Exception) -> Exception:
    """An error as it is; where it cannot be sent, or not be read there, what it says: else the process would end
    without a word, as if it had been killed."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - of this process
    except Exception:
        return BuildError(
            f"a worker of the build failed: {type(error).__name__}",
            found=first_line(error),
            remedy="this is a defect of the build: please report it",
        )
    return error
