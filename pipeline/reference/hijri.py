"""A day of the Hijri calendar, by the Umm al-Qura calendar of Saudi Arabia.

The calendar is computed; a community's month begins when its new moon is seen, so a date here is a default that
a client lets its users shift by a day or two (`adjustment`), and not a ruling.
"""

from __future__ import annotations

from datetime import date, timedelta

from hijridate import Gregorian

from schemas.api import HijriDate
from schemas.errors import ServiceError

FIRST, LAST = date(1924, 8, 1), date(2077, 11, 16)  # what the table of the calendar covers
MONTHS = (
    "Muharram",
    "Safar",
    "Rabi al-Awwal",
    "Rabi al-Thani",
    "Jumada al-Ula",
    "Jumada al-Akhirah",
    "Rajab",
    "Shaban",
    "Ramadan",
    "Shawwal",
    "Dhu al-Qadah",
    "Dhu al-Hijjah",
)


def hijri_date(day: date, adjustment: int = 0) -> HijriDate:
    """The Hijri date of a Gregorian one, shifted by `adjustment` days; raises `ServiceError` outside the table."""
    shifted = day + timedelta(days=adjustment)
    if not FIRST <= shifted <= LAST:
        raise ServiceError(
            "the Umm al-Qura calendar has no entry for this date",
            expected=f"a date from {FIRST} to {LAST}",
            found=shifted.isoformat(),
        )
    hijri = Gregorian.fromdate(shifted).to_hijri()
    return HijriDate(day=hijri.day, month=hijri.month, monthName=MONTHS[hijri.month - 1], year=hijri.year)
