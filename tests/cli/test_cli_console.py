"""How a command ends: what is told of an error, what cannot steer the terminal, and a part that is not installed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cli.console import EXIT_PROBLEM, EXIT_USAGE, run_command
from schemas.errors import SourceError


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


def test_the_name_of_a_file_cannot_either(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise FileNotFoundError(2, "No such file", "\x1b[2J")

    assert ended(command, capsys)[1] == "error: No such file �[2J\n"


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
    assert told == f"error: this command needs the part “{part}”: pip install 'isnad[{part}]'\n"


def test_a_module_of_our_own_that_is_missing_is_a_fault_of_ours() -> None:
    def command() -> None:
        raise ModuleNotFoundError("No module named 'pipeline.none'", name="pipeline.none")

    with pytest.raises(ModuleNotFoundError):
        run_command(command)
