"""docs/cli.md: every command of `isnad`, with its arguments and options, from the objects that run.

Nothing is taken from drawn help, so neither a terminal's width nor the version of a drawing library shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import typer.main

from cli.main import app
from docs.cells import cell

HEAD = """# All commands

Generated from the commands themselves by `make docs`; do not edit. `isnad COMMAND --help` shows the same.

A command ends with 0 when all is done; 1 when the input has problems, or a check failed; 2 when it was called wrongly
(an unknown option, a value that it can never take, options that do not go together);
3 when something outside is at fault (network, disk, Prefect); 130 when it was stopped. An error names what was
expected, what was found, where, and how to mend it; `ISNAD_DEBUG=1` shows the stack trace as well.
"""


def render_cli_page() -> str:
    """The page."""
    root = typer.main.get_command(app)
    commands = [("isnad", root), *_commands(root, "isnad")]
    lines = [HEAD, "| command | what it does |", "|---|---|"]
    lines += [
        f"| [`{name}`](#{name.replace(' ', '-')}) | {cell(_first_sentence(command))} |"
        for name, command in commands
    ]
    for name, command in commands:
        lines += ["", *_section(name, command)]
    return "\n".join(lines) + "\n"


def _commands(group: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every command that does something, in the order of its name."""
    for name, command in sorted(group.commands.items()):
        if command.hidden:
            continue
        if hasattr(command, "commands"):
            yield from _commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def _section(name: str, command: Any) -> list[str]:
    params = [param for param in command.params if not getattr(param, "hidden", False)]
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    usage = " ".join([name, *map(_placeholder, arguments), *(["[OPTIONS]"] if options else [])])
    lines = [f"## {name}", "", " ".join((command.help or "").split()), "", "```", usage, "```"]
    if params:
        lines += ["", "| | meaning | default |", "|---|---|---|"]
        lines += [
            f"| {cell(_name(param))} | {cell(_meaning(param))} | {cell(_default(param))} |"
            for param in (*arguments, *options)
        ]
    return lines


def _placeholder(argument: Any) -> str:
    name = f"{_argument(argument)}{'...' if argument.nargs == -1 else ''}"
    return name if argument.required else f"[{name}]"


def _argument(param: Any) -> str:
    return str(param.metavar or param.name).upper()


def _name(param: Any) -> str:
    if param.param_type_name == "argument":
        return f"`{_argument(param)}`"
    flags = ", ".join(f"`{flag}`" for flag in (*param.opts, *param.secondary_opts))
    return flags if param.is_flag else f"{flags} {_value(param)}"


def _value(param: Any) -> str:
    """What an option takes, in a word."""
    kind = param.type_descriptor.annotation
    words = {int: "NUMBER", float: "NUMBER"}
    return words.get(kind, "PATH" if _is_path(kind) else "|".join(_choices(param)) or "TEXT")


def _is_path(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Path)


def _choices(param: Any) -> list[str]:
    kind = param.type_descriptor.annotation
    return [str(one.value) for one in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []


def _meaning(param: Any) -> str:
    said = [" ".join((param.help or "").split())]
    if param.min is not None or param.max is not None:
        least, most = param.min, param.max
        said.append(f"At least {least}." if most is None else f"From {least} to {most}.")
    if param.envvar:
        said.append(f"Else the environment's `{param.envvar}`.")
    return " ".join(part for part in said if part)


def _default(param: Any) -> str:
    default = getattr(param.default, "value", param.default)
    if param.required:
        return "must be given"
    # What a flag or a list is without being given needs no words; an unset one shows as a sentinel or None.
    if isinstance(default, bool) or default is None or default in ("", (), []) or not _plain(default):
        return ""
    return f"`{default}`"


def _plain(value: object) -> bool:
    return isinstance(value, str | int | float) or hasattr(value, "__fspath__")


def _first_sentence(command: Any) -> str:
    words = " ".join((command.help or "").split())
    return words.split(". ")[0].rstrip(".")
