"""A source as an editor needs to see it: everything that is wrong, before anything is built.

    report = check(Path("data/sources/my-source"))
    report.ok, report.card_problems, report.problems, report.counts

Rules: nothing is written. All mistakes of the card are told; when the card can be used, all rows are read
and every problem of every row is told, as far as `limit` for each kind (the counts are always complete).
Whatever goes wrong ends up in the report, in plain language; nothing is raised for bad input.
What it does not do: publish, or change the table.
"""

from __future__ import annotations

import tempfile
import zipfile
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.sources.accounts import Accounts
from pipeline.sources.advice import Scripts, advice, unparted_question, unsaid_markup
from pipeline.sources.card import card_path, line_of_key, read_card
from pipeline.sources.fetch import fetch, lying_beside
from pipeline.sources.groups import find_groups
from pipeline.sources.ingest import check_expected
from pipeline.sources.leftout import left_out
from pipeline.sources.linked import Others, dead_links
from pipeline.sources.misquoted import Misquoted
from pipeline.sources.origins.digest import digest_of
from pipeline.sources.plan import Plan, make_plan
from pipeline.sources.problems import QUARANTINED, Problem, Reason, reason_of
from pipeline.sources.readers import Row, read_rows
from pipeline.sources.scripture import PinnedQuran
from pipeline.sources.written.findings import Mistake
from schemas.card import SourceCard
from schemas.document import Document
from schemas.errors import CardError, FetchError, IsnadError
from schemas.reference import ReferenceId
from schemas.sentence import said
from schemas.tables import IngestCounts

LIMIT = 1000
Keep = Callable[[Document, Sequence[Problem]], None]
SAMPLES = 3


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """All lines with one reason: how many, and the first of them."""

    reason: str
    severity: str
    lines: int
    shown: tuple[Problem, ...]

    def said(self, language: str = "en") -> Reason:
        """What the reason means, and how it is mended as a rule."""
        return reason_of(self.reason, language)


@dataclass(frozen=True)
class CheckReport:
    """What a check found. `file_problems` keep the table from being read or used as a whole. `sha256` is that of what
    was checked, as a card pins it; "" where it could not be read."""

    folder: str
    card: SourceCard | None
    card_problems: tuple[Mistake, ...] = ()
    file_problems: tuple[IsnadError, ...] = ()
    kinds: tuple[ProblemKind, ...] = ()
    counts: IngestCounts | None = None
    samples: tuple[Document, ...] = ()
    advice: tuple[str, ...] = ()
    sha256: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing keeps the source from being built. Warnings do not, nor rows whose number the card
        expects to be set aside."""
        if self.card is None or self.card_problems or self.file_problems:
            return False
        return not self.quarantined or self.card.expected is not None

    @property
    def quarantined(self) -> tuple[ProblemKind, ...]:
        """The kinds of problem that keep rows out."""
        return tuple(kind for kind in self.kinds if kind.severity == QUARANTINED)

    @property
    def warnings(self) -> tuple[ProblemKind, ...]:
        """The kinds of problem with which rows are kept."""
        return tuple(kind for kind in self.kinds if kind.severity != QUARANTINED)


@dataclass
class _Collector:
    """Keeps the first problems of each kind, and the first documents."""

    limit: int
    misquoted: Misquoted
    taking: Keep | None
    row: Row | None = None  # that is being read
    found: list[Problem] = field(default_factory=list)  # in it
    lines: Counter[tuple[str, str]] = field(default_factory=Counter)
    shown: dict[tuple[str, str], list[Problem]] = field(default_factory=dict)
    samples: list[Document] = field(default_factory=list)
    markup: str | None = None
    unparted: str | None = None
    scripts: Scripts = field(default_factory=Scripts)

    def tell(self, problem: Problem) -> None:
        self.found.append(problem)
        key = (problem.severity, problem.reason)
        self.lines[key] += 1
        kept = self.shown.setdefault(key, [])
        if len(kept) < self.limit:
            kept.append(problem)

    def noting(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Rows as they are read, each known while its documents are kept."""
        for self.row in rows:
            self.found = []
            yield self.row

    def keep(self, _: ReferenceId, document: Document) -> None:
        if len(self.samples) < SAMPLES:
            self.samples.append(document)
        self.markup = self.markup or unsaid_markup(document)
        self.unparted = self.unparted or unparted_question(document)
        self.scripts.count(document)
        assert self.row is not None
        for problem in self.misquoted.in_document(document, self.row):
            self.tell(problem)
        if self.taking is not None:
            self.taking(document, self.found)

    def kinds(self) -> tuple[ProblemKind, ...]:
        return tuple(
            ProblemKind(reason, severity, lines, tuple(self.shown[(severity, reason)]))
            for (severity, reason), lines in sorted(self.lines.items(), key=_gravest_first)
        )


