"""Templates of a card: from the columns of a row to one value.

A template is text with placeholders in braces::

    "{text}"                                 the column text
    "{english.narrator} {english.text}"      two columns inside the column english, with a blank between
    "{cells.0}"                              the first value of a list
    "hadith:lk:{Hadith_number|number}"       a column, put through a step
    "{{"                                     an opening brace itself; "}}" a closing one

Rules: a value is copied as it is, byte for byte; only a step changes it. A column that is absent, null,
blank, or one of the card's `empty_values` counts as empty; a template in which every placeholder is empty
is empty as a whole. Numbers are written as the file writes them, lists as “a, b”. There are no conditions,
no loops and no code: what cannot be said this way is said by preparing the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.text import shown, skeleton
from schemas.card import FieldRule, Rule
from schemas.errors import CardError

Columns = Mapping[str, Any]

_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "01234567890123456789")
_WHOLE = re.compile(r"0*([0-9]+)(?:\.0+)?\s*([a-z]?)", re.IGNORECASE)
_SPAN = re.compile(r"0*([0-9]+)(?:\.0+)?\s*[-–—]\s*0*([0-9]+)(?:\.0+)?")
_CHAIN = re.compile(r"[0-9]+(?:-[0-9]+){2,}")
_PART = re.compile(r"0*([0-9]+)\.([1-9])")
_FIRST = re.compile(r"[0-9]+")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def _number(value: str) -> str:
    """`1.0`, `٠١` and `1` are 1; `622 -623` is 622-623, `7-8-9` is 7-9; `8 c` is 8c; else it stays as it is."""
    plain = value.translate(_DIGITS).strip()
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


STEPS: dict[str, Callable[[str], str]] = {
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


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A column, by its path, and the steps behind it."""

    path: str
    keys: tuple[str, ...]
    steps: tuple[Callable[[str], str], ...]

    def find(self, columns: Columns) -> object:
        """The value, or None when it is absent."""
        if self.path in columns:
            return columns[self.path]
        value: Any = columns
        for key in self.keys:
            if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
                value = value[int(key)]
            elif isinstance(value, Mapping) and key in value:
                value = value[key]
            else:
                return None
        return value  # type: ignore[no-any-return]

    def present(self, columns: Columns) -> bool:
        """Whether a row has this column, be it empty."""
        if self.path in columns:
            return True
        value: Any = columns
        for key in self.keys:
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
    """A parsed template: `parts` are literals and placeholders in turn."""

    text: str
    parts: tuple[str | Placeholder, ...]
    placeholders: tuple[Placeholder, ...]
    empty_values: frozenset[str] = frozenset()

    def fill(self, columns: Columns) -> str:
        """The value for a row; "" when every placeholder is empty. May raise `ValueProblem`."""
        if len(self.parts) == 1 and self.placeholders:
            return self.value_of(self.placeholders[0], columns)
        values = [part if isinstance(part, str) else self.value_of(part, columns) for part in self.parts]
        some = not self.placeholders or any(
            value for part, value in zip(self.parts, values, strict=True) if not isinstance(part, str)
        )
        return "".join(values) if some else ""

    def fill_whole(self, columns: Columns) -> tuple[str, tuple[str, ...]]:
        """The value for a row, and the columns that are empty. May raise `ValueProblem`."""
        values = [part if isinstance(part, str) else self.value_of(part, columns) for part in self.parts]
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
            found = part.find(columns)
        value = found if isinstance(found, str) else as_text(found, part.path)
        if not value or value.isspace() or (self.empty_values and value.strip() in self.empty_values):
            return ""
        for step in part.steps:
            value = step(value)
        return value


def parse_template(text: str, where: str, empty_values: Iterable[str] = ()) -> Template:
    """Read a template; raises `CardError` naming the brace or step that is wrong."""
    parts: list[str | Placeholder] = []
    literal = ""
    place = 0
    while place < len(text):
        sign = text[place]
        if sign in "{}" and text[place : place + 2] == sign * 2:
            literal, place = literal + sign, place + 2
        elif sign == "{":
            end = text.find("}", place)
            if end < 0:
                raise _template_error(text, where, "a brace is opened and not closed")
            parts += [literal] if literal else []
            parts.append(_placeholder(text[place + 1 : end], text, where))
            literal, place = "", end + 1
        elif sign == "}":
            raise _template_error(text, where, "a brace is closed that was not opened")
        else:
            literal, place = literal + sign, place + 1
    parts += [literal] if literal else []
    placeholders = tuple(part for part in parts if isinstance(part, Placeholder))
    return Template(text, tuple(parts), placeholders, frozenset(empty_values))


def _placeholder(inside: str, text: str, where: str) -> Placeholder:
    path, *names = (piece.strip() for piece in inside.split("|"))
    if not path or "{" in inside:
        raise _template_error(text, where, f"“{{{inside}}}” names no column")
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        raise CardError(
            f"“{unknown[0]}” is not a step",
            where=where,
            expected=", ".join(STEPS),
            found=text,
            remedy="take one of these steps, or leave the step out",
        )
    return Placeholder(path, tuple(path.split(".")), tuple(STEPS[name] for name in names))


def _template_error(text: str, where: str, problem: str) -> CardError:
    return CardError(
        f"a template cannot be read: {problem}",
        where=where,
        expected='columns in braces, as in "{text}" or "{english.text}"',
        found=text,
        remedy="check the braces; write {{ or }} where a brace itself is meant",
    )


@dataclass(frozen=True, slots=True)
class FieldTemplate:
    """A template with its second choice, steps and rule for the empty case."""

    name: str
    first: Template
    otherwise: Template | None
    steps: tuple[Callable[[str], str], ...]
    required: bool
    without: tuple[str, ...] = ()

    @property
    def columns(self) -> str:
        """The columns that it reads, as a person names them."""
        return ", ".join(dict.fromkeys(each.path for each in self.first.placeholders)) or self.name

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
            value = step(value)
        return value


def parse_rule(name: str, rule: Rule, empty_values: Iterable[str] = ()) -> FieldTemplate:
    """A field of a card, ready to be filled."""
    where = f"fields.{name}"
    if isinstance(rule, str):
        rule = FieldRule.model_validate({"from": rule})
    return FieldTemplate(
        name,
        parse_template(rule.from_, where, empty_values),
        parse_template(rule.otherwise, where, empty_values) if rule.otherwise else None,
        tuple(STEPS[step] for step in rule.steps),
        rule.when_empty == "quarantine",
        rule.without,
    )
