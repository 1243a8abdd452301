"""CSV, XLSX and Parquet: whole tables, and the rows that cannot be read."""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from pipeline.sources.languages import in_language
from pipeline.sources.readers import Row, read_rows
from schemas.errors import FormatError
from schemas.origin import Format


def table(path: Path, data: bytes | str, **options: Any) -> list[Row]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return list(read_rows(path, Format(type="csv", **options)))


def codes(rows: list[Row]) -> list[str]:
    return [row.problem.code if row.problem else "" for row in rows]


CELLS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)


@given(
    cells=st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=8),
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_the_csv_module_writes_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, cells: list[tuple[str, str, str]], delimiter: str, end: str
) -> None:
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("a", "b", "c"), *cells])
    rows = table(tmp_path_factory.mktemp("csv") / "a", written.getvalue())
    kept = [row for row in cells if any(cell.strip() for cell in row)]
    assert codes(rows) == [""] * len(kept)
    assert [tuple(row.fields.values()) for row in rows] == kept


@given(data=st.text(alphabet='ab",\r\n', max_size=60))
def test_any_text_gives_rows_or_a_format_error(tmp_path_factory: pytest.TempPathFactory, data: str) -> None:
    try:
        rows = table(tmp_path_factory.mktemp("csv") / "a", "a,b\n" + data)
    except FormatError:
        pytest.fail("a bad row is no error of the file")
    filled = [line for line in data.split("\n") if line.strip("\r")]
    assert len(rows) <= len(filled)
    assert rows or not {"a", "b"} & set(data)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"2,x\ry", "bare-carriage-return"),
        (b'2,"open', "unclosed-quote"),
        (b'2,"a" b', "stray-quote"),
        (b"2", "wrong-columns"),
        (b"2,a,b", "wrong-columns"),
        (b"2,a\0b", "nul-character"),
        ("2,بسم الله".encode("cp1256"), "undecodable-bytes"),
        (b"2," + b"x" * 5 * 1024 * 1024, "row-too-large"),
        (b'2,"' + b"x" * 5 * 1024 * 1024 + b'"', "row-too-large"),
    ],
)
def test_a_bad_record_costs_one_line(tmp_path: Path, line: bytes, expected: str) -> None:
    rows = table(tmp_path / "t.csv", b"id,text\n1,a\n" + line + b'\n3,c\n4,"d"\n')
    assert codes(rows) == ["", expected, "", ""]
    assert rows[1].where == "t.csv, line 3"
    assert [row.fields["id"] for row in rows if row.problem is None] == ["1", "3", "4"]
    assert rows[1].problem is not None
    assert rows[1].problem.remedy


def test_a_quote_that_is_never_closed_costs_one_line(tmp_path: Path) -> None:
    rows = table(tmp_path / "t", 'id,text\n1,"open\n' + "".join(f"{n},x\n" for n in range(2, 100)))
    assert codes(rows) == ["unclosed-quote"] + [""] * 98


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("one\n2,two\n3,three", True),
        ("one\n2,two", True),
        ("one\n2,two\nand more\nof it", False),
        ("Dear brother,\nI ask, and hope\nfor an answer.", False),
        ("one\n\n", False),
    ],
)
def test_a_word_is_said_of_rows_in_a_quote_that_a_later_row_closes(
    tmp_path: Path, cells: str, told: bool
) -> None:
    first, last = table(tmp_path / "t", f'id,text\n1,"{cells}"\n9,nine\n')
    assert first.fields["text"] == cells
    assert [note.code for note in first.notes] == (["rows-in-text"] if told else [])
    assert last.notes == ()


def test_a_quoted_text_over_many_lines_may_not_grow_without_end(tmp_path: Path) -> None:
    rows = table(tmp_path / "t", 'id,text\n1,"' + ("x" * 1023 + "\n") * 5000 + '"\n')
    assert codes(rows)[0] == "unclosed-quote"
    assert set(codes(rows)[1:]) <= {"wrong-columns", "unclosed-quote", "stray-quote"}


