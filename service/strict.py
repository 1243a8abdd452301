"""Query parameters read strictly: what is misspelt, doubled or not a plain number is told, never guessed.

`none` and `once` are coroutines, though they wait for nothing: FastAPI hands plain functions to a thread.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any

from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator, BeforeValidator, WithJsonSchema
from starlette.requests import Request

DIGITS = 1000  # Python reads no number of more than some thousands of them
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def _whole(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not _WHOLE.fullmatch(value):
        raise ValueError("is a whole number in ASCII digits, without leading zeros")
    return number(value)


def number(digits: str) -> int:
    """The number of some digits; of more than anybody means, one that is as far beyond all that there is."""
    sign, bare = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    return sign * (int(bare) if len(bare) <= DIGITS else 10**DIGITS)


def _day(value: Any) -> Any:
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise ValueError("is a date of the form YYYY-MM-DD")
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ValueError("is a day that the calendar has, of the form YYYY-MM-DD") from None


def _name(value: str) -> str:
    for place, letter in enumerate(value, start=1):
        if unicodedata.category(letter) in ("Cc", "Cs"):
            raise ValueError(
                f"is a name, without control characters; character {place} is U+{ord(letter):04X}"
            )
    return value


WHOLE = BeforeValidator(_whole)  # comes after bounds, which the OpenAPI document would not tell else
# What may be left out of an address is never null there.
MaybeWhole = Annotated[Annotated[int, WHOLE] | None, WithJsonSchema({"type": "integer"})]
MaybeDay = Annotated[
    Annotated[date, BeforeValidator(_day)] | None, WithJsonSchema({"type": "string", "format": "date"})
]
Name = Annotated[str, AfterValidator(_name)]


async def none(request: Request) -> None:
    """Refuse every parameter, at an address that has none."""
    names = sorted(set(request.query_params))
    if names:
        raise RequestValidationError([_fault("extra_forbidden", name, "is no field here") for name in names])


async def once(request: Request) -> None:
    """Refuse a parameter that is given twice: which of the two is meant cannot be known."""
    if faults := given_twice("query", [name for name, _ in request.query_params.multi_items()]):
        raise RequestValidationError(faults)


def given_twice(place: str, names: Iterable[str]) -> list[dict[str, Any]]:
    """The faults of a query or a body that has some of its names more than once."""
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    return [_fault("twice", name, "is given twice", place) for name in twice]


def _fault(kind: str, name: str, told: str, place: str = "query") -> dict[str, Any]:
    return {"type": kind, "loc": (place, name), "msg": told, "input": None}
