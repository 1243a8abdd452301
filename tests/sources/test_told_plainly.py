"""Mishaps of an editor's own programs, each told with what it is, and with the remedy that mends it."""

from __future__ import annotations

import os
import unicodedata
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from source_folders import source_folder, unreadable, untold_in_arabic

from pipeline.sources.check import CheckReport, check

ROWS = [["number", "text"], [1, "نص الجواب"]]
STRICT_NAMES = (
    b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    b"http://purl.oclc.org/ooxml/spreadsheetml/main",
)


def _into_a_folder(folder: Path) -> None:
    (folder / "source.yaml").unlink()
    (folder / "source.yaml").mkdir()


def _hidden_ending(folder: Path) -> None:
    (folder / "source.yaml").rename(folder / "source.yaml.txt")


def _other_ending(folder: Path) -> None:
    (folder / "source.yaml").rename(folder / "source.yml")


def _in_card(old: str, new: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        card = folder / "source.yaml"
        text = card.read_text("utf-8")
        assert old in text
        card.write_text(text.replace(old, new), "utf-8")

    return edit


def _cut_amid_a_letter(folder: Path) -> None:
    table = folder / "table.csv"
    table.write_bytes(table.read_bytes().rstrip()[:-1])


def _text_called_a_workbook(folder: Path) -> None:
    (folder / "table.csv").rename(folder / "table.xlsx")
    _in_card("table.csv", "table.xlsx")(folder)
    _in_card("type: csv", "type: xlsx")(folder)


def _error_in_a_cell(folder: Path) -> None:
    _text_called_a_workbook(folder)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(ROWS[0])
    sheet.append([1, "#REF!"])
    sheet["B2"].data_type = "e"
    book.save(folder / "table.xlsx")


def _exported_as(kind: str, text: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        (folder / "table.csv").rename(folder / f"table.{kind}")
        (folder / f"table.{kind}").write_text(text, "utf-8")
        _in_card("table.csv", f"table.{kind}")(folder)
        _in_card("type: csv", f"type: {kind}")(folder)

    return edit


def _strict_workbook(folder: Path) -> None:
    _error_in_a_cell(folder)
    with zipfile.ZipFile(folder / "table.xlsx") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(folder / "table.xlsx", "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data.replace(*STRICT_NAMES))


def _date_in_a_cell(column: int) -> Callable[[Path], None]:
    """As Excel makes of the “1-5” of a chapter and a number."""

    def edit(folder: Path) -> None:
        _error_in_a_cell(folder)
        book = openpyxl.load_workbook(folder / "table.xlsx")
        sheet = book.active
        assert sheet is not None
        for place, value in enumerate((1, "نص الجواب"), start=1):
            sheet.cell(2, place).value = date(2026, 5, 1) if place == column else value
        book.save(folder / "table.xlsx")

    return edit


def _called_a_workbook(*members: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        _text_called_a_workbook(folder)
        with zipfile.ZipFile(folder / "table.xlsx", "w") as archive:
            for name in members:
                archive.writestr(name, "x")

    return edit


def _table_of(data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / "table.csv").write_bytes(data) and None


def _odd_blank_in_a_name(folder: Path) -> None:
    _in_card("{text}", "{the text}")(folder)
    _table_of("number,the\u00a0text\n1,نص\n".encode())(folder)


def _card_of(data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / "source.yaml").write_bytes(data) and None


def _of_code_page(stated: str, written: str = "cp1256") -> Callable[[Path], None]:
    """A table in a code page of Arabic, with the words of a card on it."""

    def edit(folder: Path) -> None:
        if stated:
            _in_card("  type: csv", f"  type: csv\n  encoding: {stated}")(folder)
        _table_of("number,text\n1,وما حكم هذه المسألة عند أهل العلم\n".encode(written))(folder)

    return edit


def _packed(member: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        with zipfile.ZipFile(folder / "table.csv", "w") as archive:
            archive.writestr(member, "number,text\n")

    return edit


def _damaged_archive(folder: Path) -> None:
    _packed("texts/table.csv")(folder)
    data = (folder / "table.csv").read_bytes()
    (folder / "table.csv").write_bytes(data.replace(b"PK\x01\x02", b"PK\x01\x09"))


def _pipe(folder: Path) -> None:
    (folder / "table.csv").unlink()
    os.mkfifo(folder / "table.csv")


def _texts_of_another_ending(folder: Path) -> None:
    (folder / "table.csv").unlink()
    (folder / "table.csv").mkdir()
    (folder / "table.csv" / "one.txt").write_text("x", "utf-8")
    _in_card("type: csv", "type: markdown")(folder)


@pytest.mark.parametrize(
    ("mishap", "remedy"),
    [
        (_into_a_folder, "look at "),
        (_hidden_ending, "name it source.yaml"),
        (_other_ending, "name it source.yaml"),
        (_in_card("- en\n", "- en، ar\n"), "the Arabic comma is a letter like others here"),
        (_in_card("review:", "expected: {rows: ٢, documents: 1}\nreview:"), "with the digits 0-9"),
        (_in_card("path: table.csv", "path: texts\\table.csv"), "write texts/table.csv"),
        (_cut_amid_a_letter, "it was cut, so bring it again"),
        (_text_called_a_workbook, "this looks like text: write type: csv under format"),
        (_called_a_workbook("word/document.xml"), "this looks like a Word document"),
        (_called_a_workbook("mimetype", "content.xml"), "save its table as .xlsx or CSV"),
        (_in_card("  type: csv", "  type: csv\n    encoding: utf-8"), "below the first letter of the key"),
        (_in_card("attribution: Isnad", "attribution: Isnad: the trial"), "put the value in quotes"),
        (_error_in_a_cell, "write the value that was meant"),
        (_table_of(b"<html><table><tr><td>1</td></tr></table></html>"), "this looks like a web page"),
        (_table_of(b"{\\rtf1 number,text}"), "this looks like a text with formatting"),
        (_table_of(b"Rar!\x1a\x07\x00"), "this looks like a RAR archive"),
        (_packed("texts/table.csv"), "name the table in it, as in member: texts/table.csv under origin"),
        (_packed("xl/workbook.xml"), "this looks like an Excel workbook"),
        (_damaged_archive, "these bytes look like UTF-16"),
        (_pipe, "put the file itself in its place"),
        (_card_of(b"{\\rtf1 id: trial}"), "save it as plain text in UTF-8"),
        (_in_card("kind: fatwa", "kind:\u00a0fatwa"), "write an ordinary blank"),
        (_in_card("review:", "homepage: www.example.org\nreview:"), "write the whole address, with https://"),
        (
            _exported_as("json", '{"data": [{"number": 1, "text": "x"}], "count": 1}'),
            "write records: data under format",
        ),
        (_in_card("  type: csv", "  type: csv\n  encoding: cp1256"), "remove `encoding` from the card"),
        (_in_card("  type: csv", "  type: csv\n  encoding: cp1252"), "remove `encoding` from the card"),
        (_in_card("  type: csv", "  type: csv\n  encoding: iso-8859-6"), "remove `encoding` from the card"),
        (_of_code_page("cp1252"), "write encoding: cp1256 in the card"),
        (_of_code_page("iso-8859-1"), "write encoding: cp1256 in the card"),
        (_of_code_page(""), "these bytes look like Windows-1256"),
        (_of_code_page("", "iso-8859-6"), "these bytes look like ISO 8859-6"),
        (_odd_blank_in_a_name, "“the text” is “the⟨U+00A0⟩text” in the table: write an ordinary blank"),
        (_date_in_a_cell(1), "the spreadsheet made a date of it"),
        (_date_in_a_cell(2), "the spreadsheet made a date of it"),
        (_strict_workbook, "save it as Excel Workbook (.xlsx)"),
        (_exported_as("json", '{"number": 1, "text": "x"}'), "put the record between [ and ]"),
        (_exported_as("json", '{"1": {"number": 1, "text": "x"}}'), 'write records: "*" under format'),
    ],
)
def test_a_mishap_is_told_once_with_what_mends_it(
    tmp_path: Path, mishap: Callable[[Path], None], remedy: str
) -> None:
    folder = source_folder(tmp_path, ROWS)
    mishap(folder)
    report = check(folder)
    assert [one for one in _remedies(report) if remedy not in one] == []
    assert untold_in_arabic(report) == []


def _remedies(report: CheckReport) -> list[str]:
    rows = [problem.remedy for kind in report.kinds for problem in kind.shown]
    found = [one.remedy for one in (*report.card_problems, *report.file_problems)] + rows
    assert found
    return found


def test_a_part_that_is_missing_is_not_told_to_need_what_one_of_its_kinds_needs(tmp_path: Path) -> None:
    report = check(source_folder(tmp_path, ROWS, origin=None))
    (mistake,) = report.card_problems
    assert mistake.expected.endswith("It needs: type.")


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_a_table_that_may_not_be_read_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = source_folder(tmp_path, ROWS)
    _exported_as(kind, "[]")(folder)
    if kind == "json":  # of which a look-up table is read before the rows
        _in_card("canonical:", "join: {c: {match: '{number}', from: list}}\ncanonical:")(folder)
    unreadable(folder / f"table.{kind}", monkeypatch)
    report = check(folder)
    (error,) = report.file_problems
    assert "could not be read" in error.problem
    assert f"table.{kind}" in error.where
    assert untold_in_arabic(report) == []


def test_a_hidden_column_is_told_though_the_first_row_is_of_another_card(tmp_path: Path) -> None:
    folder = source_folder(tmp_path, ROWS, where={"kind": "b"})
    _exported_as("xlsx", "")(folder)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["number", "text", "kind"], [1, "one", "a"], [2, "two", "b"]):
        sheet.append(row)
    sheet.column_dimensions["B"].hidden = True
    book.save(folder / "table.xlsx")
    assert [(kind.reason, kind.shown[0].field) for kind in check(folder).warnings] == [
        ("hidden-cells", "text")
    ]


@pytest.mark.parametrize(
    "text", ['[{"number": 1, "text": "x"}]', '\ufeff[\n{"number": 1, "text": "x"}\n]', '{\n"number": 1}']
)
def test_one_document_where_lines_were_said_to_be_is_told(tmp_path: Path, text: str) -> None:
    folder = source_folder(tmp_path, ROWS)
    _exported_as("jsonl", text)(folder)
    assert any("write type: json under format" in note for note in check(folder).advice)


def test_a_folder_without_texts_tells_what_it_holds(tmp_path: Path) -> None:
    folder = source_folder(tmp_path, ROWS)
    _texts_of_another_ending(folder)
    (error,) = check(folder).file_problems
    assert (error.expected, error.found) == (
        "files that end in .md or .markdown, and begin with no dot",
        "one.txt",
    )


def test_a_name_is_the_same_however_its_letters_are_composed(tmp_path: Path) -> None:
    """A Mac writes the آ of a name in two characters."""
    folder = source_folder(tmp_path, ROWS)
    (folder / "table.csv").rename(folder / unicodedata.normalize("NFD", "جدول آخر.csv"))
    _in_card("table.csv", "جدول آخر.csv")(folder)
    report = check(folder)
    assert report.ok
    assert report.counts is not None
    assert report.counts.documents == 1


def test_a_missing_table_is_told_with_the_files_that_are_there(tmp_path: Path) -> None:
    folder = source_folder(tmp_path, ROWS)
    (folder / "table.csv").rename(folder / "Table.csv")
    (error,) = check(folder).file_problems
    assert error.found == "Table.csv, source.yaml"
