"""The page of decisions names every record, and those that go on from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.decisions_page import render_decisions_page


def test_a_record_names_the_later_ones_that_go_on_from_it(tmp_path: Path) -> None:
    (tmp_path / "0001-a.md").write_text("# 1. One | two\n\nDate: 2026-01-01. Status: accepted.\n")
    (tmp_path / "0002-b.md").write_text(
        "# 2. Next\n\nDate: 2026-01-02. Status: accepted. See [1](0001-a.md) and [3](0003-c.md).\n"
    )
    (tmp_path / "0003-c.md").write_text("# 3: Last\n\nDate: 2026-01-03. Status: accepted. [1](0001-a.md#x)\n")
    rows = render_decisions_page(tmp_path).splitlines()[-3:]
    assert rows == [
        "| 1 | [One \\| two](0001-a.md) | 2026-01-01 | [2](0002-b.md), [3](0003-c.md) |",
        "| 2 | [Next](0002-b.md) | 2026-01-02 |  |",
        "| 3 | [Last](0003-c.md) | 2026-01-03 |  |",
    ]


def test_a_record_without_a_date_is_named(tmp_path: Path) -> None:
    (tmp_path / "0001-a.md").write_text("# 1. One\n\nYesterday.\n")
    with pytest.raises(ValueError, match=r"0001-a\.md: a record begins with"):
        render_decisions_page(tmp_path)
