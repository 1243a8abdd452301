"""Tables, sizes and progress, as every command shows them.

A table is drawn on a terminal; elsewhere it is tab-separated lines with a head, so that other tools can
read it. No control character of a shown value reaches the terminal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import typer

from schemas.printable import printable


def print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True))


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on a terminal, tab-separated lines elsewhere; nothing when there are no rows."""
    rows = [[printable(cell) for cell in row] for row in rows]
    if not rows:
        return
    if not sys.stdout.isatty():
        for row in (heads, *rows):
            typer.echo("\t".join(row))
        return
    from rich.console import Console
    from rich.table import Table

    from cli.paragraphs import Cell

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(Cell(head))
    for row in rows:
        table.add_row(*map(Cell, row))
    Console(highlight=False).print(table)


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each file, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield lambda path, here, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TaskID, TextColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        tasks: dict[str, TaskID] = {}

        def told(path: str, here: int, total: int) -> None:
            if path not in tasks:
                tasks[path] = progress.add_task(path, total=total)
            progress.update(tasks[path], completed=here)

        yield told


def show_size(size: int) -> str:
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} bytes"
