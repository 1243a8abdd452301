"""The report of a check, for people: its sentences, and the HTML page.

Rules: plain language first, codes last; problems in groups, the gravest first; every line names row, column,
what was found and how to mend it. All is told in the one language that was asked for. The page is self-contained: no
script, no font, no address is fetched. All text from a source is escaped, and Arabic runs from right to left wherever
it stands. What a terminal shows is drawn in `cli.source_report`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pipeline.sources.characters import tamed, visible
from pipeline.sources.check import CheckReport
from pipeline.sources.languages import in_language
from pipeline.sources.problems import Problem
from pipeline.text import shown
from schemas.errors import CardError
from schemas.sentence import Language, Sentence, said
from schemas.tables import IngestCounts

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATE = "report.html.j2"
SIGN = "isnad sources check"  # of a page that may be replaced by a later one
_QUOTED = re.compile("“[^”]*”|«[^»]*»")
_LINE_AND_KEY = re.compile("line ([0-9]+): (.+)")
_PLACE = re.compile("(line|row|character|sheet) (.+)")


def headline(report: CheckReport) -> Sentence:
    """What came out, in one sentence."""
    mistakes = len(report.card_problems)
    if mistakes:
        return said("The card has {mistakes:mistake}. The table was not read yet.", mistakes=mistakes)
    if any(isinstance(error, CardError) for error in report.file_problems):
        return said("The card and the table do not fit together.")
    lines = sum(kind.lines for kind in report.quarantined)
    counts = report.counts or IngestCounts(0, 0, 0)
    if report.file_problems:
        return said("The source cannot be built yet: {why}.", why=report.file_problems[0].problem)
    if lines and report.ok:
        return said(
            "All is as the card expects: {documents:document}, and {quarantined:row} set aside.",
            documents=counts.documents,
            quarantined=counts.quarantined,
        )
    if lines:
        return said(
            "{quarantined:row} of {rows:,} cannot be used yet, for {kinds:kind} of reason.",
            quarantined=counts.quarantined,
            rows=counts.rows,
            kinds=len(report.quarantined),
        )
    if warnings := sum(kind.lines for kind in report.warnings):
        return said(
            "All is well: {documents:document} from {rows:row}. {warnings:warning} may be worth a look.",
            documents=counts.documents,
            rows=counts.rows,
            warnings=warnings,
        )
    return said(
        "All is well: {documents:document} from {rows:row}.", documents=counts.documents, rows=counts.rows
    )


def counts_line(counts: IngestCounts) -> Sentence:
    """What became of the rows."""
    return said(
        "{rows:row} = {documents:document} + {quarantined:,} set aside + {duplicates:declared duplicate} + "
        "{merged:,} merged",
        **counts.as_dict(),
    )


def place_of(problem: Problem) -> Sentence:
    """Where a problem is, as a person finds it."""
    if not problem.row:
        return said("whole file")
    if not problem.where:
        return said("row {row:,}", row=problem.row)
    return said("row {row:,} ({where})", row=problem.row, where=placed(problem.where))


def placed(where: str) -> Sentence:
    """A place as the readers write it, “table.csv, line 3”, in words that have another language."""
    return said("{parts:,}", parts=tuple(map(_placed, where.split(", "))))


def _placed(part: str) -> str:
    if match := _LINE_AND_KEY.fullmatch(part):
        return said("line {line}: {key}", line=match[1], key=match[2])
    if match := _PLACE.fullmatch(part):
        number = match[2]
        match match[1]:
            case "line":
                return said("line {number}", number=number)
            case "row":
                return said("row {number}", number=number)
            case "character":
                return said("character {number}", number=number)
            case _:
                return said("sheet “{name}”", name=number.strip("“”"))
    return part  # the name of a file or a key, which is the same in every language


def render_html(report: CheckReport, language: Language = "en") -> str:
    """The report as one HTML page."""
    return rendered(
        TEMPLATE,
        language,
        report=report,
        headline=headline(report),
        counts=report.counts,
        placed=placed,
        shown=shown,
        found=lambda value: in_language(value, language) if isinstance(value, Sentence) else value,
        sign=SIGN,
    )


def rendered(template: str, language: Language, **values: object) -> str:
    """A page for editors from a template of this room, with what all of them say things by."""
    return (
        _templates()
        .get_template(template)
        .render(
            language=language,
            direction={"ar": "rtl", "en": "ltr"},
            say=lambda sentence: in_language(sentence, language),
            label=lambda words: in_language(said(words), language),
            said=said,
            **values,
        )
    )


@cache
def _templates() -> Environment:
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
    return environment


def _quoted(text: str) -> Markup:
    """A sentence that shows what it quotes, which keeps its direction to itself: Arabic amid English, or a key of a
    card amid Arabic."""
    from markupsafe import Markup, escape

    return Markup(_QUOTED.sub(_apart, str(escape(tamed(visible(text))))))  # noqa: S704 - escaped before


def _apart(quoted: re.Match[str]) -> str:
    return f"{quoted[0][0]}<bdi>{quoted[0][1:-1]}</bdi>{quoted[0][-1]}"
