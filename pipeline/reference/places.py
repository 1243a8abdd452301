"""Places by city and country, in English or Arabic: from a read-only SQLite file of GeoNames cities.

A name is found by its key: letters and digits of the searched form, so that case, accents, hamza and alef forms do
not matter. Which place a name means within a country:

* A place's own name comes before other names of others, unless the other place is FAR larger: then that is meant where
  its own name holds the asked one (`Newcastle` of `Newcastle upon Tyne`), and else both may be.
* Then the larger one is meant. Where two are of like size, neither is taken: the caller gets choices, as
  `Springfield, Illinois`, each of which names one place.
* Of those in one region only the largest counts, so the name and the region always suffice.

A region, then the country, may follow the name after commas: `Portland, Maine, USA`.

Data: GeoNames (geonames.org), CC BY 4.0; names of countries from Unicode CLDR; additions in `places.yaml`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from pipeline.reference.regions import place_key, region_code, region_name
from pipeline.text import normalise
from schemas.errors import IndexFormatError, ServiceError

FORMAT = 1
LARGER = 3  # a place this many times as large as its namesake is the one that is meant
FAR = 20  # of one this many times as large as the place that bears a name, people may mean an other name
LEAST = 1000  # inhabitants of a place of which none are told
NONE = "00"  # the code of a place that is in no region
MAX_NAME = 120  # characters
MAX_CHOICES = 8

# What kind of state it is, which lists of countries write before a name or after it: “Palestine, State of”.
# “Democratic Republic of” by itself is no kind of state: it parts one Congo from the other.
_STATE = re.compile(
    r"(?i)\b(?:(?:(?:people['’]s|federal) democratic|democratic socialist|people['’]s|socialist|co-?operative"
    r"|islamic|federal|federative|federated|united|independent|plurinational|bolivarian|hashemite|arab"
    r"|eastern|oriental) )?"
    r"(?:republic|kingdom|states?|sultanate|emirate|principality|grand duchy|commonwealth|union) of\b|\bthe\b"
    r"|(?<!\w)(?:جمهورية|مملكة|دولة|سلطنة) "
)

_SCHEMA = """
create table place(
    id integer primary key, name text not null, country text not null, region text not null,
    latitude real not null, longitude real not null, timezone text not null, population integer not null);
create table place_name(
    key text not null, country text not null, place integer not null, other integer not null,
    primary key(key, country, place)) without rowid;
create table country_name(key text primary key, country text not null) without rowid;
"""


class UnknownPlace(ServiceError):
    """No country or city of that name."""


class AmbiguousPlace(ServiceError):
    """Several cities of that name. `choices` are names of which each means one of them, the largest first."""

    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A place on the earth: degrees, north and east positive; IANA zone."""

    latitude: float
    longitude: float
    timezone: str


@dataclass(frozen=True, slots=True)
class Place:
    """A city. `country` is its ISO 3166 alpha-2 code, `region` GeoNames' code of its first division."""

    name: str
    country: str
    region: str
    position: Position
    population: int


