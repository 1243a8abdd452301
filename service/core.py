"""What the endpoints share: settings, snapshot, callers, threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import Request

from service.accounts import ApiKey
from service.gate import Gate
from service.pool import Line, Pool
from service.problems import Problem, ProblemKind
from service.served import Holder, Served
from service.settings import Settings

if TYPE_CHECKING:
    from service.phrasing import Phraser


@dataclass(frozen=True, slots=True)
class Core:
    """One for each app."""

    settings: Settings
    holder: Holder
    gate: Gate
    answering: Line  # decides and composes: the processor's work
    phrasing: Pool  # waits for a server elsewhere
    phraser: Phraser | None  # None: answers are extractive


def core_of(request: Request) -> Core:
    """The core of the app that a request came to."""
    core: Core = request.app.state.core
    return core


def served_of(request: Request) -> Served:
    """The snapshot for a request, to be taken once; raises a 503 problem."""
    served = core_of(request).holder.served
    if served is None:
        raise Problem(
            ProblemKind.NOT_READY,
            "The service has not opened a snapshot yet. Try again shortly.",
            headers={"Retry-After": "5"},
        )
    request.scope["state"]["snapshot"] = served.id
    return served


def not_held(what: str) -> Problem:
    """The 503 problem of a snapshot without a part that is asked for; another one may hold it."""
    detail = f"The snapshot that is served does not hold {what}."
    return Problem(ProblemKind.UNAVAILABLE, detail, headers={"Retry-After": "60"}, rests=True)


def key_of(request: Request) -> ApiKey:
    """The caller, as the guard left it."""
    key: ApiKey = request.scope["state"]["key"]
    return key
