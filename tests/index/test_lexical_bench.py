"""The benchmark of the lexical engine runs, and its table says what it claims to."""

from __future__ import annotations

import pytest

from bench.lexical import main


def test_the_benchmark_prints_one_row_for_each_engine_and_kind(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--passages", "300", "--queries", "4", "--k", "5"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split(" | ") for line in lines if line.startswith(("| ordinary", "| frequent"))]
    assert [row[1] for row in rows] == ["isnad", "bm25s + numba", "rank-bm25"] * 2
    assert [row[-1] for row in rows] == ["4/4 |", "4/4 |", "- |"] * 2
    assert "rank-bm25 0.2.2" in lines[0]
