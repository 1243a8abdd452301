"""What a card may say about a format, and what is refused before a file is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from docs.sources_page import render_sources_page
from pipeline.sources.new import _TYPES
from pipeline.sources.readers import _READERS, read_rows
from schemas.errors import FormatError
from schemas.origin import _SETTINGS, Format


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"type": "jsonl", "records": "hadiths"}, "records"),
        ({"type": "parquet", "encoding": "cp1256"}, "encoding"),
        ({"type": "xlsx", "compression": "gz"}, "compression"),
        ({"type": "csv", "sheet": "One"}, "sheet"),
    ],
)
def test_a_setting_that_would_be_ignored_is_an_error(options: dict[str, Any], word: str) -> None:
    with pytest.raises(ValidationError, match=f"“{word}” means nothing for the format") as caught:
        Format(**options)
    assert caught.value.errors()[0]["loc"] == (word,)


def test_a_setting_as_it_is_anyway_is_none() -> None:
    assert Format(type="xlsx", compression="auto", records="") == Format(type="xlsx")


@pytest.mark.parametrize("stated", ["windows-1256", "CP1256"])
def test_an_encoding_has_one_spelling(stated: str) -> None:
    assert Format(type="csv", encoding=stated).encoding == "cp1256"


def test_an_encoding_that_cannot_be_read_lists_those_that_can() -> None:
    with pytest.raises(ValidationError, match="utf-8, utf-16") as caught:
        Format(type="csv", encoding="koi8-r")
    assert caught.value.errors()[0]["loc"] == ("encoding",)


@pytest.mark.parametrize("delimiter", ["", ";;", '"', "\n"])
def test_a_delimiter_is_one_usable_character(delimiter: str) -> None:
    with pytest.raises(ValidationError, match="delimiter"):
        Format(type="csv", delimiter=delimiter)


def test_a_missing_file_and_a_folder_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        list(read_rows(tmp_path / "none.csv", Format(type="csv")))
    with pytest.raises(FormatError, match="folder was found"):
        list(read_rows(tmp_path, Format(type="csv")))
    (tmp_path / "a.md").write_text("x")
    with pytest.raises(FormatError, match="not a folder"):
        list(read_rows(tmp_path / "a.md", Format(type="markdown")))


def test_a_format_stands_in_every_place_that_contributing_names() -> None:
    named = set(get_args(Format.model_fields["type"].annotation))
    assert set(_READERS) == set(_SETTINGS) == named
    assert set(_TYPES.values()) <= named
    page = render_sources_page({}, {})
    assert [name for name in named if f"`{name}`" not in page] == []
    told = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
    assert all(
        word in told for word in ("_READERS", "_SETTINGS", "_OTHER_FILES", "_TYPES", "docs/sources_page.py")
    )
