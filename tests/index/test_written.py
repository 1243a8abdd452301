"""The words that texts write: counted, in their usual form, and refused when damaged."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from pipeline.index.written import LEAST, Written, build_written
from pipeline.text import Passage
from schemas.errors import IndexFormatError
from schemas.tables import PASSAGES


def _passages(*texts: tuple[str, str]) -> pa.Table:
    rows = [
        Passage(document, "en", place, 0, len(text), "", text) for place, (document, text) in enumerate(texts)
    ]
    return pa.Table.from_pylist([one.as_row() for one in rows], PASSAGES)


def _written(folder: Path, *texts: tuple[str, str]) -> Written:
    build_written(_passages(*texts), folder)
    return Written.open(folder)


def test_words_are_counted_where_questions_are_told_of(tmp_path: Path) -> None:
    told = "A prayer, the Prayer; prayer! prayer? prayed; Zubayr and Zubayr, Zubayr or zubayr. "
    told += "الصلاة الصَّلاةُ الصلاة والصلاة الصلاة"
    written = _written(
        tmp_path, ("hadith:bukhari:1", told), ("book:some:1", "prayer camel camel camel camel")
    )
    assert written.times(["prayer", "zubayr", "الصلاه", "prayed", "camel", ""]) == [3, 3, 3, 0, 0, 0]
    assert [written.form(word) for word in ("prayer", "zubayr", "الصلاه", "camel")] == [
        "prayer",
        "Zubayr",
        "الصلاة",
        "camel",
    ]
    assert written.times([]) == []


def test_of_forms_as_frequent_the_first_is_kept_and_the_same_texts_give_the_same_bytes(
    tmp_path: Path,
) -> None:
    texts = (
        ("quran:1:1", "Fast fast fast"),
        ("fatwa:some:1", "fast Fast Fast"),
        ("hadith:bukhari:1", "رحمة رحمه رحمة رحمه رحمة رحمه"),
    )
    assert _written(tmp_path / "one", *texts).form("fast") == "Fast"
    assert _written(tmp_path / "two", *reversed(texts)).form("رحمه") == "رحمة"
    for file in sorted((tmp_path / "one").iterdir()):
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_without_words_nothing_is_written(tmp_path: Path) -> None:
    assert _written(tmp_path / "none").times(["fast"]) == [0]
    assert _written(tmp_path / "few", ("quran:1:1", "fast " * (LEAST - 1))).times(["fast"]) == [0]


@pytest.mark.parametrize("name", ["word_ends", "form_ends", "word_bytes", "times"])
def test_damage_is_told(tmp_path: Path, name: str) -> None:
    _written(tmp_path, ("quran:1:1", "fast fast fast prayer prayer prayer"))
    path = tmp_path / f"{name}.bin"
    held = path.read_bytes()
    path.write_bytes(held[:-1])
    with pytest.raises(IndexFormatError):
        Written.open(tmp_path)
    if name.endswith("ends"):
        path.write_bytes(held[4:] + held[:4])
        with pytest.raises(IndexFormatError, match="do not fit together"):
            Written.open(tmp_path)


def test_flipped_letters_stop_no_question(tmp_path: Path) -> None:
    _written(tmp_path, ("quran:1:1", "fast fast fast"))
    (tmp_path / "form_bytes.bin").write_bytes(b"\xff\xfe\xfd\xfc")
    assert Written.open(tmp_path).form("fast") == "\ufffd" * 4
