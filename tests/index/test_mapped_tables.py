"""A table is mapped, and not read into memory; its rows are those that Arrow gives, and a damaged file is told."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from short_files import short_files

from pipeline.index import tables
from pipeline.index.rows import Rows
from pipeline.index.tables import open_table, rows_writer, table_writer
from schemas.errors import IndexFormatError

SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("text", pa.string()),
        ("number", pa.int32()),
        ("links", pa.list_(pa.string())),
    ]
)
ROW = st.tuples(
    st.none() | st.text(max_size=9),
    st.none() | st.text(max_size=300),
    st.none() | st.integers(-(1 << 31), (1 << 31) - 1),
    st.none() | st.lists(st.none() | st.text(max_size=5), max_size=3),
)


def table_of(rows: list[tuple[object, ...]]) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [()] * len(SCHEMA)
    return pa.table(
        [pa.array(column, kind) for column, kind in zip(columns, SCHEMA.types, strict=True)], schema=SCHEMA
    )


def test_an_open_table_takes_no_memory(tmp_path: Path) -> None:
    schema = pa.schema([("id", pa.string()), ("text", pa.string())])
    many = pa.array(["x" * 1000] * 5000)
    with table_writer(tmp_path / "large.arrow", schema) as writer:
        writer.write_batch(pa.RecordBatch.from_arrays([many, many], schema=schema))
    del many
    before = pa.total_allocated_bytes()
    table = open_table(tmp_path / "large.arrow", schema)
    assert pa.total_allocated_bytes() - before < 100_000
    assert table.num_rows == 5000


@given(
    batches=st.lists(st.lists(ROW, max_size=20), max_size=4),
    cut=st.tuples(st.integers(0, 30), st.integers(0, 60)),
)
def test_rows_are_those_that_arrow_gives(
    batches: list[list[tuple[object, ...]]], cut: tuple[int, int]
) -> None:
    """Of several batches, and of a table that begins and ends within one."""
    table = pa.concat_tables([SCHEMA.empty_table(), *map(table_of, batches)]).slice(*cut)
    rows = Rows(table)
    wanted = [
        {**each, "links": None if each["links"] is None else tuple(each["links"])}
        for each in table.to_pylist()
    ]
    assert [rows[place] for place in range(rows.count)] == wanted
    for place, each in enumerate(wanted):
        if each["text"] is not None:
            assert rows.text("text", place) == each["text"]


@pytest.mark.parametrize("place", [-1, 3])
def test_a_row_outside_of_the_table_is_none(place: int) -> None:
    rows = Rows(table_of([("a", "b", 1, [])] * 3))
    with pytest.raises(IndexError, match="of a table of 3"):
        rows[place]


def written(path: Path) -> bytes:
    chance = random.Random(1)
    rows = [(f"id:{row}", "نص " * chance.randrange(30), row, [f"{row}", None]) for row in range(300)]
    with table_writer(path, SCHEMA) as writer:
        writer.write_batch(table_of(rows).combine_chunks().to_batches()[0])
    return path.read_bytes()


def test_a_wrong_byte_anywhere_gives_other_values_or_an_error(tmp_path: Path) -> None:
    """It never reads what is not the table's: that would end this process, or show what lies there."""
    path = tmp_path / "table.arrow"
    whole, chance = written(path), random.Random(2)
    allowed = len(whole)
    told = 0
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[chance.randrange(8, len(damaged))] = chance.choice([0, 1, 127, 128, 255])
        path.unlink()
        path.write_bytes(damaged)
        try:
            rows = Rows(open_table(path, SCHEMA))
        except IndexFormatError:
            told += 1
            continue
        for place in range(rows.count):
            try:
                row = rows[place]
            except IndexFormatError:
                told += 1
            else:
                assert len(str(row["text"]).encode(errors="replace")) <= allowed
    assert told


@pytest.mark.parametrize("wrong", [0x01, 0x80, 0xFF])
def test_any_one_wrong_byte_gives_other_values_or_the_error_of_a_damaged_index(
    tmp_path: Path, wrong: int
) -> None:
    """Among them are the names of columns, which need not be text, and lengths, which may be below nothing."""
    path = tmp_path / "table.arrow"
    with table_writer(path, SCHEMA) as writer:
        writer.write_batch(table_of([("a", "b", 1, ["c"])] * 3).combine_chunks().to_batches()[0])
    whole = path.read_bytes()
    for place, byte in enumerate(whole):
        path.unlink()
        path.write_bytes(whole[:place] + bytes([byte ^ wrong]) + whole[place + 1 :])
        with suppress(IndexFormatError):
            rows = Rows(open_table(path, SCHEMA))
            assert len([rows[each] for each in range(rows.count)]) == rows.count


def test_a_table_that_cannot_be_ended_is_not_kept(tmp_path: Path) -> None:
    with short_files(5), pytest.raises(OSError, match="too large"):
        written(tmp_path / "table.arrow")
    assert list(tmp_path.iterdir()) == []


def test_rows_that_cannot_be_put_together_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(tables, "_one_batch", full)
    with pytest.raises(MemoryError), rows_writer(tmp_path / "table.arrow", SCHEMA) as writer:
        writer.add(table_of([("a", "b", 1, [])]))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", [-1, 1 << 30, -(1 << 31)])
def test_a_place_outside_of_the_file_is_told(tmp_path: Path, wrong: int) -> None:
    texts = pa.array(["one", "two", "three"])
    places = pa.py_buffer(pa.array([0, 3, wrong, 11], pa.int32()).buffers()[1].to_pybytes())
    broken = pa.StringArray.from_buffers(3, places, texts.buffers()[2])
    rows = Rows(pa.table({"text": broken}))
    assert rows.text("text", 0) == "one"
    for place in (1, 2):
        with pytest.raises(IndexFormatError, match="a table of the index is damaged"):
            rows.text("text", place)


def test_bytes_that_are_no_text_are_told() -> None:
    places = pa.py_buffer(pa.array([0, 1, 2], pa.int32()).buffers()[1].to_pybytes())
    rows = Rows(pa.table({"text": pa.StringArray.from_buffers(2, places, pa.py_buffer(b"a\xff"))}))
    assert rows[0] == {"text": "a"}
    with pytest.raises(IndexFormatError, match="row 1"):
        rows[1]
