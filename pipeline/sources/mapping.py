"""A row's columns to one value, by a template of the card (`schemas.template`).

Rules: a value is copied as it is, byte for byte; only a step changes it. A column that is absent, null,
blank, or one of the card's `empty_values` counts as empty; a template in which every placeholder is empty
is empty as a whole. Numbers are written as the file writes them, lists as “a, b”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.sources import asked
from pipeline.sources.characters import trimmed
from pipeline.text import shown, skeleton
from schemas.columns import FieldRule, Rule
from schemas.template import Part, Placeholder, Step, parse_template

Columns = Mapping[str, Any]

_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "01234567890123456789")
_WHOLE = re.compile(r"0*([0-9]+)(?:\.0+)?\s*([a-z]?)", re.IGNORECASE)
_SPAN = re.compile(r"0*([0-9]+)(?:\.0+)?\s*[-–—]\s*0*([0-9]+)(?:\.0+)?")
_CHAIN = re.compile(r"[0-9]{1,9}(?:-[0-9]{1,9}){2,}")  # of numbers as long as those of a reference id
_PART = re.compile(r"0*([0-9]+)\.([1-9])")
_FIRST = re.compile(r"[0-9]+")
# "[ ص : 12 ]" and "[ص: 12]" are verses of the surah Sad.
_PAGE = re.compile(r"\s*(?:\[ ص: [0-9]+ \]|&; [0-9]+-[0-9]+ &;)\s*")
_TOUCHING = re.compile(r"(?:(?<=[\u0621-\u0652\])﴾}][.؟!])|(?<=[0-9]\)))(?=[\u0621-\u064a]{2})")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def _number(value: str) -> str:
    """`1.0`, `٠١` and `1` are 1; `622 -623` is 622-623, `7-8-9` is 7-9; `8 c` is 8c; else it stays as it is."""
    plain = trimmed(value.translate(_DIGITS))
    if match := _WHOLE.fullmatch(plain):
        return match[1] + match[2].lower()
    if match := _SPAN.fullmatch(plain):
        return f"{match[1]}-{match[2]}" if match[1] != match[2] else match[1]
    if _CHAIN.fullmatch(plain):
        numbers = [int(number) for number in plain.split("-")]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]}-{numbers[-1]}"
    return value


def _parts(value: str) -> str:
    """`8.2`, the second part of chapter 8, is 8b; anything else as `number` has it."""
    match = _PART.fullmatch(value.translate(_DIGITS).strip())
    return match[1] + "abcdefghi"[int(match[2]) - 1] if match else _number(value)


def _first_number(value: str) -> str:
    match = _FIRST.search(value.translate(_DIGITS))
    return (match[0].lstrip("0") or "0") if match else ""


def _html(value: str) -> str:
    return " ".join(shown(value, "html").split())


STEPS: dict[Step, Callable[[str], str]] = {
    "strip": str.strip,
    "html": _html,
    "number": _number,
    "parts": _parts,
    "first-number": _first_number,
    "first-part": lambda value: value.partition("/")[0],
    "last-part": lambda value: value.strip().rstrip("/").rpartition("/")[2],
    "lower": str.lower,
    "slug": lambda value: _NOT_SLUG.sub("-", value.lower()).strip("-"),
    "letters": skeleton,
    "question": asked.question,
    "answer": asked.answer,
    "pages": lambda value: _PAGE.sub(" ", value),
    "sentences": lambda value: _TOUCHING.sub(" ", value),
}


class ValueProblem(Exception):
    """A column holds something that is no text: an object where a value belongs."""

    def __init__(self, path: str, found: object) -> None:
        self.path, self.found = path, found
        super().__init__(path)


def as_text(value: object, path: str) -> str:
    """One spelling of a column's value; raises `ValueProblem` for an object."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(as_text(item, path) for item in value)
    if isinstance(value, Mapping):
        raise ValueProblem(path, value)
    return str(value)


def find(place: Placeholder, columns: Columns) -> object:
    """The value of a column, or None when it is absent."""
    if place.path in columns:
        return columns[place.path]
    value: Any = columns
    for key in place.keys:
        if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, Mapping) and key in value:
            value = value[key]
        else:
            return None
    return value  # type: ignore[no-any-return]


def has(place: Placeholder, columns: Columns) -> bool:
    """Whether a row has a column, be it empty."""
    if place.path in columns:
        return True
    value: Any = columns
    for key in place.keys:
        if isinstance(value, list) and key.isdecimal():
            return True
        if not isinstance(value, Mapping):
            return value is None
        if key not in value:
            return False
        value = value[key]
    return True


