"""Calculation methods for prayer times, and the convention of each country. Data, read once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import yaml

Depth = float | str  # degrees below the horizon, or minutes as in "90 min"


@dataclass(frozen=True, slots=True)
class CalculationMethod:
    """How one authority fixes the times that the sun alone does not fix."""

    id: int
    name: str
    name_ar: str
    fajr: Depth
    isha: Depth
    maghrib: Depth = "0 min"
    ramadan_isha: Depth | None = None
    offsets: dict[str, int] = field(default_factory=dict)  # minutes, by name of the prayer
    seasonal: bool = False  # twilight by season and latitude instead of an angle


@cache
def methods() -> dict[int, CalculationMethod]:
    """All methods by id, in order of id."""
    rows = yaml.safe_load(files(__package__).joinpath("methods.yaml").read_text("utf-8"))
    return {row["id"]: CalculationMethod(**row) for row in sorted(rows, key=lambda row: row["id"])}


@cache
def _conventions() -> dict[str, dict[str, object]]:
    table: dict[str, dict[str, object]] = yaml.safe_load(
        files(__package__).joinpath("conventions.yaml").read_text("utf-8")
    )
    return table


def convention(country: str) -> CalculationMethod:
    """The method that a country (ISO 3166 alpha-2) goes by."""
    row = _conventions().get(country) or _conventions()["default"]
    return methods()[int(str(row["method"]))]
