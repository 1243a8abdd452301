"""The page on evaluation says what is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.evaluation_page import BEGIN, END, MEANINGS, renewed
from pipeline.answer.bounds import upper_bound
from pipeline.evaluate.report import COLUMNS
from schemas.errors import ConfigurationError

PAGE = Path(__file__).parents[2] / "docs" / "evaluation.md"


def test_the_derived_part_of_the_page_is_up_to_date() -> None:
    """To renew it: `python -m docs.generate`, or write what `renewed` gives."""
    page = PAGE.read_text("utf-8")
    assert renewed(page) == page


def test_every_column_has_its_meaning() -> None:
    assert list(MEANINGS) == [name for name, _ in COLUMNS]


def test_the_example_of_the_page_is_right() -> None:
    assert f"at most {upper_bound(2, 60):.3f}" in " ".join(PAGE.read_text("utf-8").split())


@pytest.mark.parametrize("page", ["", BEGIN, END + BEGIN, f"{BEGIN}{END}{BEGIN}{END}"])
def test_a_page_without_its_markers_is_refused(page: str) -> None:
    with pytest.raises(ConfigurationError, match="derived part"):
        renewed(page)


def test_what_stands_around_the_part_is_kept() -> None:
    page = renewed(f"before\n{BEGIN}\nstale words\n{END}\nafter\n")
    assert page.startswith(f"before\n{BEGIN}\n## The questions")
    assert page.endswith(f"{END}\nafter\n")
    assert "stale words" not in page
