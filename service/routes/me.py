"""GET /v1/me: whose key it is, and what is left of its quota. Costs nothing of it."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from schemas.api import Account, Me, Quota
from service.core import core_of, key_of
from service.examples import ME
from service.gate import stamp
from service.replies import fresh
from service.strict import none

router = APIRouter()


@router.get(
    "/v1/me",
    operation_id="account",
    summary="Account and remaining quota",
    response_model=Me,
    responses={200: {"content": {"application/json": {"example": ME}}}},
    dependencies=[Depends(none)],
)
async def me(request: Request) -> Response:
    """Confirms that a key works."""
    key = key_of(request)
    usage = await core_of(request).gate.usage(key)
    quota = Quota(limit=usage.limit, remaining=usage.remaining, resets=stamp(usage.resets))
    return fresh(Me(account=Account(id=key.account.id, name=key.account.name), quota=quota))
