"""JSON and JSON Lines: what is a row, what costs one row, and what costs the file."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sources.readers import MAX_ROW_BYTES, Row, read_rows
from schemas.errors import ArchiveError, FormatError
from schemas.origin import Format


def lines(path: Path, data: bytes | str, **options: Any) -> list[Row]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return list(read_rows(path, Format(type="jsonl", **options)))


def document(path: Path, value: object, records: str = "") -> list[Row]:
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return list(read_rows(path, Format(type="json", records=records)))


def code(row: Row) -> str:
    assert row.problem is not None
    assert row.problem.message
    assert row.problem.remedy
    return row.problem.code


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
)
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=20)
RECORDS = st.lists(
    st.dictionaries(TEXTS, SCALARS | TEXTS | st.lists(TEXTS, max_size=3), min_size=1, max_size=4),
    min_size=1,
    max_size=8,
)


@given(records=RECORDS, packing=st.sampled_from(["none", "gz", "zst"]))
def test_what_was_written_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict], packing: str
) -> None:
    data = b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)
    if packing != "none":
        data = gzip.compress(data) if packing == "gz" else zstandard.compress(data)
    rows = lines(tmp_path_factory.mktemp("jsonl") / "a", data)
    assert [dict(row.fields) for row in rows] == records
    assert [row.number for row in rows] == list(range(1, len(records) + 1))
    assert not any(row.problem for row in rows)


@given(data=st.binary(max_size=200))
def test_any_bytes_give_rows_or_a_format_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    try:
        rows = lines(tmp_path_factory.mktemp("bytes") / "a", data)
    except (FormatError, ArchiveError):
        return
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        assert len(rows) == sum(1 for line in data.split(b"\n") if line.strip(b" \t\r\x0b\x0c"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"a": 1, "a": 2}', "duplicate-key"),
        (b'{"a": {"b": 1, "b": 1}}', "duplicate-key"),
        (b'{"a": NaN}', "not-a-number"),
        (b'{"a": -Infinity}', "not-a-number"),
        (b'{"a": 1e999}', "huge-number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "huge-number"),
        (b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}", "deep-nesting"),
        (b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "deep-nesting"),
        (b'{"a": ' + b'{"a":' * 70 + b"1" + b"}" * 71, "deep-nesting"),
        (b'{"a": "x\\u0000y"}', "nul-character"),
        (b'{"a": ["\\ud800"]}', "lone-surrogate"),
        (b'{"a": 1} trailing', "not-json"),
        (b'{"a": 1', "not-json"),
        (b'{"a": "x\ty"}', "not-json"),
        (b"[1, 2]", "not-an-object"),
        (b"12", "not-an-object"),
        ('{"a": "بسم الله"}'.encode("cp1256"), "undecodable-bytes"),
        (b'{"a": "' + b"x" * 5 * 1024 * 1024 + b'"}', "row-too-large"),
    ],
)
def test_a_bad_line_costs_that_line_alone(tmp_path: Path, line: bytes, expected: str) -> None:
    rows = lines(tmp_path / "a.jsonl", b'{"a": 0}\n' + line + b'\n\n{"a": 2}\n')
    assert [row.number for row in rows] == [1, 2, 3]
    assert code(rows[1]) == expected
    assert rows[1].where == "a.jsonl, line 2"
    assert rows[2].where == "a.jsonl, line 4"
    assert (rows[0].fields, rows[2].fields) == ({"a": 0}, {"a": 2})


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\n \n", id="blank-lines"),
        pytest.param(gzip.compress(b"", mtime=0), id="packed-nothing"),
        pytest.param(b"\xef\xbb\xbf", id="mark-alone"),
    ],
)
def test_a_file_without_records_is_an_error(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(FormatError, match="empty"):
        lines(tmp_path / "a", data)


def test_a_file_that_the_disk_does_not_give_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    (tmp_path / "a").write_bytes(b'{"a": 1}')
    monkeypatch.setattr(Path, "open", broken)
    with pytest.raises(FormatError, match="from the disk") as caught:
        list(read_rows(tmp_path / "a", Format(type="jsonl")))
    assert caught.value.found == "Input/output error"


def test_a_problem_names_its_field(tmp_path: Path) -> None:
    [row] = lines(tmp_path / "a", '{"id": 1, "text": {"ar": "x", "ar": "y"}}')
    assert row.problem is not None
    assert row.problem.field == "ar"
    [row] = lines(tmp_path / "a", '{"id": 1, "count": [NaN]}')
    assert row.problem is not None
    assert row.problem.field == "count"


def test_a_whole_number_is_exact(tmp_path: Path) -> None:
    [row] = lines(tmp_path / "a", '{"a": 12345678901234567890123}')
    assert row.fields["a"] == 12345678901234567890123


def test_undecodable_bytes_are_located_and_guessed(tmp_path: Path) -> None:
    bad = '{"t": "قال رسول الله"}'.encode("cp1256")
    rows = lines(tmp_path / "a.jsonl", b'{"t": 1}\n' + bad + b"\n")
    assert rows[1].problem is not None
    assert "line 2" in rows[1].problem.message
    assert "byte 16 of the file is 0xde" in rows[1].problem.message
    assert (
        "these bytes look like Windows-1256: save the file as UTF-8, or write encoding: cp1256 under format"
        in rows[1].problem.remedy
    )
    rows = lines(tmp_path / "b.jsonl", bad, encoding="cp1256")
    assert rows[0].fields == {"t": "قال رسول الله"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_dropped_with_a_note(tmp_path: Path, encoding: str) -> None:
    rows = lines(tmp_path / "a", '{"a": "ب"}\n{"a": 2}\n'.encode(encoding))
    assert [row.fields for row in rows] == [{"a": "ب"}, {"a": 2}]
    assert [note.code for note in rows[0].of_file] == ["byte-order-mark"]
    assert rows[1].notes == ()


def test_utf16_of_half_a_character_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="UTF-16"):
        lines(tmp_path / "a", '{"a": 1}\n'.encode("utf-16") + b"\x00")


def test_a_mark_that_contradicts_the_card_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="contradict"):
        lines(tmp_path / "a", '{"a": 1}'.encode("utf-16"), encoding="utf-8")
    with pytest.raises(FormatError, match="byte-order mark"):
        lines(tmp_path / "a", '{"a": 1}'.encode("utf-16-le"), encoding="utf-16")
    with pytest.raises(FormatError, match="UTF-32"):
        lines(tmp_path / "a", '{"a": 1}'.encode("utf-32"))


def _packed(packing: str) -> bytes:
    data = b"".join(b'{"a": "%d"}\n' % number for number in range(20_000))
    return gzip.compress(data) if packing == "gz" else zstandard.compress(data)


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_truncated_stream_is_told_after_its_rows(tmp_path: Path, packing: str) -> None:
    packed = _packed(packing)
    (tmp_path / "a").write_bytes(packed[: len(packed) * 9 // 10])
    rows = read_rows(tmp_path / "a", Format(type="jsonl"))
    assert next(rows).fields == {"a": "0"}
    with pytest.raises(FormatError, match="truncated") as caught:
        list(rows)
    assert caught.value.remedy


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_bytes_behind_the_stream_are_not_passed_over(tmp_path: Path, packing: str) -> None:
    with pytest.raises(FormatError, match="damaged"):
        lines(tmp_path / "a", _packed(packing) + b"garbage")


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_several_streams_behind_one_another_are_one(tmp_path: Path, packing: str) -> None:
    assert len(lines(tmp_path / "a", _packed(packing) * 2)) == 40_000


def test_a_packing_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="not packed"):
        lines(tmp_path / "a", '{"a": 1}', compression="gz")


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_decompression_bomb_is_stopped(tmp_path: Path, packing: str) -> None:
    zeros = b" " * (80 * 1024 * 1024)
    data = gzip.compress(zeros, 6) if packing == "gz" else zstandard.compress(zeros)
    with pytest.raises(ArchiveError, match="bomb"):
        lines(tmp_path / "a", data)


def test_a_large_stream_is_not_held_in_memory(tmp_path: Path) -> None:
    record = json.dumps({"id": 1, "text": "كلمة " * 40}, ensure_ascii=False).encode() + b"\n"
    with (tmp_path / "a").open("wb") as file, zstandard.ZstdCompressor().stream_writer(file) as packed:
        for number in range(30_000):  # 12 MB; the text differs, so that it is no bomb
            packed.write(record.replace(b"1", b"%d" % number, 1))
    tracemalloc.start()
    count = sum(row.problem is None for row in read_rows(tmp_path / "a", Format(type="jsonl")))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 30_000
    assert peak < 6 * 1024 * 1024


def test_the_largest_row_is_read_and_the_next_size_is_not(tmp_path: Path) -> None:
    frame = len('{"a": ""}\n')
    fits = '{"a": "' + "x" * (MAX_ROW_BYTES - frame) + '"}'
    rows = lines(tmp_path / "a", fits + "\n" + fits.replace("x", "xx", 1) + "\n")
    assert rows[0].problem is None
    assert code(rows[1]) == "row-too-large"


@pytest.mark.parametrize(
    ("value", "records", "expected"),
    [
        ([{"a": 1}, {"a": 2}], "", [{"a": 1}, {"a": 2}]),
        ([{"a": 1}, {"a": 2}], "[]", None),
        ({"hadiths": [{"a": 1}]}, "hadiths", [{"a": 1}]),
        (
            [{"id": 1, "n": {"en": "x"}, "v": [{"a": 1}, {"a": 2}]}, {"id": 2, "v": [{"a": 3}]}],
            "[].v",
            [
                {"a": 1, "parent.id": 1, "parent.n.en": "x"},
                {"a": 2, "parent.id": 1, "parent.n.en": "x"},
                {"a": 3, "parent.id": 2},
            ],
        ),
        (
            {"1": [{"a": 1}], "2": [{"a": 2}]},
            "*",
            [{"a": 1, "parent._key": "1"}, {"a": 2, "parent._key": "2"}],
        ),
        ({"x": {"a": 1}, "y": {"a": 2}}, "*", [{"a": 1, "parent._key": "x"}, {"a": 2, "parent._key": "y"}]),
        (
            {"t": 7, "books": [{"id": 1, "chapters": [{"id": 5, "h": [{"id": 9}]}]}]},
            "books.[].chapters.[].h",
            [{"id": 9, "parent.id": 5, "parent.parent.id": 1, "parent.parent.parent.t": 7}],
        ),
    ],
)
def test_the_paths_to_records(
    tmp_path: Path, value: object, records: str, expected: list[dict] | None
) -> None:
    if expected is None:
        with pytest.raises(FormatError, match="do not lie"):
            document(tmp_path / "a.json", value, records)
        return
    assert [dict(row.fields) for row in document(tmp_path / "a.json", value, records)] == expected


@pytest.mark.parametrize(
    ("value", "records", "place"),
    [
        ({"a": 1}, "", "an object with the fields a"),
        ([], "hadiths", "a list of 0"),
        ({"a": 1}, "hadiths", "an object with the fields a"),
        ([{"v": [1]}, {"w": 2}], "[].v", "an object with the fields w"),
        ({"a": None}, "a", "nothing"),
    ],
)
def test_a_path_that_leads_nowhere_says_what_is_there(
    tmp_path: Path, value: object, records: str, place: str
) -> None:
    with pytest.raises(FormatError) as caught:
        document(tmp_path / "a.json", value, records)
    assert place in caught.value.found
    assert caught.value.where == "a.json"


def test_a_path_with_an_empty_step_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="not a path"):
        document(tmp_path / "a.json", [], "a..b")


def test_a_flaw_in_a_document_costs_one_record(tmp_path: Path) -> None:
    rows = document(tmp_path / "a.json", '[{"a": 1}, {"a": 1, "a": 2}, {"a": NaN}, 5, {"a": 4}]')
    assert [row.problem.code if row.problem else "" for row in rows] == [
        "",
        "duplicate-key",
        "not-a-number",
        "not-an-object",
        "",
    ]
    assert rows[4].where == "a.json, [4]"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("[1, 2", "comma"),
        ('[{"a": 1}] x', "behind the end"),
        ("[" * 100_000 + "]" * 100_000, "too deep"),
        ('{"a": 1}\n{"a": 2}\n', "behind the end"),
    ],
)
def test_a_document_that_is_not_json_is_located(tmp_path: Path, text: str, word: str) -> None:
    with pytest.raises(FormatError) as caught:
        document(tmp_path / "a.json", text)
    assert word in caught.value.problem
    assert "a.json" in caught.value.where


def test_a_document_in_another_encoding_is_located(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes('[\n{"a": "السلام عليكم"}]'.encode("cp1256"))
    with pytest.raises(FormatError) as caught:
        list(read_rows(tmp_path / "a.json", Format(type="json")))
    assert "line 2" in caught.value.where
    assert "byte 9 of the file is 0xc7" in caught.value.problem
    assert "cp1256" in caught.value.remedy
