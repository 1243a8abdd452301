"""Query parameters read strictly: what is misspelt, doubled or not a plain number is told, never guessed.

`none` and `once` are coroutines, though they wait for nothing: FastAPI hands plain functions to a thread.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any

from fastapi.exceptions import RequestValidationError
from pydantic import BeforeValidator, WithJsonSchema
from starlette.requests import Request

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,5})", re.ASCII)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def _whole(value: Any) -> Any:
    if isinstance(value, str) and not _WHOLE.fullmatch(value):
        raise ValueError("is a whole number in ASCII digits, without leading zeros")
    return value


def _day(value: Any) -> Any:
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise ValueError("is a date of the form YYYY-MM-DD")
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ValueError("is a day that the calendar has, of the form YYYY-MM-DD") from None


Whole = Annotated[int, BeforeValidator(_whole)]
Day = Annotated[date, BeforeValidator(_day), WithJsonSchema({"type": "string", "format": "date"})]


async def none(request: Request) -> None:
    """Refuse every parameter, at an address that has none."""
    names = sorted(set(request.query_params))
    if names:
        raise RequestValidationError([_fault("extra_forbidden", name, "is no field here") for name in names])


async def once(request: Request) -> None:
    """Refuse a parameter that is given twice: which of the two is meant cannot be known."""
    names = [name for name, _ in request.query_params.multi_items()]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise RequestValidationError([_fault("twice", name, "is given twice") for name in twice])


def _fault(kind: str, name: str, told: str) -> dict[str, Any]:
    return {"type": kind, "loc": ("query", name), "msg": told, "input": None}
