"""Texts that are no words are told with their row and column, and what looks like one and is words is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_folders import source_folder

from pipeline.sources.check import check
from pipeline.sources.problems import Problem

HEAD = ["number", "title", "ar", "en"]
FIELDS = {"title_ar": "{title}", "text_ar": "{ar}", "text_en": "{en}"}


def told(
    tmp_path: Path, title: str = "عنوان", ar: str = "نص", en: str = "a text", **changes: object
) -> list[Problem]:
    keys = {"fields": FIELDS, "languages": ["ar", "en"], **changes}
    report = check(source_folder(tmp_path, [HEAD, [1, title, ar, en]], **keys))
    return [problem for kind in report.kinds for problem in kind.shown]


@pytest.mark.parametrize("text", ["?????? ?? ??? ???? ??? 1.", "?????", "?? ???? Zakat?", "(????) ???"])
def test_arabic_that_was_saved_as_question_marks_is_told_with_how_to_save_it(
    tmp_path: Path, text: str
) -> None:
    (problem,) = told(tmp_path, ar=text)
    assert (problem.reason, problem.row, problem.field, problem.severity) == (
        "lost-letters",
        1,
        "ar",
        "quarantined",
    )
    assert "CSV UTF-8" in problem.remedy
    assert ".xlsx" in problem.remedy
    (of_title,) = told(tmp_path, title=text)
    assert (of_title.reason, of_title.field) == ("lost-letters", "title")


@pytest.mark.parametrize("text", ["#NAME?", "#REF!", "########", "#N/A", "#DIV/0!", " #VALUE! "])
def test_an_error_of_a_spreadsheet_is_no_text(tmp_path: Path, text: str) -> None:
    (problem,) = told(tmp_path, en=text)
    assert (problem.reason, problem.field) == ("error-value", "en")


@pytest.mark.parametrize(
    "text",
    [
        "-",
        "…",
        "...",
        "TODO",
        "TBD",
        "N/A",
        "[tbd]",
        "123",
        "سيضاف لاحقا",
        "؟",
        "2024-03-04T00:00:00",
        "true",
    ],
)
def test_what_keeps_the_place_of_a_text_is_no_text(tmp_path: Path, text: str) -> None:
    (problem,) = told(tmp_path, en=text)
    assert (problem.reason, problem.field, problem.severity) == ("no-words", "en", "quarantined")
    (of_title,) = told(tmp_path, title=text)
    assert (of_title.reason, of_title.severity) == ("no-words", "warning")


@pytest.mark.parametrize("text", ["ق", "نعم.", "وهي نوعان: ????? ما له نفس سائلة", "#صيام", "لماذا؟؟؟؟؟"])
def test_short_and_odd_texts_are_words(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, ar=text) == []


@pytest.mark.parametrize(
    "text", ["Really?????", "Why??? How????", "No.", "To be done is to be asked of.", "#fasting"]
)
def test_english_that_asks_loudly_is_words(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, en=text) == []


def test_what_the_card_calls_empty_is_empty(tmp_path: Path) -> None:
    assert told(tmp_path, en="-", empty_values=["-"]) == []


def test_tags_are_no_words(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, en="<p>-</p>", markup="html")
    assert problem.reason == "no-words"
