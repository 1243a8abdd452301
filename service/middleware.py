"""What happens around every request, as plain ASGI: its id, its size and time limits, its log line and metrics.

A request's id is the caller's `X-Request-Id` where that is a plain token, else a new one; it is in the response, in
the log line and in problems. Log lines hold the route, never the address as sent, no header, and no key. Of an error
that nobody foresaw the log gets the kind and the places in the code, not its message, which may quote the question.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import uuid
from collections.abc import Sequence
from urllib.parse import unquote

from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.logs import told_of
from service.metrics import REQUESTS, SECONDS
from service.problems import Problem, ProblemKind
from service.settings import MAX_HEAD, MAX_PARAMETERS

_TOKEN = re.compile(rb"[A-Za-z0-9._-]{1,64}", re.ASCII)
_WHOLE_ADDRESS = re.compile(rb"https?://[^/]*", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
VERSIONS = ("1.0", "1.1")
NOT_HTTP = "The message is not HTTP/1.1 or HTTP/1.0."
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
log = logging.getLogger("isnad.request")


class Observed:
    """Gives each request its id, tells log and metrics how it ended, and lets no error out."""

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        self._app, self._routes = app, routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.update(_address_of(scope))
        state = scope.setdefault("state", {})
        sent = dict(scope["headers"]).get(b"x-request-id", b"")
        state["request_id"] = sent.decode() if _TOKEN.fullmatch(sent) else uuid.uuid4().hex
        state["begun"] = time.perf_counter()
        status = 0

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], *_fields(state)]}
            await send(message)

        try:
            if problem := _of_head(scope):
                await problem.response(state["request_id"])(scope, receive, told)
                return
            await _by_get(self._app, scope, receive, told)
        except Exception as error:
            log.error("unforeseen error", extra={"request_id": state["request_id"], **told_of(error)})
            if not status:
                state["rests"] = False
                await internal().response(state["request_id"])(scope, receive, told)
        finally:
            _tell(scope, status, self._route_of(scope))

    def _route_of(self, scope: Scope) -> str:
        """The route of a request, also of one that was refused before it was routed."""
        route = scope.get("route")
        if route is None:
            route = next((one for one in self._routes if one.matches(scope)[0] is not Match.NONE), None)
        return getattr(route, "path", "unknown")


def _address_of(scope: Scope) -> dict[str, object]:
    """The path by which a request is routed.

    Of a whole address, which a server takes too (RFC 9112, 3.2.2), it is the path alone. One with a control character
    is none: the pattern of a route overlooks a line break at the end.
    """
    path, raw = scope["path"], scope.get("raw_path") or b""
    if found := _WHOLE_ADDRESS.match(raw):
        raw = raw[found.end() :] or b"/"
        path = unquote(raw.decode("ascii"))
    return {"path": "" if _CONTROL.search(path) else path, "raw_path": raw}


def _of_head(scope: Scope) -> Problem | None:
    """What is wrong with a head that the server has read; by itself it bounds only one that comes in pieces."""
    if scope["http_version"] not in VERSIONS:  # as that of HTTP/2, whose first lines are read like a head
        return Problem(ProblemKind.MALFORMED_HTTP, NOT_HTTP, {"limit": MAX_HEAD}, {"Connection": "close"})
    fields = sum(len(name) + len(value) for name, value in scope["headers"])
    if fields + len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_HEAD:
        detail = f"Address and headers hold at most {MAX_HEAD} bytes."
        return Problem(ProblemKind.MALFORMED_HTTP, detail, {"limit": MAX_HEAD})
    if scope["query_string"].count(b"&") >= MAX_PARAMETERS:
        # To tell of each that it is unknown takes long where they are many.
        detail = f"An address holds at most {MAX_PARAMETERS} parameters."
        return Problem(ProblemKind.MALFORMED_HTTP, detail, {"limit": MAX_PARAMETERS})
    if {b"content-length", b"transfer-encoding"}.issubset(name for name, _ in scope["headers"]):
        # Who stands between may have read another end of the body (RFC 9112, 6.3).
        detail = "The length of a body is stated, or it comes in chunks; not both."
        return Problem(ProblemKind.MALFORMED_HTTP, detail, headers={"Connection": "close"})
    return None


async def _by_get(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """HEAD is answered as GET; the server leaves the body out."""
    if scope["method"] != "HEAD":
        await app(scope, receive, send)
        return
    asked = {**scope, "method": "GET"}
    try:
        await app(asked, receive, send)
    finally:
        scope.update({name: asked[name] for name in ("route",) if name in asked})


def _fields(state: dict[str, object]) -> list[tuple[bytes, bytes]]:
    fields = [(b"x-request-id", str(state["request_id"]).encode()), (b"x-content-type-options", b"nosniff")]
    if "snapshot" in state and state.get("rests", True):
        fields.append((b"x-isnad-snapshot", str(state["snapshot"]).encode()))
    return fields


def _tell(scope: Scope, status: int, route: str) -> None:
    state = scope["state"]
    seconds = time.perf_counter() - state["begun"]
    method = scope["method"] if scope["method"] in METHODS else "other"
    REQUESTS.labels(route, method, str(status)).inc()
    SECONDS.labels(route).observe(seconds)
    key = state.get("key")
    log.info(
        "request",
        extra={
            "request_id": state["request_id"],
            "key_id": key.id if key is not None else None,
            "method": method,
            "route": route,
            "status": status,  # 0: the caller left before an answer began
            "ms": round(seconds * 1000, 1),
            "snapshot": state.get("snapshot"),
            **state.get("log", {}),
        },
    )


def internal() -> Problem:
    """The problem that tells a caller no more than that the fault is ours."""
    return Problem(ProblemKind.INTERNAL, "The error was logged under the id of this request.")


class Limits:
    """Bodies up to a size, arriving within a time. What is larger or slower becomes a problem."""

    def __init__(self, app: ASGIApp, max_body: int, timeout_s: float) -> None:
        self._app, self._max_body, self._timeout_s = app, max_body, timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            messages = await self._read(scope, receive)
        except Problem as problem:
            await problem.response(scope["state"]["request_id"])(scope, receive, send)
            return
        if messages[-1]["type"] != "http.disconnect":  # else nobody waits for an answer
            await self._app(scope, _replay(messages, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> list[Message]:
        stated = dict(scope["headers"]).get(b"content-length", b"0")
        if stated.isdigit() and (len(stated) > 18 or int(stated) > self._max_body):
            raise self._too_large()
        messages: list[Message] = []
        size = 0
        try:
            async with asyncio.timeout(self._timeout_s):
                while not messages or messages[-1].get("more_body"):
                    messages.append(await receive())
                    size += len(messages[-1].get("body", b""))
                    if size > self._max_body:
                        raise self._too_large()
        except TimeoutError:
            raise Problem(
                ProblemKind.SLOW_REQUEST,
                f"The body did not arrive within {self._timeout_s:g} seconds.",
                headers={"Connection": "close"},
            ) from None
        return messages

    def _too_large(self) -> Problem:
        # The connection stays open, and the server drops the rest of the body: closing at once would
        # take this answer away from a caller who is still sending.
        return Problem(
            ProblemKind.TOO_LARGE,
            f"A body holds at most {self._max_body} bytes.",
            {"limit": self._max_body},
        )


def _replay(messages: list[Message], receive: Receive) -> Receive:
    waiting = iter(messages)

    async def again() -> Message:
        message = next(waiting, None)
        return message if message is not None else await receive()

    return again