def test_texts_are_kept_byte_for_byte(tmp_path: Path) -> None:
    [row] = table(tmp_path / "t", 'id, text\r\n1,"  a ""b""\r\n\rc,"\r\n')
    assert row.fields == {"id": "1", "text": '  a "b"\r\n\rc,'}
    [row] = table(tmp_path / "t", 'id,text\n1,5" tall \n')
    assert row.fields["text"] == '5" tall '


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("id,text,id\n", "“id”"),
        ("id,,text\n1,2,3\n", "column 2"),
        ("id,text,\n1,2,\n", "column 3"),
        (",,\n", "no header"),
        ('id,"text\n', "header"),
        ("id,text\r1,a\r2,b\r", "carriage return"),
        ("ح,ن\n".encode("cp1256"), "not utf-8"),
    ],
)
def test_a_bad_header_is_an_error(tmp_path: Path, data: bytes | str, word: str) -> None:
    with pytest.raises(FormatError) as caught:
        table(tmp_path / "t.csv", data)
    assert word in caught.value.render()
    assert "t.csv" in caught.value.where
    assert caught.value.remedy


def test_a_table_without_a_header_takes_the_card_s(tmp_path: Path) -> None:
    rows = table(tmp_path / "t", "1|2:255|نص, و\n", header=("id", "aya", "text"))
    assert rows[0].fields == {"id": "1", "aya": "2:255", "text": "نص, و"}
    with pytest.raises(FormatError, match="“id”"):
        table(tmp_path / "t", "1,2\n", header=("id", "id"))


def test_a_stated_encoding_is_used(tmp_path: Path) -> None:
    text = "id;text\n1;بسم الله\n"
    assert table(tmp_path / "t", text.encode("cp1256"), encoding="cp1256")[0].fields["text"] == "بسم الله"
    assert table(tmp_path / "t", text.encode("utf-16"))[0].fields["text"] == "بسم الله"
    rows = table(tmp_path / "t", text.encode("utf-8-sig"))
    assert rows[0].fields == {"id": "1", "text": "بسم الله"}
    assert rows[0].of_file[0].code == "byte-order-mark"


def book(path: Path, *rows: list[object], merge: str = "", **options: Any) -> list[Row]:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for cells in merge.split():
        sheet.merge_cells(cells)
    workbook.save(path)
    return list(read_rows(path, Format(type="xlsx", **options)))


def test_a_workbook_gives_values_by_column(tmp_path: Path) -> None:
    day = datetime.date(2020, 1, 2)
    rows = book(tmp_path / "b.xlsx", ["id", "text", "n"], [1, "نص", None], [], [2, "=", day], [3])
    assert [dict(row.fields) for row in rows] == [
        {"id": 1, "text": "نص", "n": None},
        {"id": 2, "text": "=", "n": "2020-01-02T00:00:00"},
        {"id": 3, "text": None, "n": None},
    ]
    assert rows[1].where == "b.xlsx, sheet “Sheet”, row 4"


def test_cells_merged_in_many_rows_are_told_in_each_of_them(tmp_path: Path) -> None:
    rows = [[number, "text", "note"] for number in range(1, 12)]
    merge = "C9:C10 A4:A6 B3:C3 A11:C11 C5:C8 B10:B12"  # the rows of a sheet are from 2
    told = [
        "".join(name[0] for name in sorted(row.flaws))
        for row in book(tmp_path / "b.xlsx", ["id", "text", "note"], *rows, merge=merge)
    ]
    assert told == ["", "nt", "i", "in", "in", "n", "n", "n", "nt", "int", "t"]


def test_formulas_merged_and_surplus_cells_are_problems_of_their_rows(tmp_path: Path) -> None:
    rows = book(
        tmp_path / "b.xlsx",
        ["id", "text"],
        [1, "=A2+1"],
        [2, "merged"],
        [3],
        [4, "x", "y"],
        [5, "#REF!"],
        [6, "good"],
        merge="B3:B4",
    )
    assert codes(rows) == ["", "", "", "wrong-columns", "", ""]
    flaws = [
        (number, column, flaw.code) for number, row in enumerate(rows) for column, flaw in row.flaws.items()
    ]
    assert flaws == [
        (0, "text", "formula"), (1, "text", "merged-cells"), (2, "text", "merged-cells"), (4, "text", "error-value"),
    ]  # fmt: skip
    assert (rows[0].flaws["text"].field, rows[0].flaws["text"].value) == ("B2", "=A2+1")
    assert rows[1].flaws["text"].value == "B3:B4"
    assert rows[5].fields == {"id": 6, "text": "good"}


