"""`isnad`: one module for each noun. Start-up imports nothing heavy.

A module of this package imports only the standard library and typer at its top; what a command needs is
imported inside the command.
"""

from __future__ import annotations

import typer

from cli import keys, run, serve, snapshot, sources
from cli.ask import ask
from cli.console import run_command
from cli.eval import evaluate

app = typer.Typer(
    name="isnad",
    help="Index Islamic sources and answer from them, or decline.",
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


def main() -> None:
    """The console script: run a command; errors become messages and exit codes."""
    run_command(app)
