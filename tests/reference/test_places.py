"""Places: names in both scripts, aliases, namesakes, and damaged files. The rows are made up but for their shape."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.reference.countries import country_names
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
    city(2, "London", "CA", 400_000, "لندن", region="08"),
    city(3, "Springfield", "US", 160_000, region="MO"),
    city(4, "Springfield", "US", 150_000, region="IL"),
    city(5, "Al-Qāhirah", "EG", 9_600_000, "القاهرة", "Cairo"),
    city(7, "Mecca", "SA", 1_500_000, region="14"),
    city(8, "Newcastle", "GB", 7_400, region="NIR"),
    city(9, "Newcastle upon Tyne", "GB", 300_000, "Newcastle", region="ENG"),
    city(10, "Saint Louis", "US", 7_500, region="MI"),
    city(11, "St. Louis", "US", 280_000, "Saint Louis", region="MO"),
    city(12, "Querétaro", "MX", 0, region="05"),
    city(13, "Santiago de Querétaro", "MX", 1_500_000, "Querétaro", region="22"),
    city(14, "Clermont", "FR", 11_000, region="32"),
    city(15, "Clermont-Ferrand", "FR", 147_000, "Clermont", region="84"),
    city(16, "Mirano", "IT", 15_000, region="20"),
    city(17, "Milan", "IT", 1_370_000, "Mirano", region="09"),
    city(18, "Richmond", "GB", 21_000, region="ENG"),
    city(19, "Richmond", "GB", 9_000, region="ENG"),
]
COUNTRIES = {
    "GB": ["United Kingdom", "المملكة المتحدة"],
    "CA": ["Canada", "كندا"],
    "US": ["United States", "الولايات المتحدة"],
    "EG": ["Egypt", "مصر"],
    "SA": ["Saudi Arabia", "المملكة العربية السعودية"],
    "MX": ["Mexico"],
    "FR": ["France"],
    "IT": ["Italy"],
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


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Kingdom of Saudi Arabia", "SA"),
        ("Mexico (the State of)", "MX"),  # as the lists of ISO 3166 write it
        ("Canada, Kingdom of", "CA"),
        ("The United States of America", "US"),
        ("دولة كندا", "CA"),
        ("جمهورية مصر", "EG"),
        ("جمهورية مصر العربية", "EG"),
        ("Iran (Islamic Republic of)", "IR"),
        ("سورية", "SY"),
        ("سلطنة بريطانيا", "GB"),
        ("United Kingdom of Great Britain and Northern Ireland", "GB"),
        ("Republic of China", "TW"),  # what it is called comes before what is left without the kind of state
        ("Democratic Republic of Congo", "CD"),
        ("Republic of Congo", "CG"),
    ],
)
def test_what_kind_of_state_a_country_is_may_be_said(places: Places, name: str, code: str) -> None:
    assert places.country(name) == code


def test_every_country_is_known_by_its_official_name_in_english(tmp_path: Path) -> None:
    called = Locale("en").territories  # GeoNames' own names are nearly these
    rows = {
        code: {"name": called[code].replace("&", "and").replace("St.", "Saint"), "iso3": ""}
        for code in called
        if len(code) == 2
    }
    build_places([], country_names(rows), tmp_path / "places.sqlite")
    places, unknown = Places(tmp_path / "places.sqlite"), []
    official = (Path(__file__).parent / "official_names.tsv").read_text("utf-8").splitlines()
    for code, name in (line.split("\t") for line in official):
        try:
            if places.country(name) != code:
                unknown.append(name)
        except UnknownPlace:
            unknown.append(name)
    assert len(official) > 200
    assert unknown == []


@pytest.mark.parametrize(
    "name", ["Republic of", "the", "دولة", "Republic", "Estate of Mexico", "Democratic Canada"]
)
def test_a_kind_of_state_is_no_country(places: Places, name: str) -> None:
    with pytest.raises(UnknownPlace):
        places.country(name)


@pytest.mark.parametrize(
    ("name", "country", "expected"),
    [
        ("Newcastle", "UK", "Newcastle upon Tyne"),  # far larger, and so called
        ("Saint Louis", "USA", "St. Louis"),
        ("Querétaro", "MX", "Santiago de Querétaro"),
        ("Clermont", "FR", "Clermont"),  # the other is larger, but not far
        ("Newcastle, Northern Ireland", "UK", "Newcastle"),
        ("Saint Louis, Michigan", "US", "Saint Louis"),
        ("Saint Louis, Missouri", "US", "St. Louis"),
    ],
)
def test_a_far_larger_place_is_meant_where_its_own_name_holds_the_asked_one(
    places: Places, name: str, country: str, expected: str
) -> None:
    assert places.find(name, country).name == expected


def test_a_far_larger_place_that_only_others_call_so_is_offered_beside_the_one_of_that_name(
    places: Places,
) -> None:
    """A village may be what is asked for, though a great city far away has its name in some other language."""
    with pytest.raises(AmbiguousPlace) as caught:
        places.find("Mirano", "IT")
    assert caught.value.choices == ("Mirano, Lombardy", "Mirano, Veneto")
    assert [places.find(one, "IT").name for one in caught.value.choices] == ["Milan", "Mirano"]


def test_of_one_name_in_one_region_the_largest_is_meant(places: Places) -> None:
    assert places.find("Richmond", "GB").population == 21_000
    assert places.find("Richmond, England", "GB").population == 21_000


@pytest.mark.parametrize(
    ("name", "country", "region"),
    [
        ("Springfield, IL", "US", "IL"),
        ("Springfield, Illinois", "US", "IL"),
        ("Springfield, illinois, USA", "US", "IL"),
        ("Springfield, Illinois, United States", "USA", "IL"),
        ("London, Ontario", "Canada", "08"),
        ("London, ON", "Canada", "08"),
        ("London, 08, Canada", "Canada", "08"),
        ("لندن، كندا", "كندا", "08"),
        ("London, UK", "GB", "ENG"),
        ("مكة، منطقة مكة المكرمة", "السعودية", "14"),
        ("Mecca, Mecca Region", "SA", "14"),
    ],
)
def test_region_and_country_may_follow_the_name(places: Places, name: str, country: str, region: str) -> None:
    assert places.find(name, country).region == region


def test_the_region_chooses_between_namesakes(places: Places) -> None:
    with pytest.raises(AmbiguousPlace, match="Springfield, Missouri; Springfield, Illinois"):
        places.find("Springfield", "US")


@pytest.mark.parametrize(
    ("name", "country"), [("London, Texas", "CA"), ("London, France", "CA"), ("Springfield, Ohio", "US")]
)
def test_another_region_or_country_is_never_passed_over(places: Places, name: str, country: str) -> None:
    with pytest.raises(UnknownPlace) as caught:
        places.find(name, country)
    offered = caught.value.expected.removeprefix("one of: ").split("; ")
    assert [places.find(one, country).country for one in offered] == [country] * len(offered)


REGIONS = st.sampled_from(["IL", "MO", "OH", "TX", "00", "", "99"])
NAMES = st.sampled_from(["Alpha", "Beta", "Alpha Beta", "St. Alpha", "Gamma"])
PLACE = st.tuples(
    NAMES, REGIONS, st.sampled_from([0, 900, 1_500, 5_000, 40_000, 900_000]), st.lists(NAMES, max_size=2)
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(PLACE, min_size=1, max_size=12))
def test_every_choice_that_is_offered_names_a_place_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, told: list[tuple[str, str, int, list[str]]]
) -> None:
    path = tmp_path_factory.mktemp("many") / "places.sqlite"
    build_places(
        [
            city(n, name, "US", people, *also, region=region)
            for n, (name, region, people, also) in enumerate(told, start=1)
        ],
        COUNTRIES,
        path,
    )
    places = Places(path)
    for name in {name for one in told for name in (one[0], *one[3])}:
        try:
            places.find(name, "US")
        except AmbiguousPlace as error:
            found = [places.find(choice, "US") for choice in error.choices]
            assert len({one.region for one in found}) == len(found) > 1


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


@pytest.mark.parametrize("name", ["a#b", "a?b", "a%41b", "a b"])
def test_a_folder_of_any_name_may_hold_the_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    build_places(ROWS, COUNTRIES, tmp_path / name / "places.sqlite")
    assert Places(tmp_path / name / "places.sqlite").country("Egypt") == "EG"
    assert [path.name for path in tmp_path.iterdir()] == [name]  # and nothing was made beside it


def test_keys_fold_case_accents_and_hamza() -> None:
    assert place_key("São Paulo") == place_key("sao-paulo")
    assert place_key("الإسكندرية") == place_key("الاسكندريه")


def test_making_places_needs_nothing_that_computes_times() -> None:
    code = "import sys, pipeline.reference.places; sys.exit('praytime' in sys.modules or 'hijridate' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
