"""What the tests of the project's own content share."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest

STORE = Path(__file__).parents[2] / "data" / "store"
STARTER = {"": 6236, "bukhari": 7277, "muslim": 7459, "muyassar": 6236, "sample": 43}


@pytest.fixture(scope="session")
def starter_ids() -> frozenset[str]:
    """The reference ids of a built starter snapshot; skips where none was built."""
    named = os.environ.get("ISNAD_DOCUMENTS")
    built = [Path(named)] if named else sorted((STORE / "open").glob("*/documents.arrow"))
    for path in built:
        table = pa.ipc.open_file(pa.memory_map(str(path))).read_all()
        counts = Counter(table.column("collection").to_pylist())
        if all(counts[name] == count for name, count in STARTER.items()):
            return frozenset(table.column("id").to_pylist())
    pytest.skip(
        "no starter snapshot is built: run `make run`, or name its documents.arrow in ISNAD_DOCUMENTS"
    )
