"""`isnad`: one module for each noun. Start-up imports nothing heavy.

A module of this package imports only the standard library and typer at its top; what a command needs is
imported inside the command.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cli import keys, run, serve, snapshot, sources
from cli.ask import ask
from cli.console import run_command
from cli.eval import evaluate
from cli.usage import call

app = typer.Typer(
    name="isnad",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(sources.app, name="sources")
app.add_typer(snapshot.app, name="snapshot")
app.add_typer(keys.app, name="keys")
app.command("run")(run.run)
app.command("build")(run.build)
app.command("ui")(run.ui)
app.command("ask")(ask)
app.command("eval")(evaluate)
app.command("serve")(serve.serve)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"isnad {version('isnad')}")
        raise typer.Exit


@app.callback()
def isnad(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Tell the version, and no more."
        ),
    ] = False,
) -> None:
    """Index Islamic sources and answer from them, or decline."""


def main() -> None:
    """The console script: run a command; errors become messages and exit codes."""
    run_command(lambda: call(app, sys.argv[1:]))