def test_a_line_that_tells_excel_the_delimiter_is_none_of_the_table(tmp_path: Path) -> None:
    for line in ("sep=;\r\n", '"sep=;"\n'):
        (tmp_path / "t.csv").write_text(f"{line}id;text\n1;a, b, c\n", "utf-8")
        assert [dict(row.fields) for row in read_rows(tmp_path / "t.csv", Format(type="csv"))] == [
            {"id": "1", "text": "a, b, c"}
        ]


def test_a_field_of_many_lines_is_one_and_a_quote_before_them_costs_one_line(tmp_path: Path) -> None:
    lines = "a\n" * 100_000
    assert [row.fields for row in table(tmp_path / "t.csv", f'id,text\n1,"{lines}"\n')] == [
        {"id": "1", "text": lines}
    ]
    opened = table(tmp_path / "t.csv", f'id\n"1\n{lines}')
    assert (codes(opened)[0], len(opened)) == ("unclosed-quote", 100_001)


def test_of_many_such_lines_the_first_alone_is_one(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="has no name"):
        table(tmp_path / "t.csv", "sep=;\n" * 3000)


def test_a_title_above_the_header_is_told_as_one(tmp_path: Path) -> None:
    for title in ("Fatwas of 1445", "Fatwas,,"):
        (tmp_path / "t.csv").write_text(f"{title}\nid,text,n\n1,x,2\n", "utf-8")
        with pytest.raises(FormatError, match="as a title does"):
            list(read_rows(tmp_path / "t.csv", Format(type="csv")))


def test_what_excel_writes_for_a_line_end_is_one(tmp_path: Path) -> None:
    rows = book(
        tmp_path / "b.xlsx",
        ["id", "text"],
        [1, "one_x000D_\ntwo_x0041_"],
        [2, "snake_xyz_case _x005F_x000D_"],
    )
    assert [row.fields["text"] for row in rows] == ["one\ntwoA", "snake_xyz_case _x000D_"]


def test_rows_of_blanks_are_no_records_in_both_kinds_of_table(tmp_path: Path) -> None:
    lines = [["id", "text"], [None, None], ["  ", " "], [1, "x"], ["\u00a0", None], [2, "y"]]
    assert [dict(row.fields) for row in book(tmp_path / "b.xlsx", *lines)] == [
        {"id": 1, "text": "x"},
        {"id": 2, "text": "y"},
    ]
    (tmp_path / "t.csv").write_text(",\nid,text\n,\n  , \n1,x\n\u00a0,\n2,y\n,\n", "utf-8")
    rows = list(read_rows(tmp_path / "t.csv", Format(type="csv")))
    assert [(row.number, row.where[-1], dict(row.fields)) for row in rows] == [
        (1, "5", {"id": "1", "text": "x"}),
        (2, "7", {"id": "2", "text": "y"}),
    ]


