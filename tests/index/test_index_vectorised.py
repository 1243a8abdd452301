"""Links, columns and keys are made for all documents at once; here they are made one by one, and compared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.index.analysis.reuse import Stretch, found_again, keys_again, keys_of
from pipeline.index.columns import Columns, write_columns
from pipeline.index.links import Links, build_links
from schemas.document import Document
from schemas.tables import DOCUMENTS

IDS = [f"hadith:x:{number}" for number in range(12)]
SLOW = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SLOW
@given(
    st.lists(st.lists(st.sampled_from([*IDS, "fatwa:gone:1", "quran:1:1"]), max_size=6), max_size=12),
    st.data(),
)
def test_links_are_those_of_each_document(tmp_path_factory, links, data):
    ids = IDS[: len(links)]
    cut = data.draw(st.integers(0, len(links)))
    kind = pa.list_(pa.string())
    chunked = pa.chunked_array([pa.array(links[:cut], kind), pa.array(links[cut:], kind)])
    out = tmp_path_factory.mktemp("links")
    counts = build_links(chunked, pa.chunked_array([pa.array(ids, pa.string())]), out)
    opened = Links.open(out, len(ids))
    wanted = [
        sorted({ids.index(name) for name in names if name in ids} - {source})
        for source, names in enumerate(links)
    ]
    assert [opened.of(source).tolist() for source in range(len(ids))] == wanted
    assert [opened.by(target).tolist() for target in range(len(ids))] == [
        [source for source, targets in enumerate(wanted) if target in targets] for target in range(len(ids))
    ]
    assert counts == {
        "links": sum(map(len, wanted)),
        "links_left_out": sum(name not in ids for names in links for name in names),
    }


def test_columns_keep_every_value_in_the_order_of_its_name(tmp_path: Path) -> None:
    rows = {"kind": ["quran", "hadith", "fatwa"], "collection": ["", "é", "Z"], "status": ["draft"] * 3}
    chunked = {name: pa.chunked_array([values[:1], values[1:]]) for name, values in rows.items()}
    write_columns(chunked, np.array([0, 1, 2], np.int32), np.zeros(3, np.uint8), tmp_path)
    opened = Columns.open(tmp_path)
    for name, values in rows.items():
        assert [opened.value(name, row) for row in range(3)] == values
    assert opened.codes("collection").tolist() == [0, 2, 1]


def write(path: Path, rows: list[tuple[str, str]]) -> Path:
    made = [
        Document(id=name, kind="hadith", collection="x", source="s", text_en=text).as_row()
        for name, text in rows
    ]
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(pa.Table.from_pylist(made, schema=DOCUMENTS), max_chunksize=4)
    return path


@SLOW
@given(*(st.dictionaries(st.integers(0, 11), st.sampled_from("ab"), max_size=12) for _ in range(2)))
def test_a_document_is_found_again_by_its_id_and_its_bytes(tmp_path_factory, before, now):
    folder = tmp_path_factory.mktemp("again")
    old, new = ([(IDS[place], text) for place, text in sorted(one.items())] for one in (before, now))
    tables = write(folder / "old.arrow", old), write(folder / "new.arrow", new)
    rows = found_again(tables[1], tables[0])
    assert rows.tolist() == [old.index(one) if one in old else -1 for one in new]
    known, wanted = (
        np.frombuffer(keys_of(Stretch(table, 0, 12)), np.uint8).reshape(-1, 16) for table in tables
    )
    assert (keys_again(tables[1], rows, known) == wanted).all()


def test_rows_that_do_not_ascend_are_read_again(tmp_path: Path) -> None:
    old = write(tmp_path / "old.arrow", [(IDS[0], "a"), (IDS[1], "a"), (IDS[2], "a")])
    new = write(tmp_path / "new.arrow", [(IDS[2], "a"), (IDS[0], "a"), (IDS[1], "a")])
    assert found_again(new, old).tolist() == [2, -1, -1]
