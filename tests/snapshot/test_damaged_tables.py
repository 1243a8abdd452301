"""Tables of a snapshot with a wrong byte: told, or read as something that a table may hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from snapshot_builds import Build

from pipeline.snapshot.tables import (
    count_documents,
    documents_digest,
    read_documents,
    read_ledger,
    write_ledger,
)
from schemas.errors import IntegrityError, SnapshotError
from schemas.tables import LEDGER


def documents(folder: Path) -> Path:
    Build(texts={f"fatwa:one:{number}": f"نص {number}" for number in range(40)}).write(folder / "built")
    return folder / "built" / "documents.arrow"


def ledger(folder: Path) -> Path:
    rows = [
        {"id": f"fatwa:one:{number}", "digest": "0" * 64, "first_seen": 1, "status": "live", "approved": True}
        for number in range(40)
    ]
    write_ledger(LEDGER.empty_table().from_pylist(rows, LEDGER), folder / "ledger.parquet")
    return folder / "ledger.parquet"


def use_documents(path: Path) -> None:
    table = read_documents(path)
    count_documents(table, passages=0, quarantined=0)
    documents_digest(table)


@pytest.mark.parametrize(("made", "use"), [(documents, use_documents), (ledger, read_ledger)])
def test_any_flipped_byte_is_told_or_harmless(
    tmp_path: Path, made: Callable[[Path], Path], use: Callable[[Path], object]
) -> None:
    path = made(tmp_path)
    whole = path.read_bytes()
    told = 0
    for place in range(0, len(whole), max(1, len(whole) // 700)):
        path.unlink()
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x80]) + whole[place + 1 :])
        try:
            use(path)
        except SnapshotError:
            told += 1
    assert told > 20


def test_an_error_without_a_word_is_told_by_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mute(*_: object) -> None:
        raise pa.ArrowInvalid

    monkeypatch.setattr("pipeline.snapshot.tables.pa.ipc.open_file", mute)
    with pytest.raises(IntegrityError, match="ArrowInvalid"):
        read_documents(documents(tmp_path))
