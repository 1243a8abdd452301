"""Progress bars and stage timings of a build, in a terminal or a log."""

from __future__ import annotations

import json
import threading
import time
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

WORDS = {
    "fetch": "fetch the sources, verify their checksums",
    "ingest": "read rows into documents and quarantine",
    "corpus": "merge the sources",
    "embedder": "train the bilingual embedder",
    "analysis": "cut, analyse and embed passages",
    "model": "take the ready-made model out of its package",
    "inquiries": "encode what muftis were asked",
    "index": "index them",
    "reader": "take the reader along",
    "places": "places for prayer times",
    "gate": "fit the gate",
    "evaluate": "measure on the question sets",
    "publish": "publish the snapshot",
}


class StageProgress:
    """A watcher of a build: one bar for the stage at work, one line for each finished one.

    A log has no bars, and gets a line when a stage begins.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = Progress(
            SpinnerColumn(),
            TextColumn("{task.description:<44}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._lock = threading.Lock()
        self._tasks: dict[str, TaskID] = {}
        self._begun = time.monotonic()
        self._after: dict[str, float] = {}  # when each step began, seconds after the whole
        self.finished: list[tuple[str, float, str]] = []

    def __enter__(self) -> StageProgress:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def begin(self, step: str) -> None:
        """A step begins."""
        with self._lock:
            self._after[step] = time.monotonic() - self._begun
            if not self._console.is_terminal:
                self._console.print(f"  {WORDS.get(step, step)} …")
            self._tasks[step] = self._bars.add_task(WORDS.get(step, step), total=None)

    def advance(self, step: str, done: int, total: int) -> None:
        """Part of a step is done."""
        with self._lock:
            task = self._tasks.get(step)
            if task is not None:
                self._bars.update(task, completed=done, total=total or None)

    def end(self, step: str, seconds: float, note: str) -> None:
        """A step is done."""
        with self._lock:
            self._bars.remove_task(self._tasks.pop(step))
            self.finished.append((step, seconds, note))
            self._console.print(_line(WORDS.get(step, step), seconds, note))

    def table(self) -> Table:
        """What took how long."""
        table = Table(title="Stages", title_justify="left")
        table.add_column("stage")
        table.add_column("seconds", justify="right")
        table.add_column("result")
        for step, seconds, note in self.finished:
            table.add_row(step, f"{seconds:.1f}", note)
        table.add_section()
        table.add_row("all", f"{time.monotonic() - self._begun:.1f}", "")
        return table

    def timings(self, snapshot: str) -> str:
        """What took how long, and when each step began, as JSON: seconds, the whole's beginning by the clock."""
        stages = [
            {"stage": step, "begun": round(self._after[step], 3), "seconds": round(took, 3), "result": note}
            for step, took, note in self.finished
        ]
        whole = time.monotonic() - self._begun
        told = {"snapshot": snapshot, "begun": round(time.time() - whole, 3), "seconds": round(whole, 3)}
        return json.dumps({**told, "stages": stages}, indent=2) + "\n"


def _line(words: str, seconds: float, note: str) -> Table:
    """What is done, its seconds, and its result; a long result goes on below where it began."""
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_column(width=1, style="green")
    line.add_column(width=42)
    line.add_column(width=8, justify="right", style="dim")
    line.add_column(style="dim")
    line.add_row("✓", words, f"{seconds:.1f} s", note.replace("_", " "))
    return line
