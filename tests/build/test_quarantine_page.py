"""The page of a profile says what became of every row of its sources, each read anew."""

from __future__ import annotations

from pathlib import Path

from tiny_home import layout_of, profile_of

from pipeline.build.quarantine import quarantine_page


def test_every_row_of_every_source_is_on_the_page(home: Path) -> None:
    page = quarantine_page(layout_of(home), profile_of(home)).splitlines()
    assert any("of the profile tiny" in line for line in page)
    assert "| trial | 19 | 18 | 1 | 0 | 0 | 0 | 0 |" in page
    assert "| **all** | **29** | **28** | **1** | **0** | **0** | **0** | **0** |" in page
    assert any(line.startswith("| trial | `empty-field` |") for line in page)
    assert not layout_of(home).build.exists()
