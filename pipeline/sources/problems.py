"""What can be said of a row: one line of the quarantine table, in plain language.

Rules: `reason` is a stable code that reports and expected counts rest on; `REASONS` says in a few words
what each means and how it is mended as a rule. Codes of the readers are taken over as they are. A row may
have several lines; it is quarantined when one of them says so, and kept when all are warnings.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from pipeline.sources.characters import visible

MAX_VALUE = 300
QUARANTINED, WARNING = "quarantined", "warning"

REASONS: dict[str, tuple[str, str]] = {
    # the row or the file could not be read
    "undecodable-bytes": ("Bytes that are not in the stated encoding", "save the file as UTF-8"),
    "byte-order-mark": ("The file begins with a byte-order mark", "nothing; it is no part of the text"),
    "bare-carriage-return": ("A line end that is uncertain", "save the file with ordinary line ends"),
    "unclosed-quote": ("A quote is opened and not closed", "close the quote, or remove it"),
    "stray-quote": ("A quote in the wrong place", "write a quote inside a text twice"),
    "wrong-columns": ("A row has too many or too few columns", "put texts with commas in double quotes"),
    "formula": ("A cell holds a formula", "copy the cells and paste them back as values only"),
    "error-value": ("A cell holds an error of the spreadsheet", "write the value that was meant"),
    "merged-cells": ("Merged cells", "split them, and write the value in every row"),
    "binary-value": ("A value is no text", "write it as text"),
    "not-json": ("A line is no JSON", 'mend the line, as in {"number": 1, "text": "…"}'),
    "not-an-object": ("A record has no named columns", 'write it as {"column": value}'),
    "duplicate-key": ("A column stands twice in one record", "remove one of them"),
    "not-a-number": ("A number that is none", "write a number, or quote it"),
    "huge-number": ("A number with too many digits", "look for a missing separator"),
    "deep-nesting": ("Too many levels inside one another", "flatten the record"),
    "nul-character": ("A NUL character in a text", "remove it"),
    "lone-surrogate": ("Half of a character", "restore it from the original"),
    "no-front-matter": ("A Markdown file without its head", "begin it with --- and the columns"),
    "bad-front-matter": ("The head of a Markdown file cannot be read", "look at its colons and quotes"),
    "symbolic-link": ("A link instead of a file", "put the file itself in its place"),
    "row-too-large": ("A row is too large to be a text", "look for a missing line end or quote"),
    "too-long": ("A text is too long to be one document", "split it, or look for a missing quote"),
    "no-book": ("A paragraph of no book", "fill in the name of the book"),
    "not-a-text": ("A column holds something that is no text", "write it as text"),
    "unknown-mark": (
        "A mark of the file that nobody can read",
        "look it up; remove it, or have the reader learn it",
    ),
    # the columns do not give a document
    "empty-text": ("There is no text", "fill in the text, or remove the row"),
    "empty-field": ("A column that must be filled is empty", "fill it in"),
    "not-a-value": ("A column holds an object instead of a value", "name the column inside it in the card"),
    "not-in-table": ("A value is not in its look-up table", "correct the value, or add it to the table"),
    # the reference id
    "bad-reference": ("No reference id can be made", "correct the numbering column"),
    "duplicate-id": ("A reference id was already given", "give the row its own number, or remove it"),
    "id-not-unique": ("The numbering repeats itself", "name another column, or two, as the numbering"),
    "no-such-verse": ("There is no such verse", "correct the number of the surah or the verse"),
    # the text
    "verse-text-differs": ("A quotation differs from the Qur'an", "copy the verse from the Qur'an's source"),
    "bad-link": ("A link is no reference id", "correct the column that the link is made of"),
    "replacement-character": ("A character was lost (U+FFFD)", "restore it from the original"),
    "private-use-character": (
        "A character that only one font can draw",
        "have it replaced by real letters at the source",
    ),
    "bidi-control": ("Invisible marks of writing direction", "nothing, or remove them"),
    "control-character": ("Control characters", "remove them"),
    "invisible-character": ("Invisible characters", "remove them"),
    "unexpected-space": (
        "A space that is no ordinary space",
        "have it corrected at the source; the text is kept as it came",
    ),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One line of the quarantine table, without the source's id."""

    row: int
    where: str
    field: str
    value: str
    reason: str
    message: str
    remedy: str
    severity: str = QUARANTINED

    def as_row(self, source: str) -> dict[str, object]:
        """A row of `schemas.tables.QUARANTINE`."""
        return {**asdict(self), "source": source, "value": shown(self.value)}


def shown(value: object) -> str:
    """At most 300 characters of what was found, with the unusual ones written out."""
    text = visible(str(value)[: MAX_VALUE + 1])
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1] + "…"


def meaning(reason: str) -> str:
    """What a reason means, in a few words."""
    return REASONS.get(reason, (reason.replace("-", " ").capitalize(), ""))[0]


def usual_remedy(reason: str) -> str:
    """How a reason is mended as a rule."""
    return REASONS.get(reason, ("", "mend the row as its message says"))[1]
