"""The command line as a whole: light to start, and every word of its help is there. The Makefile too."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from cli.main import app

ROOT = Path(__file__).parents[2]
HEAVY = {"polars", "torch", "prefect", "faiss", "numba", "pyarrow", "numpy", "pydantic", "fastapi", "uvicorn",
         "sqlalchemy", "datasets", "babel", "httpx", "yaml", "pipeline", "flows", "service"}  # fmt: skip
MODULES_OF_A_START = 220  # beyond those that Python itself begins with; 94 when this was written

HELPS = """
import contextlib, io, json, sys
begun = set(sys.modules)
import cli.main
started = set(sys.modules) - begun
for words in json.loads(sys.argv[1]):
    sys.argv = ["isnad", *words, "--help"]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            cli.main.main()
        except SystemExit as left:
            assert left.code == 0, (words, left.code)
    assert "Usage" in printed.getvalue(), words
print(json.dumps({"started": len(started), "all": sorted({name.split(".")[0] for name in sys.modules})}))
"""


def commands(command: Any = None, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group, with the words that call it."""
    command = command or typer.main.get_command(app)
    yield words, command
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        yield from commands(inner, (*words, name))


ALL = dict(commands())


def _help_of(*called: tuple[str, ...]) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", HELPS, json.dumps(called)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_the_commands_are_there() -> None:
    expected = {"run", "build", "ui", "ask", "eval", "serve", "sources", "snapshot", "keys"}
    assert {words[0] for words in ALL if words} == expected


def test_help_imports_nothing_heavy() -> None:
    told = _help_of(())
    assert HEAVY & set(told["all"]) == set()
    assert told["started"] < MODULES_OF_A_START


def test_no_help_of_any_command_imports_anything_heavy() -> None:
    assert HEAVY & set(_help_of(*ALL)["all"]) <= {
        "pydantic"
    }  # typer takes it for options, where it is installed


@pytest.mark.parametrize("words", sorted(ALL), ids=lambda words: " ".join(words) or "isnad")
def test_every_command_and_option_has_its_sentence(words: tuple[str, ...]) -> None:
    command = ALL[words]
    assert (command.help or "").strip()
    for parameter in command.params:
        if parameter.name != "help":
            assert getattr(parameter, "help", None), parameter.name


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 2),
        (("nothing",), 2),
        (("ask",), 2),
        (("run", "--none"), 2),
        (("ui", "--port", "x"), 2),
        (("--help",), 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_call_ends_with_two_and_no_stack_trace(words: tuple[str, ...], code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", *words],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == code
    assert "Traceback" not in done.stdout + done.stderr
    assert "Usage" in done.stdout + done.stderr


def test_the_version_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", "--version"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert re.fullmatch(r"isnad \d+\.\d+\.\d+\n", done.stdout)


def test_a_terminal_without_arabic_letters_ends_no_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", "sources", "check", "tests/sources/broken/verse-differs"],
        capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert re.search(r"(?:\\u06[0-9a-f]{2}){3}", done.stdout)


def _make(*words: str) -> str:
    return subprocess.run(
        ["make", "--no-print-directory", *words], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout


def test_make_help_lists_what_a_newcomer_needs() -> None:
    listed = dict(re.findall(r"^ +make (\S+) +(\S.*)$", _make("help"), re.MULTILINE))
    assert {"run", "test", "ask", "ui", "lint", "bench", "docs", "clean", "serve"} <= set(listed)
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert phony is not None
    assert set(listed) == set(phony[1].split())
    assert _make() == _make("help")


def test_make_calls_the_commands_that_there_are() -> None:
    for target in ("run", "ask", "ui", "serve"):
        called = re.search(r"bin/isnad (\w+)", _make("-n", target, "Q=x"))
        assert called is not None
        assert (called[1],) in ALL


def test_make_gives_every_word_and_any_question(tmp_path: Path) -> None:
    assert "--allow fewer-documents --allow retired-ids" in _make(
        "-n", "run", "ALLOW=fewer-documents retired-ids"
    )
    question = """Is "riba" forbidden? `x`; it's so"""
    (tmp_path / "bin").mkdir()
    fake = tmp_path / "bin" / "isnad"
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    fake.chmod(0o755)
    (tmp_path / ".installed").touch()
    said = _make("ask", f"Q={question}", f"VENV={tmp_path}", "-o", str(tmp_path / ".installed"))
    assert said.splitlines() == ["ask", "--", question]  # a question may begin with a hyphen


@pytest.mark.parametrize("words", [("ask",), ("ask", "Q="), ("ask", "Q=  ")])
def test_make_ask_without_a_question_installs_nothing(words: tuple[str, ...]) -> None:
    outer = ("Q", "MAKELEVEL", "MAKEFLAGS", "MFLAGS")  # of the make that runs the tests
    environment = {name: value for name, value in os.environ.items() if name not in outer}
    done = subprocess.run(
        ["make", "-n", "VENV=/nowhere", *words],
        capture_output=True, text=True, check=False, cwd=ROOT, env=environment,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Name a question" in done.stderr
    assert done.stdout == ""
