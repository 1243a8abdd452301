"""JSON as its standard means it: no repeated keys, no NaN, no endless depth, no endless numbers.

Rules: a text that is not JSON raises `NotJson` with line and column. A text that is JSON but says something
that two programs would understand differently (a key twice, NaN, a number beyond all use) parses, with a
`Flaw` in the place of the value, so that only the record that holds it is lost. `flaw_in` finds it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pipeline.sources.readers.limits import MAX_DEPTH, MAX_INTEGER_DIGITS
from pipeline.sources.readers.row import RowProblem
from pipeline.sources.readers.values import too_deep
from schemas.sentence import said


class NotJson(ValueError):
    """A text is not JSON; the readers turn this into a row's problem or a `FormatError`."""

    def __init__(self, message: str, line: int, column: int, shown: str) -> None:
        self.message, self.line, self.column, self.shown = message, line, column, shown
        super().__init__(message)


class TooDeep(NotJson):
    """Lists and objects lie so deep that the text cannot be parsed at all."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Stands where a value cannot be taken over."""

    code: str
    field: str
    shown: str
    message: str
    remedy: str

    def as_problem(self, field: str) -> RowProblem:
        """The flaw as the problem of a row."""
        return RowProblem(self.code, self.field or field, self.shown, self.message, self.remedy)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed text, and whether any flaw lies in it."""

    value: object
    flawed: bool


def parse(text: str) -> Parsed:
    """Parse one JSON text; raises `NotJson` (or `TooDeep`), and `RecursionError` never."""
    flaws: list[Flaw] = []
    try:
        value = _decoder(flaws).decode(text)
    except json.JSONDecodeError as error:
        column = error.colno
        raise NotJson(
            _PLAIN.get(error.msg, error.msg[:1].lower() + error.msg[1:]),
            error.lineno,
            column,
            text[max(0, error.pos - 20) : error.pos + 20],
        ) from error
    except RecursionError:
        raise TooDeep("lists and objects lie too deep inside one another", 1, 1, text[:40]) from None
    return Parsed(value, bool(flaws))


_PLAIN = {
    "Extra data": said("there is something behind the end of the value"),
    "Expecting value": said("a value is missing"),
    "Expecting ',' delimiter": said("a comma is missing"),
    "Expecting ':' delimiter": said("a colon is missing"),
    "Unterminated string starting at": said("a text in quotes is not closed"),
    "Expecting property name enclosed in double quotes": said("a field's name in double quotes is missing"),
    "Invalid control character at": said("a text holds a bare line break or control character"),
}


def _decoder(flaws: list[Flaw]) -> json.JSONDecoder:
    def flaw(*parts: str) -> Flaw:
        flaws.append(Flaw(*parts))
        return flaws[-1]

    return json.JSONDecoder(
        object_pairs_hook=_object(flaw),
        parse_int=_integer(flaw),
        parse_float=_float(flaw),
        parse_constant=lambda name: flaw(
            "not-a-number",
            "",
            name,
            said("{name} is not a number that JSON knows", name=name),
            "write null, or leave the field out",
        ),
    )


def _object(flaw: Callable[..., Flaw]) -> Callable[[list[tuple[str, object]]], dict[str, object]]:
    def build(pairs: list[tuple[str, object]]) -> dict[str, object]:
        built = dict(pairs)
        if len(built) != len(pairs):
            twice = _repeated(name for name, _ in pairs)
            built[twice] = flaw(
                "duplicate-key",
                twice,
                twice,
                said("the field “{twice}” stands twice in one record", twice=twice),
                "remove one of the two; nothing here can tell which was meant",
            )
        return built

    return build


def _repeated(names: Iterable[str]) -> str:
    """The first of some names that has been there before; "" where none has."""
    before: set[str] = set()
    for name in names:
        if name in before:
            return name
        before.add(name)
    return ""


def _integer(flaw: Callable[..., Flaw]) -> Callable[[str], object]:
    def read(digits: str) -> object:
        if len(digits) <= MAX_INTEGER_DIGITS:
            return int(digits)
        return flaw(
            "huge-number",
            "",
            digits[:40],
            said(
                "a whole number has {digits} digits; at most {most} are read",
                digits=len(digits),
                most=MAX_INTEGER_DIGITS,
            ),
            "write it as text in quotes if it is not a number to count with",
        )

    return read


def _float(flaw: Callable[..., Flaw]) -> Callable[[str], object]:
    def read(digits: str) -> object:
        number = float(digits)
        if math.isfinite(number):
            return number
        return flaw(
            "huge-number",
            "",
            digits[:40],
            said("{digits} is too large for a number", digits=digits[:40]),
            "write it as text in quotes",
        )

    return read


def flaw_in(value: object) -> RowProblem | None:
    """The first flaw inside a record, in the order of its fields, or None."""
    stack: list[tuple[object, str, int]] = [(value, "", 0)]
    while stack:
        item, field, depth = stack.pop()
        if isinstance(item, Flaw):
            return item.as_problem(field)
        if depth > MAX_DEPTH:
            return too_deep(field)
        if isinstance(item, dict):
            stack.extend((inner, field or name, depth + 1) for name, inner in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend((inner, field, depth + 1) for inner in reversed(item))
    return None
