"""Responses of the endpoints: JSON bytes, strong entity tags, and how long they may be kept.

A reference answer is the same for every caller with a key, yet `private`: a shared cache in front of the service would
hand it to callers without one.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, time, timedelta

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

JSON = "application/json"
DAY_S = 86_400


def fresh(body: BaseModel, headers: dict[str, str] | None = None) -> Response:
    """A response that is never stored. Members that are None are left out."""
    return Response(
        body.model_dump_json(exclude_none=True),
        media_type=JSON,
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def kept(request: Request, body: BaseModel, seconds: int) -> Response:
    """A response that its caller may keep for a time; 304 when the caller has it already."""
    return kept_bytes(request, body.model_dump_json(exclude_none=True).encode(), seconds)


def kept_bytes(request: Request, data: bytes, seconds: int) -> Response:
    """The same for JSON that is made."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": f"private, max-age={seconds}"}
    if holds(request.headers.getlist("if-none-match"), tag):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=JSON, headers=headers)


def holds(fields: list[str], tag: str) -> bool:
    """Whether If-None-Match names a tag, by weak comparison (RFC 9110, 13.1.2)."""
    named = [name.strip() for field in fields for name in field.split(",")]
    return any(name == "*" or name.removeprefix("W/") == tag for name in named)


def seconds_of_day_left(now: datetime) -> int:
    """Seconds until the local day ends; a day with a change of the clock may be longer or shorter."""
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), tzinfo=now.tzinfo)
    return max(0, min(DAY_S, int(midnight.timestamp() - now.timestamp())))
