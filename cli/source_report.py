"""The report of a check on a terminal, in English or Arabic: of each kind the first problems, and how many more.

What cannot be seen is written out, and nothing of a source steers the terminal. In Arabic, the lines stand as
`paragraphs` has them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from cli.paragraphs import arabic_lines
from pipeline.sources.characters import visible
from pipeline.sources.check import CheckReport, ProblemKind
from pipeline.sources.languages import in_language
from pipeline.sources.problems import QUARANTINED
from pipeline.sources.report import counts_line, headline, place_of, placed
from schemas.errors import IsnadError
from schemas.printable import printable_lines
from schemas.sentence import Language, Sentence, said

LONGEST = 120  # characters of what was found
Part = tuple[str, str]  # words and their style


def print_report(report: CheckReport, console: Console, lines: int, language: Language = "en") -> None:
    """The report on a terminal; of each kind the first `lines` problems."""
    page = _Page(console, language)
    colour = "green" if report.ok else "red"
    page.line((report.folder, f"bold {colour}"), (": ", ""), (headline(report), ""))
    if report.counts is not None and report.counts.rows:
        page.line((counts_line(report.counts), "dim"))
    for number, mistake in enumerate(report.card_problems, start=1):
        problem = mistake.problem
        if mistake.line:
            problem = said("line {line}: {problem}", line=mistake.line, problem=problem)
        page.line(("\n", ""), (f"{number}.", "bold"), (" ", ""), (problem, ""))
        page.parts(("expected", mistake.expected), ("found", mistake.found), ("to mend it", mistake.remedy))
    for error in report.file_problems:
        page.line(("\n", ""), (error.problem, "bold"))
        page.error(error)
    for kind in (*report.quarantined, *report.warnings):
        page.kind(kind, lines)
    for advice in report.advice:  # a line to be copied stays one
        page.line(("\n", ""), (page.said("note"), "bold cyan"), (": ", ""), (advice, ""), whole=True)


def print_error(error: IsnadError, console: Console, language: Language) -> None:
    """An error that ends a command; those that it tells together, each by itself."""
    page = _Page(console, language)
    page.line((page.said("error"), "bold red"), (": ", ""), (error.problem, ""))
    page.error(error)


def print_labelled(facts: Iterable[Part], console: Console, language: Language) -> None:
    """Facts, each behind its label, as far as they are told."""
    _Page(console, language).parts(*facts)


class _Page:
    """Writes lines in one language."""

    def __init__(self, console: Console, language: Language) -> None:
        self._console, self._language = console, language

    def said(self, words: str, **values: object) -> str:
        """Words of the report itself."""
        return in_language(said(words, **values), self._language)

    def line(self, *parts: Part, whole: bool = False) -> None:
        """A line of several parts, each with its style; a `whole` one is not wrapped."""
        text = Text.assemble(*((self._shown(words), style) for words, style in parts))
        if self._language == "ar":
            arabic_lines(self._console, text)
        else:
            self._console.print(text, soft_wrap=whole)

    def _shown(self, words: str) -> str:
        return printable_lines(visible(in_language(words, self._language)))

    def parts(self, *parts: Part) -> None:
        """What was expected and found, each behind its label, as far as it is told."""
        for label, words in parts:
            if words:
                self.line(("   ", ""), (f"{self.said(label)}:", "dim"), (" ", ""), (words, ""))

    def error(self, error: IsnadError) -> None:
        """What is told of an error beside its problem."""
        where = error.where if not error.where or isinstance(error.where, Sentence) else placed(error.where)
        self.parts(("where", where), ("expected", error.expected))
        for number, one in enumerate(error.each, start=1):
            self.line(("\n", ""), (f"{number}.", "bold"), (" ", ""), (one.problem, ""))
            self.error(one)
        self.parts(("found", "" if error.each else error.found), ("to mend it", error.remedy))

    def kind(self, kind: ProblemKind, lines: int) -> None:
        """All problems with one reason."""
        colour = "red" if kind.severity == QUARANTINED else "yellow"
        self.line(
            ("\n", ""),
            (kind.said(self._language).what, f"bold {colour}"),
            (": ", ""),
            (_state(kind), ""),
            (" ", ""),
            (f"({kind.reason})", "dim"),
        )
        for problem in kind.shown[:lines]:
            place = place_of(problem)
            if problem.field:
                place = said("{place}, column {column}", place=place, column=problem.field)
            self.line((" • ", ""), (place, ""), (": ", ""), (problem.message, ""))
            self.parts(("found", _short(problem.value)), ("to mend it", problem.remedy))
        if kind.lines > lines:
            more = said("   … and {more:,} more; --html writes a page with them", more=kind.lines - lines)
            self.line((more, "dim"))


def _state(kind: ProblemKind) -> Sentence:
    """How often, and what became of the rows."""
    if kind.shown and not kind.shown[0].row:
        return said("{lines:time}, about the whole file", lines=kind.lines)
    if kind.severity == QUARANTINED:
        return said("{lines:time}, set aside", lines=kind.lines)
    return said("{lines:time}, kept, with a warning", lines=kind.lines)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