def test_what_is_hidden_is_read_and_a_word_is_said(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    for row in (["id", "text", "note"], [1, "x", "a"], [2, "y", "b"], [3, "z", "c"]):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    workbook.save(tmp_path / "b.xlsx")
    rows = list(read_rows(tmp_path / "b.xlsx", Format(type="xlsx")))
    assert [[note.value for note in row.notes] for row in rows] == [[], ["row 3"], []]
    assert [[note.value for note in row.of_file] for row in rows] == [["note"], [], []]
    assert {note.code for row in rows for note in (*row.notes, *row.of_file)} == {"hidden-cells"}


def test_a_word_is_said_of_a_sheet_that_is_hidden(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.append(["id"])
    sheet.append([1])
    sheet.sheet_state = "hidden"
    workbook.create_sheet("Empty")
    workbook.save(tmp_path / "b.xlsx")
    [row] = read_rows(tmp_path / "b.xlsx", Format(type="xlsx"))
    assert ["the sheet is hidden" in note.message for note in row.of_file] == [True]


def test_a_workbook_is_known_by_its_content_not_its_name(tmp_path: Path) -> None:
    book(tmp_path / "b.xlsx", ["id"], [1])
    (tmp_path / "b.xlsx").rename(tmp_path / "download")
    [row] = read_rows(tmp_path / "download", Format(type="xlsx"))
    assert row.fields == {"id": 1}


@pytest.mark.parametrize(
    ("rows", "merge", "word"),
    [
        ([["id", "id"]], "", "“id”"),
        ([["id", None, "text"]], "", "column 2"),
        ([["id", "=A1"]], "", "formula"),
        ([["id", "text"], [1, "x"]], "A1:B1", "as a title does"),
        ([["id", "text", None, "n"], [1, "x"]], "B1:C1", "merged"),
        ([["Fatwas of 1445"], ["id", "text"], [1, "x"]], "", "above the one that names the columns"),
        ([], "", "no content"),
    ],
)
def test_a_bad_sheet_header_is_an_error(tmp_path: Path, rows: list, merge: str, word: str) -> None:
    with pytest.raises(FormatError) as caught:
        book(tmp_path / "b.xlsx", *rows, merge=merge)
    assert word in caught.value.render()


def test_the_sheet_must_be_certain(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    workbook.active.append(["id"])  # type: ignore[union-attr]
    workbook.create_sheet("Empty")
    other = workbook.create_sheet("Other")
    workbook.save(tmp_path / "b.xlsx")
    assert list(read_rows(tmp_path / "b.xlsx", Format(type="xlsx"))) == []
    other.append(["number"])
    other.append([7])
    other.sheet_state = "hidden"
    workbook.save(tmp_path / "b.xlsx")
    with pytest.raises(FormatError, match="several sheets") as caught:
        list(read_rows(tmp_path / "b.xlsx", Format(type="xlsx")))
    assert caught.value.found == "sheet “Sheet”, hidden sheet “Other”"
    assert in_language(caught.value.found, "ar") == "الورقة «Sheet»، الورقة المخفية «Other»"
    [row] = read_rows(tmp_path / "b.xlsx", Format(type="xlsx", sheet="Other"))
    assert row.fields == {"number": 7}
    with pytest.raises(FormatError, match="no sheet “Third”"):
        list(read_rows(tmp_path / "b.xlsx", Format(type="xlsx", sheet="Third")))


def test_what_stands_beside_a_table_is_told_with_its_cell(tmp_path: Path) -> None:
    row, _ = book(tmp_path / "b.xlsx", ["number", "text"], [1, "x", None, "a remark"], [2, "y"])
    assert row.problem is not None
    assert (row.problem.code, row.problem.value) == ("wrong-columns", "a remark")
    assert row.problem.message.startswith("the cell D2 stands beside the table")


def _with_sheet(path: Path, old: bytes, new: bytes) -> None:
    """A workbook whose sheet has other XML."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    [sheet] = [name for name in members if "worksheets/" in name]
    assert old in members[sheet]
    members[sheet] = members[sheet].replace(old, new)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    ("old", "new", "row"),
    [
        (b'<row r="3"', b'<row r="2"', 2),
        (b'<row r="2"', b'<row r="4"', 3),
        (b'<row r="1"', b'<row r="0"', 0),
        (b'<c r="B3"', b'<c r="A3"', 3),
        (b'<c r="A3"', b'<c r="C3"', 3),
    ],
)
def test_a_row_or_a_cell_in_the_place_of_another_is_told(
    tmp_path: Path, old: bytes, new: bytes, row: int
) -> None:
    """One of the two would be lost, and no count would miss it."""
    book(tmp_path / "b.xlsx", ["id", "text"], [1, "one"], [2, "two"])
    _with_sheet(tmp_path / "b.xlsx", old, new)
    with pytest.raises(FormatError, match="one would be lost") as caught:
        list(read_rows(tmp_path / "b.xlsx", Format(type="xlsx")))
    assert caught.value.where == f"b.xlsx, sheet “Sheet”, row {row}"


def test_rows_without_numbers_follow_each_other_and_a_stated_size_is_not_believed(tmp_path: Path) -> None:
    book(tmp_path / "b.xlsx", ["id", "text"], [1, "one"], [2, "two"])
    for number in (1, 2, 3):
        _with_sheet(tmp_path / "b.xlsx", f'<row r="{number}"'.encode(), b"<row")
    _with_sheet(tmp_path / "b.xlsx", b'<dimension ref="A1:B3"', b'<dimension ref="B2:B2"')
    rows = read_rows(tmp_path / "b.xlsx", Format(type="xlsx"))
    assert [dict(row.fields) for row in rows] == [{"id": 1, "text": "one"}, {"id": 2, "text": "two"}]


@pytest.mark.parametrize("data", [b"", b"id,text\n", b"PK\x03\x04 broken", b"\xd0\xcf\x11\xe0 an old xls"])
def test_what_is_no_workbook_is_said(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "b.xlsx").write_bytes(data)
    with pytest.raises(FormatError) as caught:
        list(read_rows(tmp_path / "b.xlsx", Format(type="xlsx")))
    assert "save it again as .xlsx" in caught.value.remedy


def parquet_rows(path: Path, columns: dict[str, object]) -> list[Row]:
    parquet.write_table(pa.table(columns), path)
    return list(read_rows(path, Format(type="parquet")))


def test_parquet_keeps_nested_columns(tmp_path: Path) -> None:
    rows = parquet_rows(
        tmp_path / "p", {"id": [1, 2], "n": [{"ar": "ن", "l": [1, 2]}, None], "d": [Decimal("1.50"), None]}
    )
    assert rows[0].fields == {"id": 1, "n": {"ar": "ن", "l": [1, 2]}, "d": "1.50"}
    assert rows[1].fields == {"id": 2, "n": None, "d": None}
    assert rows[1].number == 2


def test_parquet_values_without_a_meaning_are_told(tmp_path: Path) -> None:
    rows = parquet_rows(tmp_path / "p", {"f": [1.5, float("nan")], "b": [b"\x00\x01", None]})
    assert codes(rows) == ["binary-value", ""]
    assert rows[1].fields == {"f": None, "b": None}
    assert rows[1].notes[0].code == "not-a-number"


def test_a_row_of_five_megabytes_is_a_problem_in_parquet_too(tmp_path: Path) -> None:
    rows = parquet_rows(tmp_path / "p", {"t": ["x", "y" * 5 * 1024 * 1024, "z"]})
    assert codes(rows) == ["", "row-too-large", ""]


def test_a_small_parquet_file_of_large_rows_takes_no_more_memory_than_a_few(tmp_path: Path) -> None:
    text = "x" * 3_600_000
    parquet.write_table(pa.table({"t": [text] * 120}), tmp_path / "p", compression="zstd")
    before = pa.total_allocated_bytes()
    held = [
        pa.total_allocated_bytes() - before
        for row in read_rows(tmp_path / "p", Format(type="parquet"))
        if row.fields == {"t": text}
    ]
    assert len(held) == 120
    assert max(held) < 50 * len(text)


def test_a_row_of_parquet_that_is_much_too_large_is_a_problem_whatever_it_holds(tmp_path: Path) -> None:
    rows = parquet_rows(tmp_path / "p", {"n": [1, 2, 3], "t": [[], list(range(3_000_000)), [1]]})
    assert [problem and (problem.code, problem.field) for problem in (row.problem for row in rows)] == [
        None,
        ("row-too-large", "t"),
        None,
    ]


def test_damaged_parquet_is_an_error(tmp_path: Path) -> None:
    parquet_rows(tmp_path / "p", {"t": ["x" * 1000]})
    data = (tmp_path / "p").read_bytes()
    for broken in (b"", data[:-20], b"PAR1" + data[4:30]):
        (tmp_path / "p").write_bytes(broken)
        with pytest.raises(FormatError, match="Parquet"):
            list(read_rows(tmp_path / "p", Format(type="parquet")))


@pytest.mark.parametrize(
    "value",
    [
        pa.array([2**30], pa.date32()),
        pa.array([2**62], pa.timestamp("us")),
        pa.array([1], pa.timestamp("us", "Mars/X")),
    ],
)
def test_parquet_with_a_day_that_python_cannot_hold_is_an_error(tmp_path: Path, value: pa.Array) -> None:
    with pytest.raises(FormatError, match="Parquet"):
        parquet_rows(tmp_path / "p", {"when": value})


def test_parquet_with_two_columns_of_one_name_is_an_error(tmp_path: Path) -> None:
    parquet.write_table(pa.table([["a"], ["b"]], names=["t", "t"]), tmp_path / "p")
    with pytest.raises(FormatError, match="same name"):
        list(read_rows(tmp_path / "p", Format(type="parquet")))
