"""What a part of the large benchmark gives, and what it is given.

A part is a module with one function, `measure(context: Context) -> Section`, which raises `IsnadError` where something
is missing. It measures and returns; it prints nothing, and writes nothing but files of its own in `context.scratch`.
Parts run in processes of their own, one after another, so none sees the memory or the compiled code of another, and a
section travels as JSON.

Cells of tables are texts, already rounded. Charts hold numbers; `bench.plots` draws them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pipeline.evaluate.report import markdown_table


@dataclass(frozen=True, slots=True)
class Context:
    """What every part may use.

    `scratch` is kept from run to run where the user named a folder: a part may keep what is slow to make there (tokens,
    indexes) under a name that says what it was made of.
    """

    documents: Path  # a documents table (Arrow)
    snapshot: Path | None  # an open folder of a published snapshot; None where a bare table is measured
    scratch: Path
    passages: int  # of the largest collection
    queries: int  # ordinary ones, of each comparison
    peers: Path | None = None  # a folder with packages that are no part of the environment


@dataclass(frozen=True, slots=True)
class Table:
    """A table, and the sentence above it."""

    told: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One named line, or row of bars: values by place on the horizontal axis."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot. `file` is its name without ending; `across` and `up` name the axes with their units."""

    file: str
    title: str
    across: str
    up: str
    lines: tuple[Line, ...]
    kind: str = "line"  # or "bar": one group of bars for each name in `ticks`, x are places from 0
    ticks: tuple[str, ...] = ()
    log: str = ""  # axes on a logarithmic scale: "x", "y", "xy"


@dataclass(frozen=True, slots=True)
class Section:
    """What one part measured. `told` says of what, how, and under which conditions; one paragraph each."""

    title: str
    told: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    left_out: tuple[str, ...] = ()  # what was not measured, and why


def written(section: Section) -> str:
    """A section as JSON."""
    return json.dumps(asdict(section), ensure_ascii=False)


def read(text: str) -> Section:
    """A section from JSON."""
    told = json.loads(text)
    return Section(
        title=told["title"],
        told=tuple(told["told"]),
        tables=tuple(_table(one) for one in told["tables"]),
        charts=tuple(_chart(one) for one in told["charts"]),
        left_out=tuple(told["left_out"]),
    )


def _table(told: Mapping[str, Any]) -> Table:
    return Table(told["told"], tuple(told["heads"]), tuple(map(tuple, told["rows"])))


def _chart(told: Mapping[str, Any]) -> Chart:
    lines = tuple(Line(one["name"], tuple(one["x"]), tuple(one["y"])) for one in told["lines"])
    return Chart(**{**told, "lines": lines, "ticks": tuple(told["ticks"])})


def rendered(section: Section) -> list[str]:
    """A section as lines of Markdown."""
    lines = [f"## {section.title}", ""]
    for paragraph in section.told:
        lines += [paragraph, ""]
    for table in section.tables:
        lines += [table.told, "", *markdown_table(list(table.heads), map(list, table.rows)), ""]
    for chart in section.charts:
        lines += [f"![{chart.title}](images/{chart.file}.svg)", ""]
    return lines


def gaps(sections: Sequence[Section]) -> list[str]:
    """What no part measured, as a list."""
    return [f"* {one}" for section in sections for one in section.left_out]
