"""For operators: /healthz, /readyz, /metrics. They take no key: keep them inside your network."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from service.core import served_of
from service.metrics import exposition
from service.replies import JSON

router = APIRouter(include_in_schema=False)
_NO_STORE = {"Cache-Control": "no-store"}


@router.get("/healthz")
async def healthz() -> Response:
    """The process runs."""
    return Response(b'{"status":"ok"}', media_type=JSON, headers=_NO_STORE)


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """A snapshot is served; 503 until then."""
    served_of(request)
    return Response(b'{"status":"ready"}', media_type=JSON, headers=_NO_STORE)


@router.get("/metrics")
async def metrics() -> Response:
    """For Prometheus."""
    return Response(exposition(), media_type=CONTENT_TYPE_LATEST, headers=_NO_STORE)
