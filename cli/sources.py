"""`isnad sources`: what the editorial team works with."""

from __future__ import annotations

import typer

app = typer.Typer(help="Add, check and look at sources.", no_args_is_help=True)
