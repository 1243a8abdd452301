"""Quotations that differ from the Qur'an are told to whoever wrote them, with the row; none keeps a row out."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_folders import source_folder

from pipeline.sources.check import CheckReport, check
from pipeline.sources.languages import in_language
from pipeline.sources.scripture import PinnedQuran

QURAN = PinnedQuran(
    {"quran:1:1": "كُلُّ ٱلۡكُتُبِ عَلَى ٱلۡجِدَارِ ٱلۡكَبِيرِ", "quran:1:2": "وَذَٰلِكَ بَابُ ٱلدَّارِ ٱلۡأَبۡيَضُ فِي ٱلشِّتَآءِ"}
)
HEAD = ["number", "asked", "answer"]
ROWS = [
    [1, "ما الحكم؟", "قال تعالى: ﴿كل الكتب على الجدار الصغير﴾ وقال: {وذلك باب الدار الأبيض}."],
    [2, "ما معنى {وذلك كتاب الدار الأبيض}؟", "كذا وكذا."],
    [3, "وما الحكم؟", "لا اقتباس هنا."],
]


def checked(root: Path, quran: PinnedQuran | None, **changes: object) -> CheckReport:
    card = {"languages": ["ar"], "fields": {"question_ar": "{asked}", "text_ar": "{answer}"}, **changes}
    return check(source_folder(root, [HEAD, *ROWS], **card), quran=quran)


def test_each_is_told_with_its_row_column_and_words(tmp_path: Path) -> None:
    report = checked(tmp_path, QURAN)
    assert report.ok
    assert report.counts is not None
    assert report.counts.documents == len(ROWS)
    [kind] = report.warnings
    assert (kind.reason, kind.lines) == ("quotation-differs", 2)
    first, second = kind.shown
    assert (first.row, first.where, first.field) == (1, "table.csv, line 2", "answer")
    assert (second.row, second.field, second.value) == (2, "asked", "وذلك كتاب الدار الأبيض")
    assert "quran:1:1: “الصغير” stands for “ٱلۡكَبِيرِ”" in first.message
    assert "quran:1:2" in second.remedy
    assert (
        in_language(first.message, "ar") == "الاقتباس لا يطابق «quran:1:1» حرفًا بحرف: «الصغير» بدل «ٱلۡكَبِيرِ»"
    )


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("html", "<b>﴿</b>كل <i>الكتب</i> على&nbsp;الجدار <span>الصغير</span>&#64830;"),
        ("markdown", "﴿كل **الكتب** على الجدار *الصغير*﴾"),
    ],
)
def test_they_are_looked_for_in_what_a_reader_is_shown(tmp_path: Path, markup: str, written: str) -> None:
    folder = source_folder(
        tmp_path, [HEAD, [1, "", written]], languages=["ar"], fields={"text_ar": "{answer}"}, markup=markup
    )
    [kind] = check(folder, quran=QURAN).warnings
    assert [one.value for one in kind.shown] == ["كل الكتب على الجدار الصغير"]


@pytest.mark.parametrize("quoting", [True, False])
def test_without_the_quran_it_is_said_where_something_is_quoted(tmp_path: Path, quoting: bool) -> None:
    fields = {"text_ar": "{answer}" if quoting else "{number} صفا"}
    report = checked(tmp_path, None, fields=fields)
    assert report.ok
    assert not report.warnings
    assert any("were not compared with the Qur'an" in note for note in report.advice) is quoting


def test_the_quran_itself_quotes_nothing(tmp_path: Path) -> None:
    rows = [HEAD, ["1:1", "", "{كل الكتب على الجدار الصغير}"]]
    folder = source_folder(
        tmp_path, rows, kind="quran", collection="", reference="quran:{number}", languages=["ar"],
        fields={"text_ar": "{answer}"},
    )  # fmt: skip
    assert not check(folder, quran=QURAN).warnings
