"""GET /v1/prayer-times and its methods: a default for users to override, not a ruling."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from pipeline.reference.methods import CalculationMethod, convention, methods
from pipeline.reference.places import MAX_NAME, NONE, AmbiguousPlace, Place, UnknownPlace
from pipeline.reference.prayer import NoSunriseOrSunset, prayer_times
from pipeline.reference.regions import region_name
from schemas.api import Location, Method, MethodDetail, Methods, PrayerTimes, Rule, TakenPlace, Timings
from service.core import not_held, served_of
from service.examples import METHODS, PRAYER_TIMES
from service.faults import refused
from service.problems import Problem, ProblemKind
from service.replies import DAY_S, kept, seconds_of_day_left
from service.served import Served
from service.strict import WHOLE, MaybeDay, MaybeWhole, Name, none, once

router = APIRouter()
FIRST, LAST = date(1900, 1, 1), date(2100, 12, 31)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class PrayerQuery(BaseModel):
    """What is asked for."""

    model_config = ConfigDict(extra="forbid")

    city: Name = Field(
        min_length=1,
        max_length=MAX_NAME,
        description="In English or Arabic. Its state or province may follow a comma, by name or code.",
        examples=["Makkah", "القاهرة", "Springfield, Illinois"],
    )
    country: Name = Field(
        min_length=1,
        max_length=MAX_NAME,
        description="Its name in English or Arabic, or its two- or three-letter code.",
        examples=["Saudi Arabia", "مصر"],
    )
    method: MaybeWhole = Field(
        default=None, description="Id of a calculation method. Left out: the convention of the country."
    )
    school: Annotated[int, Field(ge=0, le=1), WHOLE] = Field(
        default=0, description="0: Asr at one shadow length. 1: at two (Hanafi)."
    )
    date: MaybeDay = Field(default=None, description="YYYY-MM-DD. Left out: today, at the place.")


@router.get(
    "/v1/prayer-times",
    operation_id="prayerTimes",
    summary="Prayer times of a day",
    response_model=PrayerTimes,
    responses={200: {"content": {"application/json": {"example": PRAYER_TIMES}}}},
    dependencies=[Depends(once)],
)
async def times(request: Request, asked: Annotated[PrayerQuery, Query()]) -> Response:
    """Times in the place's own zone, by the calculation method asked for or the country's convention."""
    served = served_of(request)
    place = find_place(served, asked.city, asked.country)
    method = find_method(asked.method, place.country)
    now = datetime.now(UTC).astimezone(ZoneInfo(place.position.timezone))
    day = asked.date or now.date()
    body = compute(asked, place, method, day)
    return kept(request, body, DAY_S if asked.date else seconds_of_day_left(now))


@router.get(
    "/v1/prayer-times/methods",
    operation_id="prayerMethods",
    summary="The calculation methods",
    response_model=Methods,
    responses={200: {"content": {"application/json": {"example": METHODS}}}},
    dependencies=[Depends(none)],
)
async def list_methods(request: Request) -> Response:
    """Every method that `method` of /v1/prayer-times takes, in order of id."""
    return kept(request, all_methods(), DAY_S)


@cache
def all_methods() -> Methods:
    """The list; it is part of the code."""
    return Methods(methods=[detail_of(method) for method in methods().values()])


def find_place(served: Served, city: str, country: str) -> Place:
    """The place that is meant; raises 422 problems, and a 503 one where no places are held."""
    if served.places is None:
        raise not_held("the places")
    try:
        return served.places.find(city, country)
    except AmbiguousPlace as error:
        raise refused(error, ProblemKind.AMBIGUOUS_PLACE, {"choices": list(error.choices)}) from None
    except UnknownPlace as error:
        raise refused(error, ProblemKind.UNKNOWN_PLACE) from None


def find_method(number: int | None, country: str) -> CalculationMethod:
    """The method of an id, or the country's convention; raises a 422 problem."""
    if number is None:
        return convention(country)
    method = methods().get(number)
    if method is None:
        known = ", ".join(map(str, methods()))
        raise Problem(ProblemKind.UNKNOWN_METHOD, f"There is no method of this id. The ids are: {known}.")
    return method


def compute(asked: PrayerQuery, place: Place, method: CalculationMethod, day: date) -> PrayerTimes:
    """The times of a day; raises 422 problems."""
    if not FIRST <= day <= LAST:
        raise Problem(ProblemKind.OUTSIDE_CALENDAR, f"Times are computed for dates from {FIRST} to {LAST}.")
    try:
        found = prayer_times(place.position, day, method, hanafi_asr=asked.school == 1)
    except NoSunriseOrSunset as error:
        raise refused(error, ProblemKind.NO_TIMES) from None
    return PrayerTimes(
        location=Location(city=asked.city, country=asked.country),
        date=f"{day.day:02d} {MONTHS[day.month - 1]} {day.year:04d}",
        timezone=place.position.timezone,
        method=Method(id=method.id, name=method.name),
        school=asked.school,
        timings=Timings(**found),
        place=taken(place),
    )


def taken(place: Place) -> TakenPlace:
    """A place as the response tells it."""
    where = place.position
    return TakenPlace(
        name=place.name,
        region="" if place.region == NONE else region_name(place.country, place.region),
        country=place.country,
        latitude=where.latitude,
        longitude=where.longitude,
    )


def detail_of(method: CalculationMethod) -> MethodDetail:
    """A method as the list shows it."""
    return MethodDetail(
        id=method.id,
        name=method.name,
        nameAr=method.name_ar,
        fajr=_rule(method.fajr),
        maghrib=_rule(method.maghrib),
        isha=_rule(method.isha),
        ishaInRamadan=_rule(method.ramadan_isha) if method.ramadan_isha is not None else None,
        offsets=dict(sorted(method.offsets.items())),
        seasonal=method.seasonal,
    )


def _rule(depth: float | str) -> Rule:
    if isinstance(depth, str):
        return Rule(unit="minutes", value=float(depth.split()[0]))
    return Rule(unit="degrees", value=float(depth))
