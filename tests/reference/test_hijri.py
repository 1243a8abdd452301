"""The Hijri calendar: known days, shifts, and its ends."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.reference.hijri import FIRST, LAST, hijri_date
from schemas.errors import ServiceError


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2024, 3, 11), (1, 9, 1445, "Ramadan")),
        (date(2024, 4, 10), (1, 10, 1445, "Shawwal")),
        (date(2023, 7, 19), (1, 1, 1445, "Muharram")),
    ],
)
def test_first_days_of_months(day: date, expected: tuple[int, int, int, str]) -> None:
    hijri = hijri_date(day)
    assert (hijri.day, hijri.month, hijri.year, hijri.monthName) == expected


@pytest.mark.parametrize("shift", [-2, -1, 1, 2])
def test_an_adjustment_is_a_shift_of_days(shift: int) -> None:
    day = date(2024, 3, 11)
    assert hijri_date(day, shift) == hijri_date(date.fromordinal(day.toordinal() + shift))


def test_the_ends_of_the_calendar() -> None:
    assert hijri_date(FIRST).day == 1
    assert hijri_date(LAST).day >= 29
    with pytest.raises(ServiceError, match="no entry"):
        hijri_date(LAST, 1)
