"""A table is mapped, and not read into memory."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from pipeline.index.tables import TableWriter, open_table

SCHEMA = pa.schema([("id", pa.string()), ("text", pa.string())])


def test_an_open_table_takes_no_memory(tmp_path: Path) -> None:
    many = pa.array(["x" * 1000] * 5000)
    with TableWriter(tmp_path / "large.arrow", SCHEMA) as writer:
        writer.write(pa.RecordBatch.from_arrays([many, many], schema=SCHEMA))
    del many
    before = pa.total_allocated_bytes()
    table = open_table(tmp_path / "large.arrow", SCHEMA)
    assert pa.total_allocated_bytes() - before < 100_000
    assert table.num_rows == 5000
