"""The generated pages are what the code gives, and the check tells when they are not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import generate
from docs.cli_page import render_cli_page
from docs.reference_page import REFUSED, SORTED, render_reference_page
from pipeline.sources.card import load_cards
from schemas.card import SourceCard
from schemas.reference import ReferenceId

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(generate.PAGES))
def test_the_kept_page_is_the_generated_one(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == generate.PAGES[name](), "write it anew: make docs"


def test_the_check_names_a_page_that_differs_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {"docs/one.md": lambda: "one\n", "docs/two.md": lambda: "two\n", "docs/three.md": lambda: "3\n"}
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/one.md").write_text("one\n")
    (tmp_path / "docs/two.md").write_text("stale\n")
    monkeypatch.setattr(generate, "PAGES", pages)
    assert generate.stale(tmp_path) == ["docs/two.md", "docs/three.md"]
    monkeypatch.setattr(generate.stale, "__defaults__", (tmp_path,))
    assert generate.main(["--check"]) == 1
    told = capsys.readouterr().out
    assert "docs/two.md" in told
    assert "docs/one.md" not in told
    assert (tmp_path / "docs/two.md").read_text() == "stale\n"


def test_writing_makes_the_check_pass_and_changes_only_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(generate, "PAGES", {"docs/one.md": lambda: "one\n"})
    assert generate.write(tmp_path) == ["docs/one.md"]
    assert generate.write(tmp_path) == []
    assert generate.stale(tmp_path) == []


def test_every_command_and_option_stands_in_the_page_of_commands() -> None:
    page = render_cli_page()
    for path in sorted((ROOT / "cli").glob("*.py")):
        for flag in re.findall(r'"(--[a-z-]+)"', path.read_text("utf-8")):
            assert f"`{flag}`" in page, f"{flag} of {path.name}"


def test_the_page_of_commands_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    page = render_cli_page()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert render_cli_page() == page


def test_examples_of_reference_ids_are_read_refused_and_sorted_as_the_page_says() -> None:
    page = render_reference_page(load_cards(ROOT / "data/sources"))
    assert "| `hadith:muslim:8c` | " in page
    assert all(f"| `{text}` | " in page for text in REFUSED)
    told = re.search(r"stand so: (.*)\.\n", page)
    assert told is not None
    ids = [ReferenceId.parse(one) for one in re.findall(r"`([^`]+)`", told[1])]
    assert ids == sorted(map(ReferenceId.parse, SORTED))


@pytest.mark.parametrize("name", ["docs/source-card.md", "docs/source-card.ar.md"])
def test_every_key_of_a_card_stands_in_its_page(name: str) -> None:
    page = generate.PAGES[name]()
    assert all(f"| `{field.alias or name}` |" in page for name, field in SourceCard.model_fields.items())
    assert "|  |\n" not in page, "a key has no meaning"


def test_the_arabic_page_of_a_card_has_the_same_keys_and_is_arabic() -> None:
    english, arabic = (
        re.findall(r"^\| `(\w+)` \| .* \| ([^|]+(?:\\\|[^|]*)*) \|$", generate.PAGES[name](), re.MULTILINE)
        for name in ("docs/source-card.md", "docs/source-card.ar.md")
    )
    assert [key for key, _ in arabic] == [key for key, _ in english]
    assert [meaning for _, meaning in arabic if not re.search("[\u0621-\u064a]", meaning)] == []
    assert len(english) > 100
