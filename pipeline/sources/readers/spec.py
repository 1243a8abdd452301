"""How a file is to be read: what a card states about format, and the limits that hold for all formats.

Rules: `encoding` None means UTF-8, or UTF-16 where a byte-order mark says so; any other encoding is used
only when it is stated. `compression` "auto" looks at the first bytes, never at the file's name. `header`
gives the column names of a table that has no header row; None means that the first row is the header.
`records` says where the records of a JSON document lie; `readers.records` describes that small language.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args

from schemas.errors import FormatError

FormatType = Literal["json", "jsonl", "csv", "xlsx", "parquet", "markdown", "openiti"]
Compression = Literal["auto", "none", "gz", "zst"]

ENCODINGS = ("utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1256", "iso-8859-6", "cp1252", "iso-8859-1")

MAX_ROW_BYTES = 4 * 1024 * 1024  # a larger row is a mistake of the source; it is quarantined, not read
MAX_DOCUMENT_BYTES = 1024 * 1024 * 1024  # of one JSON document, which is held in memory as a whole
MAX_DEPTH = 64  # lists and objects inside one another
MAX_INTEGER_DIGITS = 100  # longer whole numbers are a mistake of the source

# Which parts of a spec mean something to which format; a part that would be ignored is an error.
_OPTIONS: dict[str, frozenset[str]] = {
    "json": frozenset({"compression", "encoding", "records"}),
    "jsonl": frozenset({"compression", "encoding"}),
    "csv": frozenset({"compression", "encoding", "delimiter", "header"}),
    "xlsx": frozenset({"header", "sheet"}),
    "parquet": frozenset(),
    "markdown": frozenset({"encoding"}),
    "openiti": frozenset({"compression", "encoding"}),
}


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """What a card says about the form of its bytes. Raises `FormatError` when it contradicts itself."""

    type: FormatType
    compression: Compression = "auto"
    encoding: str | None = None
    records: str = ""
    delimiter: str | None = None
    header: tuple[str, ...] | None = None
    sheet: str | None = None

    def __post_init__(self) -> None:
        _one_of("type", self.type, get_args(FormatType))
        _one_of("compression", self.compression, get_args(Compression))
        if self.encoding is not None:
            object.__setattr__(self, "encoding", _encoding(self.encoding))
        if self.delimiter is not None and (len(self.delimiter) != 1 or self.delimiter in '"\r\n\0'):
            raise FormatError(
                "the delimiter of a table is one character",
                expected='one character that is not a quote or a line end, as in "," or "\\t"',
                found=repr(self.delimiter),
                where="format, delimiter",
            )
        for option in fields(self)[1:]:
            if getattr(self, option.name) != option.default and option.name not in _OPTIONS[self.type]:
                raise FormatError(
                    f"“{option.name}” means nothing for the format “{self.type}”",
                    expected="of the further settings, only "
                    + (", ".join(sorted(_OPTIONS[self.type])) or "none"),
                    found=f"{option.name}: {getattr(self, option.name)!r}",
                    where="format",
                    remedy=f"remove “{option.name}”, or state another type",
                )


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise FormatError(
            f"“{value}” is not a {name} that can be read",
            expected=", ".join(allowed),
            found=repr(value),
            where=f"format, {name}",
        )


def _encoding(stated: str) -> str:
    """The one spelling of an encoding's name."""
    name = stated.strip().lower().replace("_", "-")
    name = {
        "utf8": "utf-8",
        "utf-8-sig": "utf-8",
        "utf16": "utf-16",
        "windows-1256": "cp1256",
        "windows-1252": "cp1252",
        "latin-1": "iso-8859-1",
    }.get(name, name)
    _one_of("encoding", name, ENCODINGS)
    return name