def _gravest_first(item: tuple[tuple[str, str], int]) -> tuple[bool, bool, int, str]:
    """What concerns the whole file before single rows, then by how often."""
    (severity, reason), lines = item
    return severity != QUARANTINED, reason != "id-not-unique", -lines, reason


def check(
    folder: Path,
    *,
    raw_dir: Path | None = None,
    mirror: Path | None = None,
    quran: PinnedQuran | None = None,
    others: Others | None = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
    keep: Keep | None = None,
) -> CheckReport:
    """Everything that is wrong with the card and the table of a folder.

    `raw_dir` holds fetched bytes (a temporary folder when None); `quran` is what quotations are compared
    with (they are not compared when None, and the report says so); `others` are the sources that links may
    lead to (they are not looked for when None); `keep` takes each document with what was found in its row.
    """
    card, card_problems = read_card(card_path(folder))
    if card is None:
        return CheckReport(folder.absolute().name, None, card_problems)
    with tempfile.TemporaryDirectory(prefix="isnad-check-") as temporary:
        try:
            path, sha256 = _bytes_of(card, folder, raw_dir or Path(temporary), mirror)
            plan = make_plan(card, path)
        except IsnadError as error:
            return CheckReport(card.id, card, file_problems=(_with_lines(error, folder),))
        except OSError as error:
            return CheckReport(card.id, card, file_problems=(_disk_problem(error),))
        return _check_rows(plan, folder, path, sha256, quran, others, limit, progress, keep)


def _disk_problem(error: OSError) -> IsnadError:
    return IsnadError(
        said("a file could not be read ({why})", why=error.strerror or error),
        where=str(error.filename or ""),
        remedy="check that it is there and may be read",
    )


def _bytes_of(card: SourceCard, folder: Path, raw_dir: Path, mirror: Path | None) -> tuple[Path, str]:
    """The file with the rows, and the sha256 of what the card pins. What lies beside the card is read in its place."""
    beside = lying_beside(card.origin, folder)
    if beside is None or card.origin.member:  # type: ignore[union-attr]
        fetched = fetch(card.origin, raw_dir, beside=folder, mirror=mirror)
        return fetched.path, fetched.sha256
    return beside, card.origin.sha256 or _digest_of(beside)


def _digest_of(path: Path) -> str:
    with suppress(OSError, FetchError):  # what cannot be read is told when the rows are read
        return digest_of(path)
    return ""


def _check_rows(
    plan: Plan,
    folder: Path,
    path: Path,
    sha256: str,
    quran: PinnedQuran | None,
    others: Others | None,
    limit: int,
    progress: Callable[[int], None] | None,
    keep: Keep | None,
) -> CheckReport:
    card, errors, counts = plan.card, list[IsnadError](), None
    collector = _Collector(limit, Misquoted(plan, quran), keep)
    accounts = Accounts(plan, collector.keep, collector.tell, quran, progress)
    try:
        accounts.groups = find_groups(plan, read_rows(path, card.format), quran)
        counts = accounts.run(collector.noting(read_rows(path, card.format)))
        counts.check(card.id)
        check_expected(card, counts)
        for problem in dead_links(accounts, others) if others else ():
            collector.tell(problem)
    except IsnadError as error:
        errors.append(_with_lines(error, folder))
        if other := _looks_like(card.format.type, path):
            error.remedy = other
    misfit = any(
        isinstance(error, CardError) for error in errors
    )  # then what rows lack follows from the card
    well = not errors and not accounts.quarantined
    return CheckReport(
        card.id,
        card,
        (),
        tuple(errors),
        () if misfit else collector.kinds(),
        None if misfit else counts or accounts.counts,
        () if misfit else tuple(collector.samples),
        (
            *filter(None, [collector.markup, collector.unparted]),
            *collector.scripts.advice(),
            *left_out(path, accounts),
            *(_beside(card, others) if others else ()),
            *advice(path, sha256, accounts, well=well, compared=not collector.misquoted.left),
        ),
        sha256,
    )


