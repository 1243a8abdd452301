"""What takes no key: /openapi.json, and for operators /healthz, /readyz, /metrics, which belong inside your network."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from service.core import core_of, served_of
from service.metrics import exposition, ready_processes
from service.problems import Problem, ProblemKind
from service.replies import DAY_S, JSON, kept_bytes

router = APIRouter(include_in_schema=False)
_NO_STORE = {"Cache-Control": "no-store"}


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """The description of the API for machines; a part of the code."""
    return kept_bytes(request, request.app.state.document(), DAY_S)


@router.get("/healthz")
async def healthz() -> Response:
    """The process runs."""
    return Response(b'{"status":"ok"}', media_type=JSON, headers=_NO_STORE)


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """A snapshot is served, by every process of this address; 503 until then.

    A connection reaches any of the processes: while one of them has no snapshot, a part of the requests is turned away.
    """
    served_of(request)
    workers = core_of(request).settings.workers
    if workers > 1 and (ready := ready_processes()) < workers:
        raise Problem(
            ProblemKind.NOT_READY,
            f"{ready} of {workers} processes serve a snapshot. Try again shortly.",
            headers={"Retry-After": "5"},
        )
    return Response(b'{"status":"ready"}', media_type=JSON, headers=_NO_STORE)


@router.get("/metrics")
async def metrics() -> Response:
    """For Prometheus."""
    return Response(exposition(), media_type=CONTENT_TYPE_LATEST, headers=_NO_STORE)
