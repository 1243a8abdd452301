"""The times of the five prayers on one day at one place.

The sun's place comes from a well-kept library (`praytime`), the seasonal twilight of method 15 from another
(`adhanpy`). This module chooses their settings, keeps the local date, and refuses places where the sun does not rise
or set that day.

Rules:
* A time is computed as an instant and then shown in the place's zone, so daylight saving never shifts it by an hour.
* The day is the local one. East of the date line's bend (Kiritimati: longitude -157, UTC+14) the solar day that
  belongs to a local date is found by its noon.
* Where the sun sets but does not sink to the angle of Fajr or Isha (far north in summer), the middle of the night
  bounds both, which is the library's common rule.
* Minutes are rounded to the nearest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from adhanpy.calculation.Twilight import season_adjusted_evening_twilight, season_adjusted_morning_twilight
from praytime import PrayTime

from pipeline.reference.hijri import FIRST, LAST, hijri_date
from pipeline.reference.methods import CalculationMethod
from pipeline.reference.places import Position
from schemas.errors import ServiceError

PRAYERS = ("Fajr", "Dhuhr", "Asr", "Maghrib", "Isha")
RAMADAN = 9
ITERATIONS = 3  # each takes the sun's place at the time that the one before it found; more move nothing
SEVENTHS = 55  # degrees north: from here on method 15 goes by a seventh of the night and by no angle
HALF_A_MINUTE = timedelta(seconds=30)


class NoSunriseOrSunset(ServiceError):
    """Polar day or night: the times of that day are not fixed by the sun."""


def prayer_times(
    position: Position, day: date, method: CalculationMethod, *, hanafi_asr: bool = False
) -> dict[str, str]:
    """`HH:MM` for each of `PRAYERS` on the local date; raises `NoSunriseOrSunset`."""
    zone = ZoneInfo(position.timezone)
    instants = _instants(position, day, method, hanafi_asr)
    return {
        prayer: f"{(instants[prayer.lower()] + HALF_A_MINUTE).astimezone(zone):%H:%M}" for prayer in PRAYERS
    }


def _instants(
    position: Position, day: date, method: CalculationMethod, hanafi_asr: bool
) -> dict[str, datetime]:
    """Instants by lower-case name, of all `PRAYERS` at least."""
    found = _by_angle(position, day, method, hanafi_asr)
    if any(name not in found for name in ("sunrise", "sunset", *map(str.lower, PRAYERS))):
        raise NoSunriseOrSunset(
            f"the sun does not rise and set at this place on {day.isoformat()}, so its times are not fixed by it",
            expected="a place and date with a sunrise and a sunset",
            found=f"latitude {position.latitude:.2f}",
            remedy="ask a local mosque or scholar which times the community there follows",
        )
    return found | _seasonal_twilight(position, day, found) if method.seasonal else found


def _by_angle(
    position: Position, day: date, method: CalculationMethod, hanafi_asr: bool
) -> dict[str, datetime]:
    """Instants by lower-case name, not rounded; names whose time does not exist are left out."""
    ramadan = FIRST <= day <= LAST and hijri_date(day).month == RAMADAN
    isha = method.ramadan_isha if ramadan and method.ramadan_isha else method.isha
    calculator = (
        PrayTime()
        .adjust({"fajr": method.fajr, "isha": isha, "maghrib": method.maghrib})
        .adjust({"asr": "Hanafi" if hanafi_asr else "Standard", "iterations": ITERATIONS})
        .tune({prayer.lower(): minutes for prayer, minutes in method.offsets.items()})
        .location((position.latitude, position.longitude))
        .timezone("UTC")
        .round("none")
        .format("x")
    )
    found: dict[str, Any] = calculator.times(_solar_day(position, day))
    return {
        name: datetime.fromtimestamp(float(stamp) / 1000, UTC)
        for name, stamp in found.items()
        if _is_number(stamp)
    }


def _solar_day(position: Position, day: date) -> date:
    """The day by the longitude alone, whose noon is on the local date."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC) - timedelta(hours=position.longitude / 15)
    return day + (day - noon.astimezone(ZoneInfo(position.timezone)).date())


def _is_number(stamp: object) -> bool:
    try:
        return math.isfinite(float(str(stamp)))
    except ValueError:
        return False


def _seasonal_twilight(position: Position, day: date, found: Mapping[str, datetime]) -> dict[str, datetime]:
    """Fajr and Isha of the Moonsighting Committee: neither further from the day than the season's twilight."""
    sunrise, sunset, fajr, isha = (found[name] for name in ("sunrise", "sunset", "fajr", "isha"))
    if position.latitude >= SEVENTHS:
        night = sunrise + timedelta(days=1) - sunset
        fajr, isha = sunrise - night / 7, sunset + night / 7
    season = position.latitude, day.timetuple().tm_yday, day.year
    return {
        "fajr": max(fajr, season_adjusted_morning_twilight(*season, sunrise)),
        "isha": min(isha, season_adjusted_evening_twilight(*season, sunset)),
    }
