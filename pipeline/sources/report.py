"""The report of a check, for people: on a terminal and as one HTML page.

Rules: plain language first, codes last; problems in groups, the gravest first; every line names row, column,
what was found and how to mend it. The page is self-contained: no script, no font, no address is fetched.
All text from a source is escaped, and Arabic runs from right to left wherever it stands.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pipeline.sources.characters import tamed, visible
from pipeline.sources.check import CheckReport, ProblemKind
from pipeline.sources.problems import Problem
from schemas.errors import CardError
from schemas.printable import printable_lines
from schemas.tables import IngestCounts

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup
    from rich.console import Console

TEMPLATE = "report.html.j2"
_QUOTED = re.compile("“([^”]*)”")
LINES = 5  # problems of one kind that a terminal shows


def headline(report: CheckReport) -> str:
    """What came out, in one sentence."""
    mistakes = len(report.card_problems)
    if mistakes:
        return f"The card has {_number(mistakes, 'mistake')}. The table was not read yet."
    if any(isinstance(error, CardError) for error in report.file_problems):
        return "The card and the table do not fit together."
    lines = sum(kind.lines for kind in report.quarantined)
    counts = report.counts or IngestCounts(0, 0, 0)
    if report.file_problems:
        return f"The source cannot be built yet: {report.file_problems[0].problem}."
    if lines and report.ok:
        return (
            f"All is as the card expects: {_number(counts.documents, 'document')}, and "
            f"{_number(counts.quarantined, 'row')} set aside."
        )
    if lines:
        return (
            f"{_number(counts.quarantined, 'row')} of {counts.rows:,} cannot be used yet, "
            f"for {_number(len(report.quarantined), 'kind')} of reason."
        )
    warnings = sum(kind.lines for kind in report.warnings)
    told = f" {_number(warnings, 'warning')} may be worth a look." if warnings else ""
    return f"All is well: {_number(counts.documents, 'document')} from {_number(counts.rows, 'row')}.{told}"


def counts_line(counts: IngestCounts) -> str:
    """What became of the rows."""
    return (
        f"{_number(counts.rows, 'row')} = {_number(counts.documents, 'document')} + {counts.quarantined:,} set "
        f"aside + {_number(counts.duplicates, 'declared duplicate')} + {counts.merged:,} merged"
    )


def place_of(problem: Problem) -> str:
    """Where a problem is, as a person finds it."""
    if not problem.row:
        return "whole file"
    return f"row {problem.row:,}" + (f" ({problem.where})" if problem.where else "")


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def print_report(report: CheckReport, console: Console, lines: int = LINES) -> None:
    """The report on a terminal; of each kind the first `lines` problems."""
    colour = "green" if report.ok else "red"
    console.print(f"[bold {colour}]{_plain(report.folder)}[/]: {_plain(headline(report))}")
    if report.counts is not None and report.counts.rows:
        console.print(counts_line(report.counts), style="dim")
    for number, mistake in enumerate(report.card_problems, start=1):
        line = f"line {mistake.line}: " if mistake.line else ""
        console.print(f"\n[bold]{number}.[/] {line}{_plain(mistake.problem)}")
        _print_parts(console, (("expected", mistake.expected), ("found", mistake.found)))
        _print_parts(console, (("to mend it", mistake.remedy),))
    for error in report.file_problems:
        console.print(f"\n[bold]{_plain(error.problem)}[/]")
        parts = (("where", error.where), ("expected", error.expected), ("found", error.found))
        _print_parts(console, (*parts, ("to mend it", error.remedy)))
    for kind in (*report.quarantined, *report.warnings):
        _print_kind(kind, console, lines)
    for advice in report.advice:
        console.print(
            f"\n[bold cyan]note[/]: {_plain(advice)}", soft_wrap=True
        )  # a line to be copied stays one


def _print_parts(console: Console, parts: tuple[tuple[str, str], ...]) -> None:
    for label, text in parts:
        if text:
            console.print(f"   [dim]{label}:[/] {_plain(text)}", highlight=False)


def _print_kind(kind: ProblemKind, console: Console, lines: int) -> None:
    colour = "red" if kind.severity == "quarantined" else "yellow"
    word = (
        "about the whole file"
        if kind.shown and not kind.shown[0].row
        else ("set aside" if kind.severity == "quarantined" else "kept, with a warning")
    )
    console.print(
        f"\n[bold {colour}]{_plain(kind.said().what)}[/]: {_number(kind.lines, 'time')}, {word} [dim]({kind.reason})[/]"
    )
    for problem in kind.shown[:lines]:
        column = f", column {problem.field}" if problem.field else ""
        console.print(f" • {_plain(place_of(problem) + column)}: {_plain(problem.message)}")
        _print_parts(console, (("found", _short(problem.value)), ("to mend it", problem.remedy)))
    if kind.lines > lines:
        console.print(f"   … and {kind.lines - lines:,} more; --html writes a page with them", style="dim")


def _plain(text: str) -> str:
    """Text in which nothing is markup, nothing steers the terminal, and what cannot be seen is written out."""
    from rich.markup import escape

    return escape(printable_lines(visible(text)))


def _short(text: str, size: int = 120) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"


def render_html(report: CheckReport) -> str:
    """The report as one HTML page."""
    return _template().render(
        report=report,
        headline=headline(report),
        counts=report.counts,
        place_of=place_of,
        number=_number,
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pipeline.sources", "."),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: tamed(value) if type(value) is str else value,  # not what is escaped already
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"quoted": _quoted, "visible": visible}
    return environment.get_template(TEMPLATE)


def _quoted(text: str) -> Markup:
    """A sentence that shows what it quotes, which keeps its direction to itself: it may be Arabic amid English."""
    from markupsafe import Markup, escape

    return Markup(_QUOTED.sub(r"“<bdi>\1</bdi>”", str(escape(visible(text)))))  # noqa: S704 - escaped before
