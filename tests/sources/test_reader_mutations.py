"""Files with bytes changed at random: they are read, or refused with a sentence; never a foreign error."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from contextlib import suppress

import openpyxl
import pyarrow as pa
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from pipeline.sources.archives import extract_member, list_members
from pipeline.sources.readers import read_rows
from schemas.errors import ArchiveError, FormatError
from schemas.origin import Format

LINES = '{"id": 1, "text": ["نص", null]}\n'.encode() * 30
SPECS = {
    "jsonl.gz": Format(type="jsonl"),
    "jsonl.zst": Format(type="jsonl"),
    "csv": Format(type="csv"),
    "xlsx": Format(type="xlsx"),
    "parquet": Format(type="parquet"),
}
CHANGES = st.lists(
    st.tuples(
        st.floats(0, 1), st.sampled_from(["set", "cut", "insert", "end"]), st.binary(min_size=1, max_size=9)
    ),
    min_size=1,
    max_size=6,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    workbook = openpyxl.Workbook()
    for row in (["id", "text"], [1, "نص"], [2, "=A1"]):
        workbook.active.append(row)  # type: ignore[union-attr]
    workbook.save(folder / "xlsx")
    parquet.write_table(pa.table({"id": [1, 2], "n": [{"a": ["x"]}, None]}), folder / "parquet")
    with zipfile.ZipFile(folder / "zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", b"x" * 600)
        archive.writestr("b/c", b"yz" * 300)
    with tarfile.open(folder / "tgz", "w:gz") as tar:
        for name in ("a", "b/c"):
            info = tarfile.TarInfo(name)
            info.size = 600
            tar.addfile(info, io.BytesIO(b"x" * 600))
    (folder / "tar").write_bytes(gzip.decompress((folder / "tgz").read_bytes()))
    (folder / "jsonl.gz").write_bytes(gzip.compress(LINES))
    (folder / "jsonl.zst").write_bytes(zstandard.compress(LINES))
    (folder / "csv").write_bytes('id,text\n1,"a ""b""\nc"\n2,ن\n'.encode() * 5)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def changed(data: bytes, changes: list[tuple[float, str, bytes]]) -> bytes:
    made = bytearray(data)
    for share, kind, extra in changes:
        place = int(share * len(made))
        if kind == "set":
            made[place : place + 1] = extra[:1]
        elif kind == "cut":
            del made[place : place + len(extra)]
        elif kind == "insert":
            made[place:place] = extra
        else:
            del made[place:]
    return bytes(made)


@settings(max_examples=120)
@given(name=st.sampled_from(sorted(SPECS)), changes=CHANGES)
def test_a_changed_file_is_read_or_refused(
    whole: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory, name: str, changes: list
) -> None:
    path = tmp_path_factory.mktemp("changed") / name
    path.write_bytes(changed(whole[name], changes))
    try:
        rows = list(read_rows(path, SPECS[name]))
    except (FormatError, ArchiveError):
        return
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))


@settings(max_examples=120)
@given(name=st.sampled_from(["zip", "tgz", "tar"]), changes=CHANGES)
def test_a_changed_archive_is_unpacked_or_refused(
    whole: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory, name: str, changes: list
) -> None:
    folder = tmp_path_factory.mktemp("changed")
    (folder / name).write_bytes(changed(whole[name], changes))
    with suppress(ArchiveError):
        for member in list_members(folder / name):
            extract_member(folder / name, member.name, folder / "out" / "file")
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) in (
        [name],
        sorted([name, "file"]),
    )