class Places:
    """The open file. Safe to use from several threads: each look-up reads and changes nothing."""

    def __init__(self, path: Path) -> None:
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"  # in which # and ? of a folder's name are escaped
        try:
            self._base = sqlite3.connect(address, uri=True, check_same_thread=False)
            (found,) = self._base.execute("pragma user_version").fetchone()
        except sqlite3.Error as error:
            raise IndexFormatError(
                "the file of places cannot be read",
                found=str(error),
                where=str(path),
                remedy="pull the snapshot again: its file reference/places.sqlite is damaged",
            ) from error
        if found != FORMAT:
            self._base.close()
            raise IndexFormatError(
                "the file of places has a format that this reader does not know",
                expected=str(FORMAT),
                found=str(found),
                where=str(path),
                remedy="build the snapshot anew with this version of Isnad, or serve it with the one that built it",
            )

    def country(self, name: str) -> str:
        """ISO 3166 alpha-2 code of a country's name, code, or common other name; raises `UnknownPlace`."""
        code = self._country(name[:MAX_NAME])
        if not code:
            raise UnknownPlace(
                f"no country is called “{name[:MAX_NAME]}”",
                expected="a country's name in English or Arabic, or its two-letter code",
                found=name[:MAX_NAME],
            )
        return code

    def find(self, city: str, country: str) -> Place:
        """The place that is meant; raises `UnknownPlace` or `AmbiguousPlace`."""
        code = self.country(country)
        elsewhere: tuple[str, ...] = ()
        for name, region in self._readings(city[:MAX_NAME], code):
            named = self._named(name, code)
            found = [one for one in named if not region or _is_in(one.place, region)]
            if found:
                return _meant(found, name, country[:MAX_NAME])
            elsewhere = elsewhere or _choices(_foremost(named, name), name)
        raise UnknownPlace(
            f"no place called “{city[:MAX_NAME]}” is known in {country[:MAX_NAME]}",
            expected="one of: " + "; ".join(elsewhere)
            if elsewhere
            else "a city's name in English or Arabic, as people there write it",
            found=city[:MAX_NAME],
            remedy="try another spelling, or a larger place nearby",
        )

    def _readings(self, city: str, country: str) -> Iterator[tuple[str, str]]:
        """Name and region in the ways in which a text with commas can be read."""
        name, *more = (part.strip() for part in re.split("[,،]", city))
        if more:
            yield ", ".join((name, *more[:-1])), more[-1]
            if self._country(more[-1]) == country:
                yield from self._readings(", ".join((name, *more[:-1])), country)
        yield city, ""

    def _country(self, name: str) -> str:
        for form in (name, _STATE.sub("", name)):
            row = self._base.execute(
                "select country from country_name where key = ?", (place_key(form),)
            ).fetchone()
            if row:
                return str(row[0])
        return ""

    def _named(self, city: str, country: str) -> list[_Named]:
        """Every place of a name, the larger before the smaller."""
        rows = self._base.execute(
            "select p.name, p.country, p.region, p.latitude, p.longitude, p.timezone, p.population, n.other"
            " from place_name n join place p on p.id = n.place where n.key = ? and n.country = ?"
            " order by p.population desc, p.id",
            (place_key(city), country),
        )
        return [
            _Named(
                Place(name, code, region or NONE, Position(latitude, longitude, zone), population), not other
            )
            for name, code, region, latitude, longitude, zone, population, other in rows
        ]


@dataclass(frozen=True, slots=True)
class _Named:
    """A place that a text may mean, and whether that is its own name."""

    place: Place
    own: bool


def _is_in(place: Place, region: str) -> bool:
    """Whether a place lies in the region of a name or a code, which may be a code that has no name."""
    known = region_code(place.country, region)
    return place.region == known if known else place_key(place.region) == place_key(region)


def _meant(found: list[_Named], name: str, country: str) -> Place:
    """The place that is meant of those of a name; raises `AmbiguousPlace`."""
    foremost = _foremost(found, name)
    preferred = _preferred(foremost, name)
    size = preferred[0].place.population
    rivals = [
        one for one in preferred if size < LARGER * one.place.population or size == one.place.population
    ]
    if preferred[0].own:
        rivals = [*_far_larger(foremost), *rivals]
    if len(rivals) == 1:
        return rivals[0].place
    choices = _choices(rivals, name)
    error = AmbiguousPlace(
        f"several places in {country} are called “{name}”",
        expected="one of: " + "; ".join(choices),
        found=name,
        remedy="add the region after a comma",
    )
    error.choices = choices
    raise error


def _foremost(found: list[_Named], name: str) -> list[_Named]:
    """The one that a name means in each region, the larger first."""
    by_region: dict[str, list[_Named]] = {}
    for one in found:
        by_region.setdefault(one.place.region, []).append(one)
    told = [_preferred(each, name)[0] for each in by_region.values()]
    return sorted(told, key=lambda one: -one.place.population)


def _preferred(found: list[_Named], name: str) -> list[_Named]:
    """Those whose own name it is, or far larger ones whose own name holds it, or else all."""
    holding = [one for one in _far_larger(found) if _holds(one.place.name, name)]
    return holding or [one for one in found if one.own] or found


def _far_larger(found: list[_Named]) -> list[_Named]:
    """Those that bear a name beside their own, and are far larger than any whose own it is."""
    own = [max(one.place.population, LEAST) for one in found if one.own]
    return [one for one in found if own and not one.own and one.place.population >= FAR * max(own)]


