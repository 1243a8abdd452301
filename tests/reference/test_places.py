"""Places: names in both scripts, aliases, namesakes, and damaged files. The rows are made up but for their shape."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pipeline.reference.places import AmbiguousPlace, Places, UnknownPlace, build_places, place_key
from schemas.errors import IndexFormatError


def city(
    number: int, name: str, country: str, people: int, *also: str, region: str = ""
) -> Mapping[str, Any]:
    return {
        "geonameid": number,
        "name": name,
        "countrycode": country,
        "admin1code": region,
        "latitude": float(number % 60),
        "longitude": float(number % 90),
        "timezone": "Europe/London",
        "population": people,
        "alternatenames": [*also, "東京"],
    }


ROWS = [
    city(1, "London", "GB", 9_000_000, "لندن", "Londres", region="ENG"),
    city(2, "London", "CA", 400_000, "لندن"),
    city(3, "Springfield", "US", 160_000, region="MO"),
    city(4, "Springfield", "US", 150_000, region="IL"),
    city(5, "Al-Qāhirah", "EG", 9_600_000, "القاهرة", "Cairo"),
    city(6, "Cairo", "EG", 500),  # a hamlet whose own name is another city's other name
    city(7, "Mecca", "SA", 1_500_000),
]
COUNTRIES = {
    "GB": ["United Kingdom", "المملكة المتحدة"],
    "CA": ["Canada", "كندا"],
    "US": ["United States", "الولايات المتحدة"],
    "EG": ["Egypt", "مصر"],
    "SA": ["Saudi Arabia", "المملكة العربية السعودية"],
}


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Places:
    path = tmp_path_factory.mktemp("places") / "places.sqlite"
    assert build_places(ROWS, COUNTRIES, path) == len(ROWS) + 4  # and four localities of our own
    return Places(path)


@pytest.mark.parametrize(
    ("name", "country", "expected"),
    [
        ("london", "UK", ("London", "GB")),
        ("لندن", "بريطانيا", ("London", "GB")),
        ("London", "Canada", ("London", "CA")),
        ("Springfield, IL", "USA", ("Springfield", "US")),
        ("al qahirah", "مصر", ("Al-Qāhirah", "EG")),
        ("القاهره", "egypt", ("Al-Qāhirah", "EG")),
        ("مكة المكرمة", "السعودية", ("Mecca", "SA")),
        ("منى", "KSA", ("Mina", "SA")),
    ],
)
def test_names_in_use(places: Places, name: str, country: str, expected: tuple[str, str]) -> None:
    found = places.find(name, country)
    assert (found.name, found.country) == expected


def test_an_own_name_comes_before_another_places_other_name(places: Places) -> None:
    assert places.find("Cairo", "EG").population == 500


def test_the_region_chooses_between_namesakes(places: Places) -> None:
    assert places.find("Springfield, IL", "US").region == "IL"
    with pytest.raises(AmbiguousPlace, match="Springfield, MO; Springfield, IL"):
        places.find("Springfield", "US")


@pytest.mark.parametrize(
    ("name", "country"),
    [
        ("Atlantis", "GB"),
        ("London", "Atlantis"),
        ("", "GB"),
        ("x" * 5000, "GB"),
        ("' or 1=1 --", "GB"),
        ("東京", "GB"),
    ],
)
def test_unknown_places_are_named_in_the_message(places: Places, name: str, country: str) -> None:
    with pytest.raises(UnknownPlace) as caught:
        places.find(name, country)
    assert caught.value.expected


def test_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    build_places(ROWS, COUNTRIES, tmp_path / "a")
    build_places(list(reversed(ROWS)), dict(reversed(COUNTRIES.items())), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    path.write_bytes(b"not a database" * 400)
    with pytest.raises(IndexFormatError, match="cannot be read"):
        Places(path)
    build_places(ROWS, COUNTRIES, tmp_path / "other")
    damaged = bytearray((tmp_path / "other").read_bytes())
    damaged[60:64] = (99).to_bytes(4, "big")  # user_version
    path.write_bytes(damaged)
    with pytest.raises(IndexFormatError, match="format"):
        Places(path)


def test_keys_fold_case_accents_and_hamza() -> None:
    assert place_key("São Paulo") == place_key("sao-paulo")
    assert place_key("الإسكندرية") == place_key("الاسكندريه")


def test_making_places_needs_nothing_that_computes_times() -> None:
    code = "import sys, pipeline.reference.places; sys.exit('praytime' in sys.modules or 'hijridate' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
