"""What the command line shows, and how a command ends.

Exit codes: 0 done; 1 the input has problems, or a check failed; 2 the command was called wrongly (`CallError`, typer);
3 something outside is at fault (network, disk, Prefect); 130 stopped by the user. An `IsnadError` prints its parts
(where, expected, found, to mend it) and never a stack trace; set ISNAD_DEBUG=1 to see one.
What it quotes cannot steer the terminal. What fails because it was stopped is told as stopped: an interrupt that
strikes inside of foreign code comes out of it as any error.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cli.options import language_of
from cli.stopping import EXIT_INTERRUPTED, begin, tell_stopped, was_stopped
from schemas.errors import CallError, FetchError, IsnadError, RecorderError
from schemas.parts import to_install
from schemas.printable import printable_lines
from schemas.sentence import Language, said

if TYPE_CHECKING:
    from rich.console import Console

EXIT_PROBLEM, EXIT_USAGE, EXIT_OUTSIDE = 1, 2, 3
OURS = frozenset({"schemas", "pipeline", "flows", "service", "cli"})
# What the extra “service” brings before anything that “build” brings too is looked for.
_SERVICE = frozenset(
    {"sqlalchemy", "uvicorn", "fastapi", "prometheus_client", "hijridate", "adhanpy", "praytime"}
)
_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
GARBAGE = 100_000  # objects after which rings are looked for: what a command loads is much, and hardly any of it rings
_DISK_OF_SQLITE = frozenset({10, 13})  # its codes of an error of reading or writing, and of a full disk


def run_command(command: Callable[[], None]) -> None:
    """Run one command and leave the process with its exit code."""
    gc.set_threshold(GARBAGE)
    from rich.console import Console

    _mend_terminal()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that knows no Arabic ends no command
    error_console = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)
    begin()
    try:
        _stopped_or_done(command)
    except IsnadError as error:
        if os.environ.get("ISNAD_DEBUG"):
            raise
        _tell_error(error_console, error, language_of(error))
        sys.exit(_code_of(error))
    except OSError as error:
        if os.environ.get("ISNAD_DEBUG"):
            raise
        _tell_error(error_console, _of_system(error), language_of(error))
        sys.exit(EXIT_OUTSIDE)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if os.environ.get("ISNAD_DEBUG") or missing in OURS:
            raise
        part = "service" if missing in _SERVICE else "build"
        told = said("this command needs the part “{part}”", part=part)
        _tell_error(error_console, IsnadError(told, remedy=to_install(part)))
        sys.exit(EXIT_USAGE)
    except KeyboardInterrupt:
        tell_stopped()
        sys.exit(EXIT_INTERRUPTED)
    except SystemExit as left:
        if left.code == EXIT_INTERRUPTED:  # typer turned the interrupt into an exit without a word
            tell_stopped()
        raise


def _mend_terminal() -> None:
    """Have what is closed write to nowhere, and a width of 0 mean that it is not known, as other programs do."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open until the process ends
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]


def _stopped_or_done(command: Callable[[], None]) -> None:
    try:
        command()
    except Exception as error:
        if was_stopped():
            raise KeyboardInterrupt from error
        raise


def _of_system(error: OSError) -> IsnadError:
    """What the system refused, told as our own errors are."""
    return IsnadError(
        str(error.strerror or error),
        where=str(error.filename or "") or said("a file, or the output of this command"),
        remedy="look at free space, at permissions, and at what is there; then give the command again",
    )


def _tell_error(console: Console, error: IsnadError, language: Language = "en") -> None:
    if language == "ar":
        from cli.source_report import print_error

        print_error(error, console, language)
        return
    console.print("[bold red]error[/]: ", end="")
    console.print(printable_lines(error.render()), markup=False)


def _code_of(error: IsnadError) -> int:
    """The exit code of a command that an error ended."""
    if isinstance(error, CallError):
        return EXIT_USAGE
    return EXIT_OUTSIDE if _outside(error) else EXIT_PROBLEM


def _outside(error: IsnadError) -> bool:
    """Whether the network, the disk or Prefect is at fault, and not what the user gave."""
    return isinstance(error, FetchError | RecorderError) or any(map(_of_disk, _causes(error)))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """What an error came from, the nearest first."""
    cause = error.__cause__
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _of_disk(error: BaseException) -> bool:
    """Whether the disk is at fault, as the system says it or as SQLite does, which has codes of its own."""
    if isinstance(error, OSError) and error.errno in _DISK:
        return True
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in _DISK_OF_SQLITE  # the rest of a code says more of the same
