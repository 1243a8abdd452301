"""Regions: found by name and code in both languages, and shown by a name that finds them again."""

from __future__ import annotations

import pytest

from pipeline.reference.regions import _shown, region_code, region_name, without_kind


@pytest.mark.parametrize(
    ("country", "text", "code"),
    [
        ("US", "Illinois", "IL"),
        ("US", "D.C.", "DC"),
        ("CA", "ontario", "08"),
        ("CA", "ON", "08"),
        ("SA", "الرياض", "10"),
        ("SA", "Riyadh", "10"),
        ("SA", "منطقة مكة المكرمة", "14"),
        ("AE", "دبي", "03"),
        ("RU", "Moscow", "48"),  # the city, not the oblast about it
        ("RU", "Moscow Oblast", "47"),
        ("GB", "Scotland", "SCT"),
        ("FR", "Illinois", ""),
        ("US", "", ""),
        ("XX", "Illinois", ""),
    ],
)
def test_a_text_means_one_region(country: str, text: str, code: str) -> None:
    assert region_code(country, text) == code


def test_what_a_region_is_shown_as_finds_it_again() -> None:
    for country, code in _shown():
        assert region_code(country, region_name(country, code)) == code


def test_a_region_without_a_name_is_shown_by_its_code() -> None:
    assert region_name("SG", "03") == "03"


@pytest.mark.parametrize(
    ("name", "left"),
    [("Riyadh Region", "Riyadh"), ("محافظة القاهرة", "القاهرة"), ("United States", "United States")],
)
def test_the_kind_of_a_region_may_be_left_out(name: str, left: str) -> None:
    assert without_kind(name) == left
