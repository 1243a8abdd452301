"""docs/decisions/README.md: every decision, with those that go on from it. Generated from the records themselves."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from docs.cells import cell

_INTRO = """# Decisions

Each record says what was decided on a day, why, what was measured and what did not help. It is not written again when
things change: a later record goes on from it. This page is generated from the records; do not edit it.

A number in a record holds for that day. What holds now is on the measured pages: [the starter](../starter.md),
[performance](../performance.md), [at full size](../performance-full.md).

| | decision | date | taken up in |
|---|---|---|---|
"""
RECORDS = "[0-9]*.md"
_HEAD = re.compile(r"# 0*(\d+)[.:] (.+)")
_DATE = re.compile(r"^Date: (\S+?)\.? ", re.MULTILINE)
_NAMED = re.compile(r"\]\((\d{4})-[^)]*\.md")


def render_decisions_page(folder: Path) -> str:
    """The page for a folder of records, each `NNNN-title.md` with its number and title as the first line."""
    records = {path.name: path.read_text("utf-8") for path in sorted(folder.glob(RECORDS))}
    by_number = {name[:4]: name for name in records}
    later: dict[str, list[str]] = defaultdict(list)
    for name, text in records.items():
        for number in sorted(set(_NAMED.findall(text))):
            if number < name[:4]:
                later[number].append(name)
    return _INTRO + "".join(_row(name, records[name], later[number]) for number, name in by_number.items())


def _row(name: str, text: str, later: list[str]) -> str:
    head, date = _HEAD.match(text), _DATE.search(text)
    if head is None or date is None:
        raise ValueError(f"{name}: a record begins with “# number. title”, and has a line “Date: …”")
    taken_up = ", ".join(f"[{int(one[:4])}]({one})" for one in later)
    title = cell(head[2])
    return f"| {head[1]} | [{title}]({name}) | {date[1]} | {taken_up} |\n"
