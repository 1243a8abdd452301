"""Files that a command was told to write: looked at before its work begins, and written whole.

page = Output(html, "--html", sign=SIGN)
page.check()              first
page.write(text)          last: a reader sees the old text or the new one

Rules: only what the same command wrote before is replaced, known by a sign near its beginning, and an empty file; and
nothing is written into the folder of a source, whose table a wrong name would take the place of.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import ConfigurationError, IsnadError
from schemas.sentence import said

READ = 1024  # characters of a file, in which its sign stands


@dataclass(frozen=True, slots=True)
class Output:
    """A file that an option names, or none; `sign` is what all that is written there has near its beginning."""

    path: Path | None
    option: str
    sign: str

    def check(self) -> None:
        """Raise `ConfigurationError` where the file cannot be written, or would take the place of another's."""
        if self.path is None:
            return
        _must_be_writable(self.path, self.option)
        if source := _source_around(self.path):
            found, expected = said("the folder of the source “{name}”", name=source.name), _OUTSIDE
        elif not _may_be_replaced(self.path, self.sign):
            found, expected = said("a file that this command did not write"), _OWN
        else:
            return
        raise ConfigurationError(
            "nothing is written there: something of yours could be lost",
            expected=expected,
            found=found,
            where=f"{self.option} {self.path}",
            remedy="name another file",
        )

    def write(self, text: str) -> None:
        """Put a text in the place of what is there, which is looked at once more: the work took its time."""
        if self.path is None:
            return
        from pipeline.disk.faults import disk_errors
        from pipeline.disk.writing import write_whole

        assert self.sign in text[:READ]
        self.check()

        with disk_errors(IsnadError, said("writing {path}", path=self.path)):
            write_whole(self.path, text.encode())


_OUTSIDE = said("a file outside of the folders of sources")
_OWN = said("a new file, or an earlier one that this command wrote")


def _must_be_writable(path: Path, option: str) -> None:
    """Raise `ConfigurationError` where no file can be written."""
    folder = path.parent
    if path.exists() and not path.is_file():  # a device would be replaced by a file
        found = said("a folder") if path.is_dir() else said("no file, but a device")
    elif not folder.is_dir():
        found = said("no folder {folder}", folder=folder)
    elif not os.access(folder, os.W_OK):
        found = said("a folder in which nothing may be written: {folder}", folder=folder)
    else:
        return
    raise ConfigurationError(
        "nothing can be written there",
        expected="the path of a file, in a folder that is there",
        found=found,
        where=f"{option} {path}",
        remedy="name another file, or make the folder first",
    )


def _source_around(path: Path) -> Path | None:
    """The folder of a source in which a path lies, in a folder of its texts too."""
    from pipeline.sources.card import CARD_FILE

    lies, leads = path.parent.resolve() / path.name, path.resolve()  # a link may lead to another folder
    around = (*lies.parents, *leads.parents)
    return next((folder for folder in around if (folder / CARD_FILE).is_file()), None)


def _may_be_replaced(path: Path, sign: str) -> bool:
    """Whether nothing is at a path, or what was written there by the same command."""
    if not path.exists():
        return True
    with suppress(OSError, UnicodeDecodeError), path.open(encoding="utf-8") as file:
        head = file.read(READ)
        return not head or sign in head
    return False
