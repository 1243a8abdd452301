"""What countries are called: GeoNames' own names and three-letter codes, and Unicode CLDR's names in both languages."""

from __future__ import annotations

from collections.abc import Mapping


def country_names(countries: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """Names of each country by its ISO 3166 alpha-2 code, GeoNames' first.

    Args:
        countries: GeoNames' rows by that code, each with a name and its three-letter code.
    """
    from babel import Locale  # where places are built; where they are asked for, it is not installed

    tables = [Locale(language).territories for language in ("en", "ar")]
    return {
        code: [row["name"], row["iso3"], *(table[code] for table in tables if code in table)]
        for code, row in sorted(countries.items())
    }
