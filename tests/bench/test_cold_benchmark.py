"""The part of the benchmark that starts processes: its table, and its refusal where nothing can be started."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.cold import STEPS, measure, section
from bench.sections import Context
from schemas.errors import ConfigurationError


def one(seconds: float) -> dict[str, float]:
    return {**dict.fromkeys((*STEPS, "all"), seconds), "private": 100 * seconds, "found": 1}


def test_the_table_has_medians() -> None:
    found = section([one(1), one(9), one(2)], [one(7)])
    kept, anew = found.tables[0].rows
    assert kept[1:] == ("2.00",) * 5 + ("200",)
    assert anew[1:] == ("7.00",) * 5 + ("700",)
    assert len(kept) == len(found.tables[0].heads)


def test_a_bare_table_of_documents_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cold start"):
        measure(Context(tmp_path, None, tmp_path, 1, 1))
