"""Every error of the service as a problem body (RFC 9457), with a type that does not change.

The table below is the whole list; `docs/api.md` is checked against it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from starlette.responses import Response

TYPE = "urn:isnad:problem:"
MEDIA_TYPE = "application/problem+json"


class ProblemKind(Enum):
    """Name of the type, status, title."""

    INVALID_REQUEST = ("invalid-request", 422, "The request is not one that this endpoint takes")
    MALFORMED_JSON = ("malformed-json", 400, "The body is not JSON in UTF-8")
    MALFORMED_HTTP = ("malformed-http", 400, "The message is not HTTP, or its head is too large")
    UNAUTHENTICATED = ("unauthenticated", 401, "No working API key was sent")
    NOT_FOUND = ("not-found", 404, "There is nothing at this address")
    NO_SUCH_VERSE = ("no-such-verse", 404, "The Qur'an has no such verse")
    METHOD_NOT_ALLOWED = ("method-not-allowed", 405, "This address does not take this method")
    SLOW_REQUEST = ("slow-request", 408, "The request took too long to arrive")
    TOO_LARGE = ("too-large", 413, "The body is too large")
    UNSUPPORTED_MEDIA_TYPE = ("unsupported-media-type", 415, "The body is not sent as application/json")
    UNKNOWN_PLACE = ("unknown-place", 422, "No such place is known")
    AMBIGUOUS_PLACE = ("ambiguous-place", 422, "Several places have this name")
    UNKNOWN_METHOD = ("unknown-method", 422, "There is no such calculation method")
    NO_TIMES = ("no-prayer-times", 422, "The sun does not fix prayer times at this place and date")
    OUTSIDE_CALENDAR = ("outside-calendar", 422, "The calendar does not reach this date")
    RATE_LIMITED = ("rate-limited", 429, "Too many calls in a short time")
    QUOTA_EXHAUSTED = ("quota-exhausted", 429, "The quota of this period is used up")
    INTERNAL = ("internal", 500, "Something went wrong on our side")
    NOT_READY = ("not-ready", 503, "No snapshot is being served yet")
    BUSY = ("busy", 503, "Too many requests are waiting")
    UNAVAILABLE = ("unavailable", 503, "A part of the service cannot be reached")

    @property
    def type(self) -> str:
        """The stable URI of the type."""
        return TYPE + str(self.value[0])

    @property
    def status(self) -> int:
        """HTTP status."""
        return int(self.value[1])

    @property
    def title(self) -> str:
        """The same words for every problem of this kind."""
        return str(self.value[2])


@dataclass(slots=True, eq=False)
class Problem(Exception):
    """Raise it anywhere in a request; it becomes the response."""

    kind: ProblemKind
    detail: str
    extra: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    rests: bool = False  # on what the snapshot holds, as an answer does

    def body(self, instance: str) -> bytes:
        """type, title, status, detail, the request's id (`instance`), and what this problem adds."""
        members = {
            "type": self.kind.type,
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "instance": f"urn:isnad:request:{instance}",
            **self.extra,
        }
        # A lone surrogate in an echoed value has no UTF-8: it is shown as a question mark.
        return json.dumps(members, ensure_ascii=False).encode("utf-8", "replace")

    def response(self, instance: str) -> Response:
        """The response of this problem."""
        return Response(
            self.body(instance),
            status_code=self.kind.status,
            media_type=MEDIA_TYPE,
            headers={"Cache-Control": "no-store", **self.headers},
        )
