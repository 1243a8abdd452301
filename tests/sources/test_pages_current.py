"""The generated pages agree with the cards and the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.sources_page import render_sources_page
from pipeline.build.profile import read_profile
from pipeline.build.quarantine import rendered
from pipeline.sources.card import load_cards, mirror_files
from pipeline.sources.ingest import IngestResult, ReasonCount
from pipeline.sources.problems import reasons
from schemas.card import Titles
from schemas.tables import IngestCounts

ROOT = Path(__file__).parents[2]


def test_the_page_of_quarantine_has_the_figures_of_the_cards() -> None:
    page = (ROOT / "docs/quarantine.md").read_text("utf-8")
    told = dict(re.findall(r"^\| ([a-z0-9-]+) \| ([0-9, |]+) \|$", page, re.MULTILINE))
    cards = load_cards(ROOT / "data/sources")
    for name in read_profile(ROOT / "data/profiles", "full").sources:
        expected = cards[name].expected
        assert expected is not None
        figures = [int(figure.replace(",", "")) for figure in told[name].split(" | ")]
        rows, documents, quarantined, duplicates, merged, copies, _ = figures
        given = [rows, documents + copies, quarantined, duplicates, merged]
        assert given == list(expected.model_dump().values()), name


def test_a_bar_in_a_title_opens_no_column() -> None:
    cards = load_cards(ROOT / "data/sources")
    titled = cards["quran"].model_copy(update={"titles": Titles(ar="ق", en="One | two")})
    page = render_sources_page({"quran": titled}, {})
    assert "| quran | quran | One \\| two | 6,236 |" in page


def test_a_report_of_two_sources() -> None:
    results = [
        IngestResult(
            name,
            IngestCounts(3, 2, 1),
            (ReasonCount("empty-text", "quarantined", 1),),
            Path(),
            Path(),
            "",
        )
        for name in ("b", "a")
    ]
    page = rendered("two", results, {}, {})
    assert page.index("| a |") < page.index("| b |")
    assert "| **all** | **6** | **4** | **2** | **0** | **0** | **0** | **0** |" in page
    assert "| a | `empty-text` | There is no text | 1 | set aside |" in page


def test_copies_are_documents_of_another_source() -> None:
    results = [IngestResult(name, IngestCounts(3, 3, 0), (), Path(), Path(), "") for name in ("a", "b")]
    page = rendered("both", results, {("b", "a"): 2}, {})
    assert "every source of the profile both" in page
    assert "| b | 3 | 1 | 0 | 0 | 0 | 2 | 0 |" in page
    assert "| b | a | 2 |" in page


def test_the_cards_of_the_full_profile_account_for_every_row_of_the_corpora() -> None:
    cards = load_cards(ROOT / "data/sources")
    cards = {name: cards[name] for name in read_profile(ROOT / "data/profiles", "full").sources}
    files = mirror_files(cards, ROOT / "data/sources")
    rows = [card.expected.rows for name, card in cards.items() if name in files and card.expected]
    assert len(rows) == len(files)
    assert len(set(files.values())) == 16
    assert sum(rows) == 1_502_579
    page = (ROOT / "docs/quarantine.md").read_text("utf-8")
    assert re.search(r"^\| \*\*all\*\* \| \*\*1,502,579\*\* \|", page, re.MULTILINE)


@pytest.mark.parametrize("folder", ["pipeline/sources/readers"])
def test_every_code_of_a_reader_has_its_words(folder: str) -> None:
    text = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / folder).rglob("*.py")))
    codes = set(re.findall(r"RowProblem\(\s*\"([a-z-]+)\"", text))
    assert len(codes) > 10
    assert sorted(codes - set(reasons())) == []


def test_every_reason_is_said_in_both_languages() -> None:
    assert list(reasons("en")) == list(reasons("ar"))
    for code, said in reasons("ar").items():
        assert re.search("[\u0621-\u064a]", said.what), code
        assert re.search("[\u0621-\u064a]", said.remedy), code


def test_an_arabic_title_stands_in_arabic_letters() -> None:
    """Some books of the OpenITI are called in Latin letters alone in their own head."""
    cards = sorted((ROOT / "data" / "sources").glob("openiti-*/source.yaml"))
    titles = [one for card in cards for one in re.findall(r'title_ar: "([^{"\n]+)"', card.read_text("utf-8"))]
    assert len(titles) > 400
    assert [one for one in titles if not re.search("[\u0621-\u064a]", one)] == []
