"""The sample answers: complete in both languages, and resting on texts that exist."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import yaml

from schemas.card import SourceCard
from schemas.reference import ReferenceId

FOLDER = Path(__file__).parents[2] / "data" / "sources" / "sample-fatwas"
ARABIC = re.compile(r"[\u0621-\u064a]")


def rows() -> list[dict[str, str]]:
    with (FOLDER / "answers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def links(row: dict[str, str]) -> list[str]:
    return [value for name, value in row.items() if name.startswith("link_") and value]


def test_the_card_is_one_and_counts_right() -> None:
    card = SourceCard.model_validate(yaml.safe_load((FOLDER / "source.yaml").read_text("utf-8")))
    assert card.review.status == "sample"
    assert card.expected is not None
    assert card.expected.documents == len(rows())
    assert len(card.links) == sum(name.startswith("link_") for name in rows()[0])


def test_numbers_run_from_one() -> None:
    assert [row["number"] for row in rows()] == [str(number) for number in range(1, len(rows()) + 1)]


def test_every_answer_has_both_languages() -> None:
    for row in rows():
        for part in ("title", "question", "answer"):
            assert ARABIC.search(row[f"{part}_ar"]), row["number"]
            assert row[f"{part}_en"].strip(), row["number"]
            assert not ARABIC.search(row[f"{part}_en"]), row["number"]


def test_every_answer_rests_on_something() -> None:
    for row in rows():
        parsed = [ReferenceId.parse(link) for link in links(row)]
        assert parsed, row["number"]
        assert {reference.kind.value for reference in parsed} <= {"quran", "hadith"}
        assert len(set(parsed)) == len(parsed)


def test_no_scripture_is_typed_in() -> None:
    """Quotation marks and ornate brackets would be the sign of a quotation."""
    for row in rows():
        assert not re.search(r"[«»﴾﴿“”\"{}]", row["answer_ar"] + row["answer_en"]), row["number"]


def test_what_they_rest_on_exists_in_the_starter(starter_ids: frozenset[str]) -> None:
    assert {link for row in rows() for link in links(row)} - starter_ids == set()
