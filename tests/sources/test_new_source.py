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


def test_a_folder_with_a_table_and_no_card_gets_the_card_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    table = tmp_path / "mine" / "the answers: 1.csv"
    table.write_text("number,answer_en\n1,Text.\n", "utf-8")
    (mistake,) = check(tmp_path / "mine").card_problems
    assert "isnad sources new mine" in mistake.remedy
    folder = new_source(tmp_path, "mine")
    assert sorted(path.name for path in folder.iterdir()) == ["source.yaml", table.name]
    assert table.read_text("utf-8") == "number,answer_en\n1,Text.\n"
    card = load_card(folder)
    assert (card.origin.path, card.format.type) == (table.name, "csv")  # type: ignore[union-attr]
    assert not [path for path in tmp_path.iterdir() if path != folder]
    with pytest.raises(CardError, match="there is a source"):
        new_source(tmp_path, "mine")


def test_of_other_files_a_workbook_is_named_with_its_type(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "Fatwas.XLSX").write_bytes(b"PK")
    (tmp_path / "mine" / "notes.docx").write_bytes(b"PK")
    card = load_card(new_source(tmp_path, "mine"))
    assert (card.origin.path, card.format.type) == ("Fatwas.XLSX", "xlsx")  # type: ignore[union-attr]


@pytest.mark.parametrize("left", ["~$فتاوى.xlsx", "._فتاوى.csv"])
def test_what_a_program_leaves_beside_a_table_is_none(tmp_path: Path, left: str) -> None:
    (tmp_path / "mine").mkdir()
    for name in (left, "فتاوى.xlsx"):
        (tmp_path / "mine" / name).write_bytes(b"PK")
    card = load_card(new_source(tmp_path, "mine"))
    assert card.origin.path == "فتاوى.xlsx"  # type: ignore[union-attr]


def test_an_empty_folder_becomes_a_source_that_works(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert check(new_source(tmp_path, "mine")).ok