def _choices(found: list[_Named], name: str) -> tuple[str, ...]:
    """What to ask for instead, for each of some places of different regions."""
    return tuple(f"{name}, {region_name(one.place.country, one.place.region)}" for one in found[:MAX_CHOICES])


def _holds(whole: str, part: str) -> bool:
    """Whether a name holds another as whole words."""
    return f" {_words(part)} " in f" {_words(whole)} "


def _words(name: str) -> str:
    words = re.findall(r"\w+", normalise(name))
    return " ".join("saint" if word == "st" else word for word in words)


def build_places(
    cities: Iterable[Mapping[str, Any]], country_names: Mapping[str, Iterable[str]], path: Path
) -> int:
    """Write the file from GeoNames rows and `{code: names}`; returns the number of places.

    The same rows give the same bytes. Only names in Latin and Arabic letters are kept.

    Raises:
        OSError: the file cannot be written, also where SQLite says so in words of its own.
    """
    extra = yaml.safe_load(files(__package__).joinpath("places.yaml").read_text("utf-8"))
    rows = sorted(cities, key=lambda row: int(row["geonameid"]))
    base = sqlite3.connect(path)
    try:
        base.executescript(
            f"pragma page_size=4096; pragma journal_mode=off; pragma user_version={FORMAT};{_SCHEMA}"
        )
        base.executemany("insert into place values(?,?,?,?,?,?,?,?)", _place_rows(rows, extra))
        base.executemany("insert or ignore into place_name values(?,?,?,?)", sorted(_name_rows(rows, extra)))
        base.executemany(
            "insert or ignore into country_name values(?,?)", sorted(_country_rows(country_names, extra))
        )
        base.commit()
        base.execute("vacuum")
        (count,) = base.execute("select count(*) from place").fetchone()
    except sqlite3.OperationalError as error:  # so a full disk is told here
        raise OSError(str(error)) from error
    finally:
        base.close()
    _forget_version(path)
    return int(count)


def _forget_version(path: Path) -> None:
    """Blank the library's version in the header (offset 96, 4 bytes), so that the bytes do not depend on it."""
    with path.open("r+b") as file:
        file.seek(96)
        file.write(bytes(4))


def _place_rows(rows: list[Mapping[str, Any]], extra: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        yield (
            int(row["geonameid"]),
            row["name"],
            row["countrycode"],
            row["admin1code"],
            row["latitude"],
            row["longitude"],
            row["timezone"],
            row["population"],
        )
    for number, row in enumerate(extra["places"], start=1):
        yield -number, row["name"], row["country"], "", row["latitude"], row["longitude"], row["timezone"], 0


_SHOWN_SCRIPTS = re.compile(r"[\u0000-\u024f\u0300-\u036f\u0600-\u06ff\u1e00-\u1eff\u2010-\u2019]+")


def _name_rows(
    rows: list[Mapping[str, Any]], extra: Mapping[str, Any]
) -> Iterator[tuple[str, str, int, int]]:
    largest: dict[tuple[str, str], Mapping[str, Any]] = {}
    for row in rows:
        country, number = row["countrycode"], int(row["geonameid"])
        own = place_key(row["name"])
        yield own, country, number, 0
        for key in {place_key(n) for n in row["alternatenames"] if _SHOWN_SCRIPTS.fullmatch(n)} - {own, ""}:
            yield key, country, number, 1
        before = largest.get((country, row["name"]))
        if before is None or before["population"] < row["population"]:
            largest[country, row["name"]] = row
    for number, row in enumerate(extra["places"], start=1):
        for name in (row["name"], *row["also"]):
            yield place_key(name), row["country"], -number, 0
    for row in extra["cities"]:
        meant = largest.get((row.get("in", row["country"]), row["is"]))
        if meant is not None:
            yield place_key(row["name"]), row["country"], int(meant["geonameid"]), 0


def _country_rows(names: Mapping[str, Iterable[str]], extra: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for code, spellings in names.items():
        yield place_key(code), code
        for name in spellings:
            yield place_key(name), code
    for name, code in extra["countries"].items():
        yield place_key(name), code
