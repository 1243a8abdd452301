"""The texts of a source as pages, for those who read them before they approve them.

    with Pages.writing(folder, quran, language) as pages:
        pages.close(check(..., keep=pages.add))

Rules: every document stands on a page, as a reader is shown it, in the order of the rows; Arabic and English side by
side. What a check finds in its row stands under it, and quotations that differ from their verse are marked. The first
page leads to the others, and to all documents that want a look. Pages are self-contained, as the report of a check is:
no script and no address is fetched. A folder appears whole or not at all, and only an earlier one of these is replaced,
with nothing else in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import AREA, staging_folder
from pipeline.sources.characters import tamed
from pipeline.sources.problems import Problem
from pipeline.sources.quoted import differing
from pipeline.sources.report import headline, rendered
from pipeline.text import shown
from schemas.errors import ConfigurationError, FetchError
from schemas.reference import Kind
from schemas.sentence import Language, said

if TYPE_CHECKING:
    from markupsafe import Markup

    from pipeline.sources.check import CheckReport
    from pipeline.sources.scripture import PinnedQuran
    from schemas.document import Document

INDEX, TEMPLATE = "index.html", "pages.html.j2"
SIGN = "isnad sources read"  # of a folder that may be replaced
BY_SYSTEM = re.compile(r"\.DS_Store")  # what a Mac leaves in a folder that was opened
OWN = re.compile(rf"index\.html|texts-\d{{4,}}\.html|{BY_SYSTEM.pattern}")
NAMED = 5  # names of others that an error tells
PER_PAGE = 100
LONGEST = 300_000  # characters of the texts of a page, unless one document alone has more
READ = 1024  # characters of a first page, in which its sign stands
LISTED = 1000  # documents to look at that the first page leads to
FIELDS = (("question", "question"), ("text", ""))


@dataclass(frozen=True, slots=True)
class Read:
    """A document with what was found in its row."""

    document: Document
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page that is written: its file, its first and last document, and how many it has and how many want a look."""

    file: str
    first: Document
    last: Document
    documents: int
    found: int


@dataclass
class Pages:
    """Writes the pages of one source, each when it is full. They take their place when they were closed."""

    folder: Path
    quran: PinnedQuran | None
    language: Language
    leaves: list[Leaf] = field(default_factory=list)
    wanting: list[tuple[str, Read]] = field(default_factory=list)  # the file, and the document
    closed: bool = False
    _waiting: list[Read] = field(default_factory=list)
    _size: int = 0

    @classmethod
    @contextmanager
    def writing(cls, folder: Path, quran: PinnedQuran | None, language: Language) -> Iterator[Self]:
        """Pages that take their place when the block ends without an error, if they were closed in it.

        Raises `ConfigurationError` where something else is there, and `FetchError` where nothing can be written.
        """
        look_at(folder)
        try:
            with (
                disk_errors(FetchError, said("writing {path}", path=folder)),
                staging_folder(folder.absolute().parent) as staged,
            ):
                (new := staged / "new").mkdir()
                yield (pages := cls(new, quran, language))
                if pages.closed and folder.exists():
                    look_at(folder)  # somebody may have put a file there meanwhile
                    folder.rename(staged / "old")
                if pages.closed:
                    new.rename(folder)
        finally:
            with suppress(OSError):  # another's work may be in it
                (folder.absolute().parent / AREA).rmdir()

    def add(self, document: Document, problems: Sequence[Problem]) -> None:
        """Take a document, with what was found in its row."""
        size = sum(len(document.text(language) or "") for language in ("ar", "en"))
        if self._waiting and (len(self._waiting) == PER_PAGE or self._size + size > LONGEST):
            self._write(last=False)
        self._waiting.append(Read(document, tuple(problems)))
        self._size += size

    def close(self, report: CheckReport) -> None:
        """Write the last page, and the first, which says what came out of the check."""
        if self._waiting:
            self._write(last=True)
        self._render(
            INDEX, report=report, headline=headline(report), leaves=self.leaves, wanting=self.wanting, read=()
        )
        self.closed = True

    def _write(self, *, last: bool) -> None:
        number, read = len(self.leaves) + 1, self._waiting
        file = _file(number)
        found = [one for one in read if one.problems]
        self.leaves.append(Leaf(file, read[0].document, read[-1].document, len(read), len(found)))
        self.wanting += [(file, one) for one in found[: LISTED - len(self.wanting)]]
        self._render(
            file, read=read, number=number, before=_file(number - 1) if number > 1 else "",
            after="" if last else _file(number + 1),
        )  # fmt: skip
        self._waiting, self._size = [], 0

    def _render(self, file: str, **values: object) -> None:
        text = rendered(TEMPLATE, self.language, sign=SIGN, parts=self._parts, **values)
        (self.folder / file).write_text(text, "utf-8")

    def _parts(self, document: Document, language: str) -> list[tuple[str, Markup]]:
        """The label and the words of each text of a document in a language, as they are shown."""
        texts = ((label, getattr(document, f"{name}_{language}")) for name, label in FIELDS)
        return [
            (label, self._marked(shown(text, document.markup), document.kind))
            for label, text in texts
            if text
        ]

    def _marked(self, text: str, kind: str) -> Markup:
        """A text in which the quotations that differ from their verse are marked."""
        from markupsafe import Markup, escape

        quran, place, parts = self.quran, 0, []
        for one in differing(text, quran) if quran and kind != Kind.QURAN else ():
            start, end = one.place
            parts += [
                escape(tamed(text[place:start])),
                Markup("<mark>"),
                escape(tamed(text[start:end])),
                Markup("</mark>"),
            ]
            place = end
        return Markup("").join([*parts, escape(tamed(text[place:]))])


def look_at(folder: Path) -> None:
    """Raise `ConfigurationError` where a folder of pages has no place."""
    parent = folder.absolute().parent
    if not parent.is_dir():
        found = said("no folder {folder}", folder=parent)
    elif not folder.exists():
        return
    elif not folder.is_dir():
        found = said("a file")
    elif folder.samefile(Path.cwd()):
        found = said("the folder in which this command runs")
    elif others := _others(folder):
        found = said("a folder with something else in it: {names}", names=", ".join(others[:NAMED]))
    else:
        return
    raise ConfigurationError(
        "no pages can be written there",
        expected="a new folder, or one with earlier pages, in a folder that is there",
        found=found,
        where=str(folder),
        remedy="name another folder",
    )


def _others(folder: Path) -> list[str]:
    """The names in a folder that are none of pages that were written here, in their order."""
    own = OWN if _is_signed(folder / INDEX) else BY_SYSTEM
    return sorted(path.name for path in folder.iterdir() if not own.fullmatch(path.name))


def _is_signed(page: Path) -> bool:
    """Whether a first page was written here."""
    with suppress(OSError, UnicodeDecodeError), page.open(encoding="utf-8") as file:
        return f'content="{SIGN}"' in file.read(READ)
    return False


def _file(number: int) -> str:
    return f"texts-{number:04}.html"
