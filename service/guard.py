"""Everything below /v1 needs a key: plain ASGI, in front of routing and of the reading of bodies.

The path that is guarded is the very text that routes are matched against, so that no spelling of an address
reaches a route and not the guard. A caller without a key learns nothing of which addresses exist below /v1.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.gate import Gate, bearer
from service.problems import Problem

Fields = list[tuple[bytes, bytes]]


class Guard:
    """Lets a request below /v1 through when its key is good and within its rate."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app, self._gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not (path == "/v1" or path.startswith("/v1/")):
            await self._app(scope, receive, send)
            return
        try:
            fields = await self._admit(scope)
        except Problem as problem:
            await problem.response(scope["state"]["request_id"])(scope, receive, send)
            return

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": with_fields(message["headers"], fields)}
            await send(message)

        await self._app(scope, receive, told)

    async def _admit(self, scope: Scope) -> dict[str, str]:
        text = bearer([value for name, value in scope["headers"] if name == b"authorization"])
        key = scope["state"]["key"] = await self._gate.caller(text)
        return self._gate.pace(key)


def with_fields(headers: Fields, fields: dict[str, str]) -> Fields:
    """Headers with list fields added: a field that is there gets the new member after its own."""
    named = {name.lower().encode(): value.encode() for name, value in fields.items()}
    joined = [
        (name, value + b", " + named.pop(name.lower()) if name.lower() in named else value)
        for name, value in headers
    ]
    return joined + list(named.items())
