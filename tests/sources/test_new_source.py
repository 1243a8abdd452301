"""A new source: it works as it stands, and is not approved before its words are the editors' own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.sources.card import load_card
from pipeline.sources.check import check
from pipeline.sources.new import new_source
from pipeline.sources.new_card import CARD_WORDS
from schemas.errors import CardError

APPROVED = "status: approved\n  by: The editors\n  day: 2026-11-22"


def _approved(folder: Path, **own: str) -> Path:
    """The card of a new source, approved, with some words of its own."""
    report = check(folder)
    assert report.counts is not None
    pin = next(line for line in report.advice if "sha256" in line).split("sha256: ")[1].split()[0]
    card = (folder / "source.yaml").read_text("utf-8")
    card = card.replace("path: table.csv", f"path: table.csv\n  sha256: {pin}")
    card = card.replace(
        "# expected: {rows: 2, documents: 2}", f"expected: {{rows: {report.counts.rows}, documents: 2}}"
    )
    card = card.replace("status: draft", APPROVED)
    for key, words in CARD_WORDS.items():
        card = card.replace(words, own.get(key, words))
    (folder / "source.yaml").write_text(card, "utf-8")
    return folder


def test_a_draft_is_well_and_told_what_is_still_to_be_written(tmp_path: Path) -> None:
    report = check(new_source(tmp_path, "my-answers"))
    assert report.ok
    assert any(all(key in line for key in CARD_WORDS) for line in report.advice)


def test_an_approved_card_says_nothing_of_a_new_one(tmp_path: Path) -> None:
    folder = _approved(new_source(tmp_path, "my-answers"), edition="The first one.", author="Somebody")
    problems = check(folder).card_problems
    assert [one.key for one in problems] == ["titles.ar", "titles.en", "licence.statement", "attribution"]
    lines = (folder / "source.yaml").read_text("utf-8").split("\n")
    assert all(one.found in lines[one.line - 1] for one in problems)
    with pytest.raises(CardError, match="4 mistakes"):
        load_card(folder)


def test_a_card_with_words_of_its_own_may_be_approved(tmp_path: Path) -> None:
    own = {key: f"Own words, {place}" for place, key in enumerate(CARD_WORDS)}
    folder = _approved(new_source(tmp_path, "my-answers"), **own)
    report = check(folder)
    assert report.ok
    assert not any("new card" in line for line in report.advice)
    assert load_card(folder).author == own["author"]
