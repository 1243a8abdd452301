"""Every `isnad` command that a page shows is one: its name, its options, and how many arguments it takes."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from cli.main import app

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
    if path.name not in ("cli.md", "CHANGELOG.md")
)
_LINE = re.compile(r"^(?:[A-Z_]+=\S+ )?(isnad [a-z].*)$", re.MULTILINE)
_INLINE = re.compile(r"`(?:[A-Z_]+=\S+ )?(isnad [a-z][^`\n]*)`")
_REMARK = re.compile(r"  +\S.*$|\s#\s.*$")
_OPTIONAL = re.compile(r"\[(--[a-z-]+)[^]]*\]")
USAGE_ERROR = typer.BadParameter.__mro__[1]  # typer has no public name for it
COMMAND = typer.main.get_command(app)


def commands_of(page: str) -> list[str]:
    """The commands of a page, without the remarks behind them; what is shown as optional is taken as given."""
    shown = [_REMARK.sub("", line) for line in (*_LINE.findall(page), *_INLINE.findall(page))]
    return sorted({_OPTIONAL.sub(r"\1=1", line).strip() for line in shown})


def problem_of(line: str) -> str | None:
    """What is wrong with a command; values are not looked at, and an argument may be left out in running text."""
    command, words = COMMAND, shlex.split(line)[1:]
    while isinstance(command, TyperGroup) and words and not words[0].startswith("-"):
        found = command.commands.get(words[0])
        if found is None:
            return f"there is no command “{words[0]}”"
        command, words = found, words[1:]
    try:
        _, left, _ = command.make_parser(typer.Context(command)).parse_args(words)
    except USAGE_ERROR as error:
        return str(error)
    return f"too many arguments: {left}" if left else None


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_commands_of_a_page_are_commands(path: Path) -> None:
    lines = commands_of(path.read_text("utf-8"))
    assert [(line, problem) for line in lines if (problem := problem_of(line))] == []


def test_commands_are_found_and_wrong_ones_are_seen() -> None:
    page = '```sh\nX=1 isnad build --profile full   # all\nisnad keys list [--json]\n```\n`isnad ask "…" --explain`\n'
    assert commands_of(page) == [
        'isnad ask "…" --explain',
        "isnad build --profile full",
        "isnad keys list --json=1",
    ]
    assert problem_of("isnad ask x --explain") is None
    for wrong in (
        "isnad aks x",
        "isnad ask x --explian",
        "isnad snapshot pull a b --use c",
        "isnad keys burn",
    ):
        assert problem_of(wrong), wrong


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_isnad_is_installed_from_its_folder_with_parts_that_there_are(path: Path) -> None:
    parts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for line in re.findall(r"pip install ([^`\n#]*)", path.read_text("utf-8")):
        *_, named = shlex.split(line)
        found = re.fullmatch(r"\.\[([a-z,]+)\]", named)  # a registry's package of this name is another's
        assert found, line
        assert set(found[1].split(",")) <= set(parts)
