"""The OpenAPI 3.1 document: what FastAPI derives from the routes, and what it cannot know.

That is the key that every endpoint needs, the request body of a question (which the service reads itself), the
problems that each endpoint may answer with, in place of the framework's own errors, and the fields of heads.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from schemas.api import ChatRequest
from schemas.api import Problem as ProblemBody
from service.problems import MEDIA_TYPE, ProblemKind

DESCRIPTION = """Answers questions about Islam from a fixed corpus of Qur'an, hadith, tafsir and fatwas, or declines.
Every answer names the sources that it rests on. Reference endpoints give verses, prayer times and the Hijri date.
Errors are problem details (RFC 9457); the types do not change. Where GET is taken, HEAD is too. Fields may be added to
responses, and values to `intent`: read what you know, and pass over the rest."""

COMMON = (
    ProblemKind.MALFORMED_HTTP,
    ProblemKind.UNAUTHENTICATED,
    ProblemKind.METHOD_NOT_ALLOWED,
    ProblemKind.TOO_LARGE,
    ProblemKind.SLOW_REQUEST,
    ProblemKind.RATE_LIMITED,
    ProblemKind.INTERNAL,
    ProblemKind.BUSY,
    ProblemKind.UNAVAILABLE,
)
_PLACE = (
    ProblemKind.UNKNOWN_PLACE,
    ProblemKind.AMBIGUOUS_PLACE,
    ProblemKind.UNKNOWN_METHOD,
    ProblemKind.NO_TIMES,
    ProblemKind.OUTSIDE_CALENDAR,
)
OWN: dict[str, tuple[ProblemKind, ...]] = {
    "/v1/chat": (
        ProblemKind.MALFORMED_JSON,
        ProblemKind.UNSUPPORTED_MEDIA_TYPE,
        ProblemKind.INVALID_REQUEST,
        ProblemKind.QUOTA_EXHAUSTED,
        ProblemKind.NOT_READY,
    ),
    "/v1/quran/{surah}/{ayah}": (
        ProblemKind.NO_SUCH_VERSE,
        ProblemKind.NOT_FOUND,
        ProblemKind.INVALID_REQUEST,
        ProblemKind.NOT_READY,
    ),
    "/v1/prayer-times": (ProblemKind.INVALID_REQUEST, *_PLACE, ProblemKind.NOT_READY),
    "/v1/prayer-times/methods": (ProblemKind.INVALID_REQUEST,),
    "/v1/hijri": (ProblemKind.INVALID_REQUEST, ProblemKind.OUTSIDE_CALENDAR),
    "/v1/me": (ProblemKind.INVALID_REQUEST,),
}
# Fields of heads: what they hold, and an example.
HEADS = {
    "X-Request-Id": ("The request's id: the caller's where it sent a plain token, else a new one.", "abc-1"),
    "X-Isnad-Snapshot": (
        "The snapshot that the answer rests on; absent where it rests on none.",
        "s-0123456789abcdef0123",
    ),
    "RateLimit-Policy": ("The rate, and for a question the quota.", '"calls";q=120;w=60'),
    "RateLimit": ("What is left of them, and in how many seconds they are whole again.", '"calls";r=119;t=1'),
    "Cache-Control": ("How long the response may be kept, by its caller alone.", "private, max-age=86400"),
    "ETag": ("The entity's tag, strong.", '"0123456789abcdef0123456789abcdef"'),
    "Retry-After": ("After how many seconds to ask again.", "5"),
    "WWW-Authenticate": ("The scheme of keys.", 'Bearer realm="isnad"'),
    "Allow": ("The methods that the address takes.", "GET, HEAD"),
    "Accept": ("The media type that the address takes.", "application/json"),
    "Accept-Encoding": ("The encoding of bodies that the address takes.", "identity"),
}
ALWAYS = ("X-Request-Id", "X-Isnad-Snapshot", "Cache-Control")
LIMITED = ("RateLimit-Policy", "RateLimit")  # of every answer to a caller whose key is known
OF_STATUS = {
    304: ("ETag",),
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    415: ("Accept", "Accept-Encoding"),
    429: ("Retry-After",),
    503: ("Retry-After",),
}
SENT = {
    "X-Request-Id": "An id of yours for the request: 1 to 64 letters, digits, `.`, `_`, `-`.",
    "If-None-Match": "Tags that you have: 304 says that one of them is still right.",
}
KEPT = ("/v1/quran/{surah}/{ayah}", "/v1/prayer-times", "/v1/prayer-times/methods", "/v1/hijri")


def document(app: FastAPI) -> Callable[[], bytes]:
    """What gives the document of an app as JSON; made once, when it is first asked for."""

    @cache
    def made() -> bytes:
        derived = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        return json.dumps(_completed(derived), ensure_ascii=False).encode()

    return made


def _completed(made: dict[str, Any]) -> dict[str, Any]:
    parts = made.setdefault("components", {})
    schemas = parts.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError", "Intent"):  # the last would be a closed list
        schemas.pop(name, None)
    for model in (ChatRequest, ProblemBody):
        described = model.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas |= described.pop("$defs", {})
        schemas[model.__name__] = described
    parts["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer", "bearerFormat": "isnad_…"}}
    parts["headers"] = {
        name: {"description": told, "schema": {"type": "string"}, "example": example}
        for name, (told, example) in HEADS.items()
    }
    parts["parameters"] = {
        name: {"name": name, "in": "header", "description": told, "schema": {"type": "string"}}
        for name, told in SENT.items()
    }
    made["security"] = [{"key": []}]
    made["servers"] = [{"url": "/", "description": "Where this document came from."}]
    for path, operations in made["paths"].items():
        for operation in operations.values():
            _describe(path, operation)
    return made


def _describe(path: str, operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    responses.pop("422", None)
    if path in KEPT:
        responses["304"] = {"description": "The caller has it already: If-None-Match names its ETag."}
    by_status: dict[int, list[ProblemKind]] = {}
    for kind in (*OWN[path], *COMMON):
        by_status.setdefault(kind.status, []).append(kind)
    for status, kinds in sorted(by_status.items()):
        responses[str(status)] = _problems(status, kinds)
    for status, response in responses.items():
        named = [*ALWAYS, *(LIMITED if status != "401" else ()), *OF_STATUS.get(int(status), ())]
        named += ["ETag"] if status == "200" and path in KEPT else []
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in named}
    operation["responses"] = dict(sorted(responses.items()))
    sent = ["X-Request-Id", *(["If-None-Match"] if path in KEPT else [])]
    parameters = operation.setdefault("parameters", [])
    parameters += [{"$ref": f"#/components/parameters/{name}"} for name in sent]


def _problems(status: int, kinds: list[ProblemKind]) -> dict[str, Any]:
    examples = {
        kind.value[0]: {
            "value": {
                "type": kind.type,
                "title": kind.title,
                "status": status,
                "detail": "…",
                "instance": "urn:isnad:request:abc-1",
            }
        }
        for kind in kinds
    }
    return {
        "description": "; ".join(kind.title for kind in kinds),
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": examples}},
    }