@dataclass(frozen=True, slots=True)
class Template:
    """A template ready for rows: `parts` are literals and placeholders in turn."""

    text: str
    parts: tuple[Part, ...]
    placeholders: tuple[Placeholder, ...]
    empty_values: frozenset[str]

    @classmethod
    def of(cls, text: str, empty_values: Iterable[str] = ()) -> Template:
        """Read a template; raises `CardError` when it is none."""
        parts = parse_template(text)
        placeholders = tuple(part for part in parts if isinstance(part, Placeholder))
        return cls(text, parts, placeholders, frozenset(empty_values))

    @property
    def columns(self) -> str:
        """The columns that it reads, as a person names them; the text itself where it reads none."""
        return ", ".join(dict.fromkeys(place.path for place in self.placeholders)) or self.text

    def fill(self, columns: Columns) -> str:
        """The value for a row; "" when every placeholder is empty. May raise `ValueProblem`."""
        if len(self.parts) == 1 and self.placeholders:
            return self.value_of(self.placeholders[0], columns)
        values = [part if isinstance(part, str) else self.value_of(part, columns) for part in self.parts]
        some = not self.placeholders or any(
            value for part, value in zip(self.parts, values, strict=True) if not isinstance(part, str)
        )
        return "".join(values) if some else ""

    def fill_each(self, columns: Columns, between: re.Pattern[str]) -> list[str]:
        """The values for a row whose last column holds several, with signs between them. May raise `ValueProblem`."""
        if not self.placeholders:
            return [self.fill(columns)]
        last = self.placeholders[-1]
        several = [trimmed(each) for each in between.split(self.value_of(last, columns))]
        if len(several) == 1 and not several[0]:
            filled = self.fill(columns)
            return [filled] if filled else []
        before, after = self._around(last, columns)
        return [before + each + after for each in several if each]

    def _around(self, place: Placeholder, columns: Columns) -> tuple[str, str]:
        """What stands before and behind one placeholder in a row."""
        at = len(self.parts) - 1 - self.parts[::-1].index(place)
        sides = self.parts[:at], self.parts[at + 1 :]
        before, after = (
            "".join(part if isinstance(part, str) else trimmed(self.value_of(part, columns)) for part in side)
            for side in sides
        )
        return before, after

    def fill_whole(self, columns: Columns) -> tuple[str, tuple[str, ...]]:
        """The name for a row, and the columns that are empty; nothing at the ends of a column is part of a name.

        May raise `ValueProblem`.
        """
        values = [
            part if isinstance(part, str) else trimmed(self.value_of(part, columns)) for part in self.parts
        ]
        empty = tuple(
            part.path
            for part, value in zip(self.parts, values, strict=True)
            if not value and not isinstance(part, str)
        )
        return "".join(values), empty

    def value_of(self, part: Placeholder, columns: Columns) -> str:
        """The value of one placeholder, behind its steps. May raise `ValueProblem`."""
        found = columns.get(part.path)
        if found is None:
            found = find(part, columns)
        value = found if isinstance(found, str) else as_text(found, part.path)
        if not value or value.isspace() or (self.empty_values and value.strip() in self.empty_values):
            return ""
        for step in part.steps:
            value = STEPS[step](value)
        return value


@dataclass(frozen=True, slots=True)
class FieldTemplate:
    """A template with its second choice, steps and rule for the empty case."""

    name: str
    first: Template
    otherwise: Template | None
    steps: tuple[Step, ...]
    required: bool
    without: tuple[str, ...]

    @classmethod
    def of(cls, name: str, written: Rule, empty_values: Iterable[str] = ()) -> FieldTemplate:
        """A field of a card, ready to be filled."""
        rule = FieldRule.model_validate({"from": written}) if isinstance(written, str) else written
        return cls(
            name,
            Template.of(rule.from_, empty_values),
            Template.of(rule.otherwise, empty_values) if rule.otherwise else None,
            rule.steps,
            rule.when_empty == "quarantine",
            rule.without,
        )

    @property
    def columns(self) -> str:
        """The columns that it reads, as a person names them."""
        return self.first.columns if self.first.placeholders else self.name

    @property
    def templates(self) -> Iterator[Template]:
        """The templates that it reads."""
        yield self.first
        if self.otherwise is not None:
            yield self.otherwise

    def fill(self, columns: Columns) -> str:
        """The value for a row, "" when empty. May raise `ValueProblem`."""
        value = self.first.fill(columns)
        if not value and self.otherwise is not None:
            value = self.otherwise.fill(columns)
        for words in self.without:
            value = value.replace(words, "")
        for step in self.steps:
            value = STEPS[step](value)
        return value
