"""The tables that ship beside the code, and the version that they and the code add up to."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_TABLES = _HERE / "tables"


def read_lines(name: str) -> list[str]:
    """The lines of a table that hold something; `#` opens a comment line."""
    lines = (_TABLES / name).read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def read_pairs(name: str) -> dict[str, str]:
    """A table of two columns parted by a tab, first to second."""
    return dict(line.split("\t")[:2] for line in read_lines(name))


@cache
def analyser_version() -> str:
    """Sixteen hex digits over every source file and table of this room: they change when it does."""
    digest = hashlib.sha256()
    for path in sorted(_HERE.rglob("*")):
        if path.suffix in (".py", ".tsv"):
            content = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.relative_to(_HERE).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]
