"""The page of a profile says what became of every row of its sources, each read anew."""

from __future__ import annotations

from pathlib import Path

from tiny_home import layout_of, profile_of, write_card

from pipeline.build.quarantine import quarantine_page


def test_every_row_of_every_source_is_on_the_page(home: Path) -> None:
    page = quarantine_page(layout_of(home), profile_of(home)).splitlines()
    assert any("of the profile tiny" in line for line in page)
    assert "| trial | 19 | 18 | 1 | 0 | 0 | 0 | 0 |" in page
    assert "| **all** | **29** | **28** | **1** | **0** | **0** | **0** | **0** |" in page
    assert any(line.startswith("| trial | `empty-field` |") for line in page)
    assert not any("lead nowhere" in line for line in page)
    assert not layout_of(home).build.exists()


def test_links_to_what_no_source_holds_are_on_the_page(home: Path) -> None:
    """A card may rest on a source that the profile leaves out, and a number may be mistyped."""
    write_card(
        home, "comments", links=["quran:112:{verse}", "hadith:trial:{verse}00", "hadith:trial:{verse}"]
    )
    page = quarantine_page(layout_of(home), profile_of(home)).splitlines()
    told = [line for line in page if line.startswith("| comments | 4 | tafsir:")]
    assert told == [
        "| comments | 4 | tafsir:trial:112:1 → hadith:trial:100; tafsir:trial:112:2 → hadith:trial:200; "
        "tafsir:trial:112:3 → hadith:trial:300 |"
    ]
