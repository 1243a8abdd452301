"""The times of the five prayers on one day at one place.

The sun's place comes from well-kept libraries (`praytime`; `adhanpy` for the seasonal twilight of method 15). This
module chooses their settings, keeps the local date, and refuses places where the sun does not rise or set that day.

Rules:
* A time is computed as an instant and then shown in the place's zone, so daylight saving never shifts it by an hour.
* The day is the local one. East of the date line's bend (Kiritimati: longitude -157, UTC+14) the solar day that
  belongs to a local date is found by its noon.
* Where the sun sets but does not sink to the angle of Fajr or Isha (far north in summer), the middle of the night
  bounds both, which is the libraries' common rule.
* Minutes are rounded to the nearest.
"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from praytime import PrayTime

from pipeline.reference.hijri import FIRST, LAST, hijri_date
from pipeline.reference.methods import CalculationMethod
from pipeline.reference.places import Position
from schemas.errors import ServiceError

PRAYERS = ("Fajr", "Dhuhr", "Asr", "Maghrib", "Isha")
RAMADAN = 9


class NoSunriseOrSunset(ServiceError):
    """Polar day or night: the times of that day are not fixed by the sun."""


def prayer_times(
    position: Position, day: date, method: CalculationMethod, *, hanafi_asr: bool = False
) -> dict[str, str]:
    """`HH:MM` for each of `PRAYERS` on the local date; raises `NoSunriseOrSunset`."""
    zone = ZoneInfo(position.timezone)
    instants = _instants(position, day, method, hanafi_asr)
    noon = instants["Dhuhr"].astimezone(zone).date()
    if noon != day:
        instants = _instants(position, day + (day - noon), method, hanafi_asr)
    return {prayer: f"{instants[prayer].astimezone(zone):%H:%M}" for prayer in PRAYERS}


def _instants(
    position: Position, day: date, method: CalculationMethod, hanafi_asr: bool
) -> dict[str, datetime]:
    by_sun = _by_angle(position, day, method, hanafi_asr)
    missing = [name for name in ("sunrise", "maghrib", *map(str.lower, PRAYERS)) if name not in by_sun]
    if missing:
        raise NoSunriseOrSunset(
            f"the sun does not rise and set at this place on {day.isoformat()}, so its times are not fixed by it",
            expected="a place and date with a sunrise and a sunset",
            found=f"latitude {position.latitude:.2f}",
            remedy="ask a local mosque or scholar which times the community there follows",
        )
    if method.seasonal:
        by_sun.update(_seasonal_twilight(position, day))
    return {prayer: by_sun[prayer.lower()] for prayer in PRAYERS}


def _by_angle(
    position: Position, day: date, method: CalculationMethod, hanafi_asr: bool
) -> dict[str, datetime]:
    """Instants by lower-case name; names whose time does not exist are left out."""
    ramadan = FIRST <= day <= LAST and hijri_date(day).month == RAMADAN
    isha = method.ramadan_isha if ramadan and method.ramadan_isha else method.isha
    calculator = (
        PrayTime()
        .adjust({"fajr": method.fajr, "isha": isha, "maghrib": method.maghrib})
        .adjust({"asr": "Hanafi" if hanafi_asr else "Standard"})
        .tune({prayer.lower(): minutes for prayer, minutes in method.offsets.items()})
        .location((position.latitude, position.longitude))
        .timezone("UTC")
        .format("x")
    )
    found: dict[str, Any] = calculator.times((day.year, day.month, day.day))
    return {
        name: datetime.fromtimestamp(float(stamp) / 1000, UTC)
        for name, stamp in found.items()
        if _is_number(stamp)
    }


def _is_number(stamp: object) -> bool:
    try:
        return math.isfinite(float(str(stamp)))
    except ValueError:
        return False


def _seasonal_twilight(position: Position, day: date) -> dict[str, datetime]:
    """Fajr and Isha of the Moonsighting Committee, with its added minutes at Dhuhr and Maghrib."""
    from adhanpy.calculation.CalculationMethod import CalculationMethod as Preset
    from adhanpy.calculation.CalculationParameters import CalculationParameters
    from adhanpy.PrayerTimes import PrayerTimes

    found = PrayerTimes(
        (position.latitude, position.longitude),
        datetime(day.year, day.month, day.day),
        calculation_parameters=CalculationParameters(method=Preset.MOON_SIGHTING_COMMITTEE),
        time_zone=ZoneInfo("UTC"),
    )
    names = ("fajr", "dhuhr", "maghrib", "isha")
    return {name: getattr(found, name).replace(tzinfo=UTC) for name in names}
