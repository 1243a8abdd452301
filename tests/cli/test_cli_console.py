"""How a command ends: what is told of an error, what cannot steer the terminal, and a part that is not installed."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from cli.console import EXIT_OUTSIDE, EXIT_PROBLEM, EXIT_USAGE, run_command
from cli.stopping import EXIT_INTERRUPTED, HEED_S, begin, stop, stoppable
from cli.tables import print_table, progress
from pipeline.build.stage import run_stage
from schemas.errors import RecorderError, SourceError

ROOT = Path(__file__).parents[2]


def ended(command: Callable[[], None], capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    with pytest.raises(SystemExit) as left:
        run_command(command)
    return left.value.code, capsys.readouterr().err


def test_what_an_error_quotes_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise SourceError("a row is wrong", found="\x1b[2Jx\u202e", where="a\u00a0table")

    code, told = ended(command, capsys)
    assert code == EXIT_PROBLEM
    assert told == "error: a row is wrong\n  where: a\u00a0table\n  found: �[2Jx�\n"


def test_what_an_error_quotes_is_no_emoji(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise SourceError("a row is wrong", found="fatwa:moon:7")

    assert "found: fatwa:moon:7\n" in ended(command, capsys)[1]


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_what_is_shown_on_a_closed_stream_is_lost_and_no_error(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def command() -> None:
        print_table(("head",), [["row"]])
        with progress(quiet=False):
            pass

    monkeypatch.setattr(sys, name, None)
    run_command(command)


def test_a_terminal_that_tells_no_width_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[int] = []
    monkeypatch.setenv("COLUMNS", "0")
    run_command(lambda: widths.append(Console().width))
    assert widths[0] > 0


def test_the_name_of_a_file_cannot_either(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise FileNotFoundError(2, "No such file", "\x1b[2J")

    assert ended(command, capsys)[1].startswith("error: No such file\n  where: �[2J\n")


def test_what_the_system_refuses_is_told_with_a_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise OSError(28, "No space left on device")  # as a write to the standard output tells it

    code, told = ended(command, capsys)
    assert code == EXIT_OUTSIDE
    assert "where: a file, or the output of this command" in told
    assert "to mend it: look at free space" in told


def test_a_server_that_cannot_record_a_run_is_outside(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise RecorderError("Prefect's server did not start")

    assert ended(command, capsys)[0] == EXIT_OUTSIDE


def fill(connection: sqlite3.Connection) -> None:
    """Write to a database until SQLite says that there is no room, as it does on a full disk."""
    connection.execute("pragma max_page_count = 2")
    connection.execute("create table one (text)")
    connection.execute("insert into one values (zeroblob(100000))")


def test_a_full_disk_under_a_database_is_outside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    from service.accounts.store import opened

    def keys() -> None:
        with opened(str(tmp_path / "keys.sqlite"), make=True):
            engine = sqlalchemy.create_engine(f"sqlite:///{tmp_path / 'other.sqlite'}")
            with engine.begin() as connection:
                for statement in ("pragma max_page_count = 2", "create table one (text)"):
                    connection.exec_driver_sql(statement)
                connection.exec_driver_sql("insert into one values (zeroblob(100000))")

    def places(folder: Path) -> dict[str, object]:
        try:
            fill(sqlite3.connect(folder / "places.sqlite"))
        except sqlite3.OperationalError as error:  # as `build_places` does
            raise OSError(str(error)) from error
        return {}

    for command in (keys, lambda: run_stage(tmp_path, "places", 1, {}, places)):
        code, told = ended(command, capsys)
        assert "full" in told
        assert code == EXIT_OUTSIDE


def test_what_a_database_refuses_besides_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        try:
            sqlite3.connect(":memory:").execute("select * from nothing")
        except sqlite3.OperationalError as error:
            raise SourceError("a table is missing") from error

    assert ended(command, capsys)[0] == EXIT_PROBLEM


@pytest.mark.parametrize(
    ("module", "part"), [("torch", "build"), ("prefect.flows", "build"), ("sqlalchemy", "service")]
)
def test_a_part_that_is_not_installed_is_named(
    module: str, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def command() -> None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    code, told = ended(command, capsys)
    assert code == EXIT_USAGE
    remedy = f"in Isnad's own folder: pip install '.[{part}]'"
    assert told == f"error: this command needs the part “{part}”\n  to mend it: {remedy}\n"


def test_a_module_of_our_own_that_is_missing_is_a_fault_of_ours() -> None:
    def command() -> None:
        raise ModuleNotFoundError("No module named 'pipeline.none'", name="pipeline.none")

    with pytest.raises(ModuleNotFoundError):
        run_command(command)


@pytest.mark.parametrize("kind", [ValueError, SourceError, OSError])
def test_what_an_interrupt_becomes_in_foreign_code_is_told_as_stopped(
    kind: type[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    def command() -> None:
        try:
            stop()
        except KeyboardInterrupt:
            raise kind("KeyboardInterrupt: ") from None  # as pydantic tells what strikes inside of it

    assert ended(command, capsys) == (EXIT_INTERRUPTED, "stopped; nothing half-written remains\n")


def test_an_error_after_another_command_was_stopped_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise SourceError("a row is wrong")

    ended(stop, capsys)
    assert ended(command, capsys)[0] == EXIT_PROBLEM


class TestStopping:
    @pytest.fixture(autouse=True)
    def _afresh(self) -> Iterator[None]:
        before = signal.getsignal(signal.SIGINT)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        begin()
        yield
        begin()
        signal.signal(signal.SIGINT, before)

    def test_what_still_loads_is_stopped_as_what_works(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as left:
            stoppable(lambda: signal.raise_signal(signal.SIGINT))
        assert left.value.code == EXIT_INTERRUPTED
        assert capsys.readouterr().err == "stopped; nothing half-written remains\n"

    def test_who_presses_the_keys_twice_means_it_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        put_away = []

        def command() -> None:
            try:
                signal.raise_signal(signal.SIGINT)
            finally:
                signal.raise_signal(signal.SIGINT)
                put_away.append("all")

        with pytest.raises(SystemExit):
            stoppable(command)
        assert put_away == ["all"]

    def test_what_does_not_end_is_stopped_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(KeyboardInterrupt):
            stop()
        stop()
        monkeypatch.setattr("time.monotonic", lambda: time.time() + HEED_S)
        with pytest.raises(KeyboardInterrupt):
            stop()

    def test_a_command_that_has_ended_leaves_no_handler(self) -> None:
        stoppable(lambda: None)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL


@pytest.mark.parametrize("words", [["sources", "list"], ["--help"], ["ask"]], ids=" ".join)
@pytest.mark.parametrize("module", ["typer", "cli.main", "rich.console"])
def test_ctrl_c_while_a_command_loads_ends_it_in_one_line(module: str, words: list[str]) -> None:
    """Whatever is imported when the signal comes; by no signal, as Python has a plain interrupt end it."""
    program = (
        "import builtins, signal, sys\n"
        "before = builtins.__import__\n"
        "def stopped(name, *given, **named):\n"
        f"    if name == {module!r} and not stopped.told:\n"
        "        stopped.told = True\n"
        "        exec('signal.raise_signal(signal.SIGINT)', {'signal': signal})\n"
        "    return before(name, *given, **named)\n"
        "stopped.told = False\n"
        "builtins.__import__ = stopped\n"
        f"sys.argv = ['isnad', *{words!r}]\n"
        "from cli.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (EXIT_INTERRUPTED, "stopped; nothing half-written remains\n")
