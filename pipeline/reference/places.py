"""Places by city and country, in English or Arabic: from a read-only SQLite file of GeoNames cities.

A name is found by its key: letters and digits of the searched form, so that case, accents, hamza and alef forms do
not matter. Within a country a place's own name comes before its other names, then the larger population. Where two
places of one name are of like size, neither is taken: the caller gets both to choose from, as `Springfield, IL`.

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

from pipeline.text import normalise
from schemas.errors import IndexFormatError, ServiceError

FORMAT = 1
LARGER = 3  # a place this many times as large as its namesake is the one that is meant
MAX_NAME = 120  # characters

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
    """Several cities of that name, of like size."""


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


def place_key(name: str) -> str:
    """The form in which names are compared: `Al-Qāhirah` and `al qahirah` are one."""
    return re.sub(r"[\W_]+", "", normalise(name))


class Places:
    """The open file. Safe to use from several threads: each look-up reads and changes nothing."""

    def __init__(self, path: Path) -> None:
        try:
            self._base = sqlite3.connect(
                f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            (found,) = self._base.execute("pragma user_version").fetchone()
        except sqlite3.Error as error:
            raise IndexFormatError(
                "the file of places cannot be read",
                found=str(error),
                where=str(path),
                remedy="pull the snapshot again: its file reference/places.sqlite is damaged",
            ) from error
        if found != FORMAT:
            raise IndexFormatError(
                "the file of places has a format that this reader does not know",
                expected=str(FORMAT),
                found=str(found),
                where=str(path),
            )

    def country(self, name: str) -> str:
        """ISO 3166 alpha-2 code of a country's name, code, or common other name; raises `UnknownPlace`."""
        row = self._base.execute(
            "select country from country_name where key = ?", (place_key(name[:MAX_NAME]),)
        ).fetchone()
        if row is None:
            raise UnknownPlace(
                f"no country is called “{name[:MAX_NAME]}”",
                expected="a country's name in English or Arabic, or its two-letter code",
                found=name[:MAX_NAME],
            )
        return str(row[0])

    def find(self, city: str, country: str) -> Place:
        """The place that is meant; raises `UnknownPlace` or `AmbiguousPlace`."""
        code = self.country(country)
        found = self._named(city, code)
        if not found and "," in city:
            name, _, region = city.rpartition(",")
            found = [p for p in self._named(name, code) if place_key(p.region) == place_key(region)]
        if not found:
            raise UnknownPlace(
                f"no place called “{city[:MAX_NAME]}” is known in {country[:MAX_NAME]}",
                expected="a city's name in English or Arabic, as people there write it",
                found=city[:MAX_NAME],
                remedy="try another spelling, or a larger place nearby",
            )
        best, others = found[0], found[1:]
        if others and best.population < LARGER * others[0].population:
            choices = "; ".join(f"{p.name}, {p.region}" for p in found[:8])
            raise AmbiguousPlace(
                f"several places in {country[:MAX_NAME]} are called “{city[:MAX_NAME]}”",
                expected="one of: " + choices,
                found=city[:MAX_NAME],
                remedy="add the region after a comma",
            )
        return best

    def _named(self, city: str, country: str) -> list[Place]:
        rows = self._base.execute(
            "select p.name, p.country, p.region, p.latitude, p.longitude, p.timezone, p.population, n.other"
            " from place_name n join place p on p.id = n.place where n.key = ? and n.country = ?"
            " order by n.other, p.population desc, p.id",
            (place_key(city[:MAX_NAME]), country),
        ).fetchall()
        own_names = [row for row in rows if row[7] == 0]
        return [
            Place(name, code, region, Position(latitude, longitude, zone), population)
            for name, code, region, latitude, longitude, zone, population, _ in own_names or rows
        ]


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
    except (
        sqlite3.OperationalError
    ) as error:  # a full disk is “disk I/O error” or “database or disk is full” here
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
