"""The first divisions of countries (states, provinces, emirates) by what people call them, in English or Arabic.

`regions.tsv` has a row for each: GeoNames' code with the country's before it, its ISO 3166-2 code where that has
letters, and its names, the one that is shown first. A text means one division of a country at most: where two are
called alike, it is that whose first name it is, then that whose code, then the first that has it among its names.

The table is made by `pipeline.evaluate.recipes.regions`. GeoNames (geonames.org), CC BY 4.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from pipeline.text import normalise

HEAD = """\
# First divisions of countries: GeoNames' code, ISO 3166-2 code where it has letters, names (the first is shown).
# Made by pipeline.evaluate.recipes.regions from GeoNames (CC BY 4.0), with names in Arabic letters and codes from
# GeoNames and Wikidata (CC0).
"""
# What kind of division it is, which people leave out: “Riyadh” for “Riyadh Region”, and the same in Arabic.
_KIND = re.compile(
    r"(?i: (?:Province|Region|State|Governorate|Division|Emirate|Oblast|Krai|Prefecture|Department|District|County)$)"
    r"|^(?:محافظة|ولاية|إمارة|منطقة|إقليم|استان|ولایت|جهة) "
)


def place_key(name: str) -> str:
    """The form in which names are compared: `Al-Qāhirah` and `al qahirah` are one."""
    return re.sub(r"[\W_]+", "", normalise(name))


def region_code(country: str, text: str) -> str:
    """GeoNames' code of the division of a country (ISO 3166 alpha-2) that a text means; empty where it means none."""
    keys = ((country, place_key(form)) for form in (text, without_kind(text)))
    return next((_meant()[key] for key in keys if key in _meant()), "")


def region_name(country: str, code: str) -> str:
    """What a division is shown as, by which `region_code` finds it again; its code where it has no such name."""
    name = _shown().get((country, code), "")
    return name if region_code(country, name) == code else code


def without_kind(name: str) -> str:
    """A division's name without the word for its kind.

    >>> without_kind("Riyadh Region")
    'Riyadh'
    """
    return _KIND.sub("", name)


def _rows() -> Iterator[tuple[str, str, str, list[str]]]:
    """Country, code, ISO code, names."""
    for line in files(__package__).joinpath("regions.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            place, iso, names = line.split("\t")
            country, _, code = place.partition(".")
            yield country, code, iso, names.split("|")


@cache
def _shown() -> dict[tuple[str, str], str]:
    return {(country, code): names[0] for country, code, _, names in _rows()}


@cache
def _meant() -> dict[tuple[str, str], str]:
    meant: dict[tuple[str, str], str] = {}

    def learn(said: Iterable[tuple[str, str, str]]) -> None:
        for country, text, code in said:
            if key := place_key(text):
                meant.setdefault((country, key), code)

    rows = list(_rows())
    learn((country, names[0], code) for country, code, _, names in rows)
    learn((country, code, code) for country, code, _, _ in rows)
    learn((country, iso, code) for country, code, iso, _ in rows)
    learn((country, name, code) for country, code, _, names in rows for name in names)
    learn((country, without_kind(name), code) for country, code, _, names in rows for name in names)
    return meant
