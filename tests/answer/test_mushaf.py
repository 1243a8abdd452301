"""The verses in a row: read from a snapshot as they were compiled, and refused when the file is damaged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.answer.mushaf import FILE, compile_mushaf, mushaf_of
from pipeline.index import Index
from schemas.errors import IndexFormatError


@pytest.fixture
def snapshot(index_path: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(index_path, tmp_path / "snapshot"))


def test_compiled_verses_are_those_that_the_index_would_make(index: Index, snapshot: Path) -> None:
    (snapshot / FILE).write_bytes(compile_mushaf(index))
    read, made = mushaf_of(Index.open(snapshot)), mushaf_of(index)
    assert made.ordinals
    assert read == made
    assert compile_mushaf(index) == compile_mushaf(Index.open(snapshot))


@pytest.mark.parametrize("damage", ["cut", "foreign", "place", "starts"])
def test_a_damaged_file_is_refused(index: Index, snapshot: Path, damage: str) -> None:
    told = json.loads(compile_mushaf(index))
    if damage == "place":
        told["ordinals"][0] = 10**6
    if damage == "starts":
        told["lines"][0]["starts"].pop()
    data = {"cut": compile_mushaf(index)[:-9], "foreign": b"[1, 2]"}.get(damage, json.dumps(told).encode())
    (snapshot / FILE).write_bytes(data)
    with pytest.raises(IndexFormatError, match="verses of a snapshot"):
        mushaf_of(Index.open(snapshot))
