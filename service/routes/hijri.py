"""GET /v1/hijri: today's Hijri date by the Umm al-Qura calendar; a default for users to override, not a ruling."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from pipeline.reference.hijri import hijri_date
from schemas.api import HijriResponse
from schemas.errors import ServiceError
from service.examples import HIJRI
from service.faults import invalid, refused
from service.problems import ProblemKind
from service.replies import DAY_S, kept, seconds_of_day_left
from service.strict import WHOLE, MaybeDay, once

router = APIRouter()
# What a machine is set to, and what stands for no zone, are of no use to a caller.
ZONES = frozenset(available_timezones()) - {"localtime", "Factory"}


class HijriQuery(BaseModel):
    """Nothing need be asked for."""

    model_config = ConfigDict(extra="forbid")

    timezone: str = Field(
        default="Asia/Riyadh",
        max_length=64,
        description="The IANA zone whose day is meant.",
        examples=["Europe/London"],
    )
    adjustment: Annotated[int, Field(ge=-2, le=2), WHOLE] = Field(
        default=0, description="Days to add where the community's month began on another day."
    )
    date: MaybeDay = Field(default=None, description="YYYY-MM-DD. Left out: today, in the zone.")


@router.get(
    "/v1/hijri",
    operation_id="hijriDate",
    summary="The Hijri date",
    response_model=HijriResponse,
    responses={200: {"content": {"application/json": {"example": HIJRI}}}},
    dependencies=[Depends(once)],
)
async def hijri(request: Request, asked: Annotated[HijriQuery, Query()]) -> Response:
    """The date of the civil day. The Islamic day begins at sunset: from then until midnight the next date applies."""
    if asked.timezone not in ZONES:
        fault = {"type": "zone", "loc": ("query", "timezone"), "msg": "is an IANA zone such as Asia/Riyadh"}
        raise invalid([fault])
    now = datetime.now(UTC).astimezone(ZoneInfo(asked.timezone))
    try:
        found = hijri_date(asked.date or now.date(), asked.adjustment)
    except (ServiceError, OverflowError) as error:
        told = error if isinstance(error, ServiceError) else ServiceError("no calendar has this date")
        raise refused(told, ProblemKind.OUTSIDE_CALENDAR) from None
    return kept(request, HijriResponse(hijri=found), DAY_S if asked.date else seconds_of_day_left(now))
