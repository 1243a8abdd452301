"""Turns every error of a request into a problem: our own, the framework's, and the ones that nobody foresaw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from schemas.errors import IsnadError, QuestionError
from service.middleware import internal
from service.problems import Problem, ProblemKind

MAX_ERRORS = 10
_BY_STATUS = {404: ProblemKind.NOT_FOUND, 405: ProblemKind.METHOD_NOT_ALLOWED}


def install(app: FastAPI) -> None:
    """Register the handlers."""

    async def problem(request: Request, error: Any) -> Response:
        found, state = as_problem(error), request.scope["state"]
        state["rests"] = found.rests
        return found.response(state["request_id"])

    for kind in (Problem, HTTPException, RequestValidationError, QuestionError, Exception):
        app.add_exception_handler(kind, problem)


def as_problem(error: Exception) -> Problem:
    """The problem of any error."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RequestValidationError):
        return invalid(error.errors())
    if isinstance(error, QuestionError):
        return invalid([{"type": "question", "loc": ("body", "message"), "msg": said(error)}])
    if isinstance(error, HTTPException) and error.status_code in _BY_STATUS:
        kind = _BY_STATUS[error.status_code]
        detail = "See /openapi.json for the addresses and their methods."
        return Problem(kind, detail, headers=_with_head(error.headers or {}))
    return internal()


def _with_head(headers: Mapping[str, str]) -> dict[str, str]:
    """What an address takes: where it takes GET, HEAD too (`service.middleware`)."""
    return {
        name: value.replace("GET", "GET, HEAD") if name.lower() == "allow" and "HEAD" not in value else value
        for name, value in headers.items()
    }


def invalid(errors: Iterable[Mapping[str, Any]]) -> Problem:
    """A 422 that names each field and what it should have been; values are not sent back."""
    told = []
    for error in list(errors)[:MAX_ERRORS]:
        place, *names = error["loc"]
        told.append({"in": str(place), "field": ".".join(map(str, names))[:80], "detail": _words(error)})
    detail = "; ".join(
        f"{each['field']}: {each['detail']}" if each["field"] else each["detail"] for each in told
    )
    return Problem(ProblemKind.INVALID_REQUEST, detail, {"errors": told})


def refused(error: IsnadError, kind: ProblemKind, extra: Mapping[str, object] | None = None) -> Problem:
    """A problem that says what an `IsnadError` says, which was raised for what was looked up."""
    return Problem(kind, said(error), extra or {}, rests=True)


def said(error: IsnadError) -> str:
    """What an `IsnadError` says, in sentences."""
    parts = [error.problem[:1].upper() + error.problem[1:]]
    parts += [f"Expected: {error.expected}"] if error.expected else []
    parts += [error.remedy[:1].upper() + error.remedy[1:]] if error.remedy else []
    return ". ".join(parts) + "."


def _words(error: Mapping[str, Any]) -> str:
    kind, context = error["type"], error.get("ctx") or {}
    if kind == "string_too_long":
        found = len(error["input"]) if isinstance(error.get("input"), str) else "more"
        return f"holds at most {context['max_length']} characters; this one has {found}"
    if kind == "string_too_short":
        return f"holds at least {context['min_length']} character"
    if kind == "extra_forbidden":
        return "is not a field of this request"
    if kind == "missing":
        return "is needed"
    if kind in ("literal_error", "enum"):
        return f"is one of {context['expected']}"
    if kind == "string_type":
        return "is a text"
    if kind == "model_type":
        return "the body is an object with the fields of this request"
    if kind == "greater_than_equal":
        return f"is at least {context['ge']}"
    if kind == "less_than_equal":
        return f"is at most {context['le']}"
    return str(error["msg"]).removeprefix("Value error, ")
