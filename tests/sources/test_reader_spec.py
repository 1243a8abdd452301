"""What a card may say about a format, and what is refused before a file is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.sources.readers import FormatSpec, read_rows
from schemas.errors import FormatError


def test_an_unknown_type_lists_the_known_ones() -> None:
    with pytest.raises(FormatError) as caught:
        FormatSpec("docx")  # type: ignore[arg-type]
    assert "parquet" in caught.value.expected


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"type": "jsonl", "records": "hadiths"}, "records"),
        ({"type": "parquet", "encoding": "cp1256"}, "encoding"),
        ({"type": "xlsx", "compression": "gz"}, "compression"),
        ({"type": "csv", "sheet": "One"}, "sheet"),
    ],
)
def test_a_setting_that_would_be_ignored_is_an_error(options: dict, word: str) -> None:
    with pytest.raises(FormatError) as caught:
        FormatSpec(**options)
    assert word in caught.value.problem
    assert word in caught.value.remedy


@pytest.mark.parametrize("stated", ["windows-1256", "CP1256"])
def test_an_encoding_has_one_spelling(stated: str) -> None:
    assert FormatSpec("csv", encoding=stated).encoding == "cp1256"


@pytest.mark.parametrize("delimiter", ["", ";;", '"', "\n"])
def test_a_delimiter_is_one_usable_character(delimiter: str) -> None:
    with pytest.raises(FormatError):
        FormatSpec("csv", delimiter=delimiter)


def test_a_missing_file_and_a_folder_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        list(read_rows(tmp_path / "none.csv", FormatSpec("csv")))
    with pytest.raises(FormatError, match="folder was found"):
        list(read_rows(tmp_path, FormatSpec("csv")))
    (tmp_path / "a.md").write_text("x")
    with pytest.raises(FormatError, match="not a folder"):
        list(read_rows(tmp_path / "a.md", FormatSpec("markdown")))
