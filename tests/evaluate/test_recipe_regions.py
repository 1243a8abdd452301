"""The recipe of the regions: GeoNames' names first, then those in Arabic letters; ISO codes where they have letters."""

from __future__ import annotations

import json

from pipeline.evaluate.recipes.regions import TARGET, table_of
from pipeline.reference.regions import HEAD

NAMES = [{"code": "SA.14", "name": "Mecca Region"}, {"code": "CA.08", "name": "Ontario"}]
OTHERS = (
    "Makkah\tSA-02\tSA.14\t1\tRegion\tMakkah Region|مكة المكرمة|مكّة المكرّمة\t1\t\t1\n"
    "Ontario\tCA-ON\tCA.08\t2\tProvince\t\t1\t\t2\n"
    "Some County\t\tCA.08.9\t3\t\tمقاطعة\t2\t1\t2\n"
)


def test_a_row_has_code_and_names() -> None:
    made = table_of(json.dumps(NAMES).encode(), OTHERS.encode())
    assert made == f"{HEAD}CA.08\tON\tOntario\nSA.14\t\tMecca Region|مكة المكرمة\n"


def test_the_table_is_of_this_recipes_form() -> None:
    text = TARGET.read_text("utf-8")
    assert text.startswith(HEAD)
    rows = [line.split("\t") for line in text.removeprefix(HEAD).splitlines()]
    assert {len(row) for row in rows} == {3}
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
