"""Files that a command was told to write: looked at before its work begins, and written whole.

check(html, "--html")     first
write(html, text)         last: a reader sees the old text or the new one
"""

from __future__ import annotations

import os
from pathlib import Path

from schemas.errors import ConfigurationError
from schemas.sentence import said


def check(path: Path | None, option: str) -> None:
    """Raise `ConfigurationError` where no file can be written; None is no file."""
    if path is None:
        return
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


def write(path: Path, text: str) -> None:
    """Put a text in the place of what is there."""
    from pipeline.snapshot.files import disk_errors, write_atomically

    with disk_errors(said("writing {path}", path=path)):
        write_atomically(path, text.encode(), path.parent)