def _beside(card: SourceCard, others: Others) -> Iterator[str]:
    """What would help an editor whose card speaks of another source."""
    for name in others.sharing(card):
        yield (
            said(
                "“{name}” gives reference ids of the same collection, and no profile may hold both "
                "where they give the same id. Was the card copied from it? Then write a word of its "
                "own under collection and reference",
                name=name,
            )
        )
    for name in others.unknown(card):
        yield said(
            "“{name}”, under copies, is no source here: none of its texts is found again. Correct its name, or take "
            "it out",
            name=name,
        )


def _with_lines(error: IsnadError, folder: Path) -> IsnadError:
    """An error about keys of a card, with the line of each."""
    if isinstance(error, CardError):
        keys = error.where.split(", ")
        error.where = ", ".join(f"line {line_of_key(folder, key)}: {key}" for key in keys)
    return error


_OTHER_FILES = (
    (
        b"\xd0\xcf\x11\xe0",
        "",
        said("an old Excel or Word file, or one with a password: save the table as plain .xlsx or CSV"),
    ),
    (b"%PDF", "", said("a PDF: a table is needed, as CSV, XLSX or JSON Lines")),
    (b"PAR1", "parquet", said("a Parquet file: write type: parquet under format")),
    (b"Rar!", "", said("a RAR archive: take the table out of it")),
    (b"7z\xbc\xaf", "", said("a 7z archive: take the table out of it")),
    (b"{\\rtf", "", said("a text with formatting (RTF): a table is needed, as CSV, XLSX or JSON Lines")),
    (
        b"<",
        "",
        said("a web page or XML: open it in a spreadsheet program, and save its table as .xlsx or CSV"),
    ),
)


def _looks_like(kind: str, path: Path) -> str:
    """What a file that cannot be read seems to be instead; "" when nothing else, or it cannot even be looked at."""
    with suppress(OSError, zipfile.BadZipFile):
        if other := _in_archive(path, kind) or _by_its_head(path, kind):
            return said("this looks like {other}", other=other)
    return ""


def _by_its_head(path: Path, kind: str) -> str:
    """What a file of another program is by its first bytes, "" when it is none."""
    with path.open("rb") as file:
        head = file.read(64).removeprefix(BOM_UTF8).lstrip()[:8]
    text = kind in ("xlsx", "parquet") and head.isascii() and head.decode().isprintable()
    return next(
        (words for sign, other, words in _OTHER_FILES if head.startswith(sign) and other != kind),
        said("text: write type: csv under format, or save the table as {kind}", kind=kind) if text else "",
    )


_OTHER_ARCHIVES = (
    (
        "word/document.xml",
        said("a Word document: copy its table into a spreadsheet, and save that as .xlsx or CSV"),
    ),
    (
        "ppt/presentation.xml",
        said("a presentation: copy its table into a spreadsheet, and save that as .xlsx or CSV"),
    ),
    (
        "content.xml",
        said("a file of LibreOffice (.ods, .odt): open it there, and save its table as .xlsx or CSV"),
    ),
)


def _in_archive(path: Path, kind: str) -> str:
    """What a zip container of another program is, "" when it is none."""
    if not zipfile.is_zipfile(path):
        return ""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    other = next((words for name, words in _OTHER_ARCHIVES if name in names), "")
    if other or kind == "xlsx":
        return other
    if "xl/workbook.xml" in names:
        return said("an Excel workbook: write type: xlsx under format, or save the table as CSV")
    return (
        said("a zip archive: name the table in it, as in member: {name} under origin", name=names[0])
        if names
        else ""
    )
