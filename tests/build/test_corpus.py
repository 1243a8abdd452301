"""Sources merge into one table in the order of reference ids, whatever their number and cut."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from threading import Event

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.build import corpus
from pipeline.build.corpus import merge
from schemas.document import Document
from schemas.errors import BuildError
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS


def write(path: Path, ids: list[str], group: int = 3) -> Path:
    rows = [
        Document(
            id=name, kind=name.split(":")[0], collection="", source=path.stem, text_en=f"text of {name}"
        ).as_row()
        for name in sorted(ids, key=ReferenceId.parse)
    ]
    pq.write_table(pa.Table.from_pylist(rows, schema=DOCUMENTS), path, row_group_size=group)
    return path


def ids_of(path: Path) -> list[str]:
    with pa.memory_map(str(path)) as file:
        return pa.ipc.open_file(file).read_all()["id"].to_pylist()


def nobody(done: int, total: int) -> None:
    return


def test_rows_come_in_the_order_of_ids(tmp_path: Path) -> None:
    tables = {
        "b": write(tmp_path / "b.parquet", ["hadith:x:10", "hadith:x:2", "fatwa:z:1"]),
        "a": write(tmp_path / "a.parquet", ["quran:2:255", "quran:10:1", "hadith:x:3"]),
    }
    assert merge(tables, tmp_path / "out.arrow", nobody) == 6
    expected = ["quran:2:255", "quran:10:1", "hadith:x:2", "hadith:x:3", "hadith:x:10", "fatwa:z:1"]
    assert ids_of(tmp_path / "out.arrow") == expected


def test_the_bytes_do_not_show_how_the_sources_were_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "BATCH", 7)
    even = [f"hadith:x:{n}" for n in range(0, 60, 2)]
    odd = [f"hadith:x:{n}" for n in range(1, 60, 2)]
    for name, group in (("one", 2), ("two", 50)):
        (tmp_path / name).mkdir()
        tables = {
            "even": write(tmp_path / name / "even.parquet", even, group),
            "odd": write(tmp_path / name / "odd.parquet", odd, group),
        }
        merge(tables, tmp_path / name / "out.arrow", nobody)
    one, two = (tmp_path / name / "out.arrow" for name in ("one", "two"))
    assert ids_of(one) == [f"hadith:x:{n}" for n in range(60)]
    assert one.read_bytes() == two.read_bytes()


def test_rows_are_made_while_those_before_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "BATCH", 2)
    second = Event()
    asked = count(1)
    real = corpus._Grades.put_into

    def noticed(self: corpus._Grades, batch: pa.RecordBatch) -> pa.RecordBatch:
        if next(asked) == 2:
            second.set()
        return real(self, batch)

    monkeypatch.setattr(corpus._Grades, "put_into", noticed)
    tables = {"a": write(tmp_path / "a.parquet", [f"quran:1:{n}" for n in range(1, 7)])}
    seen: list[bool] = []
    merge(tables, tmp_path / "out.arrow", lambda done, total: seen.append(second.wait(10)))
    assert seen == [True] * 3


def test_an_id_that_two_sources_claim_stops_the_build(tmp_path: Path) -> None:
    tables = {
        "a": write(tmp_path / "a.parquet", ["quran:1:1"]),
        "b": write(tmp_path / "b.parquet", ["quran:1:1"]),
    }
    with pytest.raises(BuildError, match="quran:1:1") as caught:
        merge(tables, tmp_path / "out.arrow", nobody)
    assert caught.value.found == "a and b"


def test_a_source_without_documents_adds_nothing(tmp_path: Path) -> None:
    tables = {"a": write(tmp_path / "a.parquet", []), "b": write(tmp_path / "b.parquet", ["quran:1:1"])}
    assert merge(tables, tmp_path / "out.arrow", nobody) == 1
