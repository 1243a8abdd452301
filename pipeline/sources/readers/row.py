"""What a reader yields: rows, each of them readable, or with the problem that keeps it from being read.

Rules: `number` counts records from 1 as a person would (a header and blank lines are not records), and
counts unreadable records too. A row with a `problem` is to be quarantined; its `fields` are empty or
partial. `flaws` are problems of single columns: they keep a row out only where its card reads the column. A
`joined` row gave what it holds to the text of another row. `notes` are words about a row that is
kept; `of_file`, at the first row, are words about the whole file (a byte-order mark that was dropped). A reader that
cannot go on raises `FormatError`; it never stops early without one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

MAX_VALUE = 300  # characters of a found value that a problem shows


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Why one row cannot be used (or, as a note, what an editor should know about it).

    `code` is stable and hyphenated, as in `wrong-columns`; `field` is "" when the whole row is meant;
    `value` shows what was found, cut to 300 characters.
    """

    code: str
    field: str
    value: str
    message: str
    remedy: str

    def __post_init__(self) -> None:
        shown = self.value.encode("utf-8", "backslashreplace").decode("utf-8")
        if len(shown) > MAX_VALUE:
            shown = shown[: MAX_VALUE - 1] + "…"
        if shown != self.value:  # else it may be a sentence, and stays one
            object.__setattr__(self, "value", shown)


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a source. `where` names member or sheet, and the line where it is known."""

    number: int
    where: str
    fields: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    problem: RowProblem | None = None
    notes: tuple[RowProblem, ...] = ()
    of_file: tuple[RowProblem, ...] = ()
    joined: bool = False
    flaws: Mapping[str, RowProblem] = field(default_factory=lambda: MappingProxyType({}))
