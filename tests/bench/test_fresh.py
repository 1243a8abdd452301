"""A process that measures itself: what it told, and that none is left behind."""

from __future__ import annotations

import pytest

from bench.fresh import STARTS, fresh, starts
from schemas.errors import ConfigurationError


def test_the_clock_stops_at_the_line_and_the_process_lives_until_the_block_ends() -> None:
    waiting = "import os, sys; print(os.environ['MARK'], *sys.argv[1:], flush=True); sys.stdin.read()"
    with fresh(waiting, "one", "two", MARK="told") as (line, spent):
        assert line.split() == ["told", "one", "two"]
        assert spent > 0


def test_modules_are_kept_compiled_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with fresh("import sys; print(sys.dont_write_bytecode)") as (line, _):
        assert line.strip() == "False"


def test_a_process_that_ends_without_a_word_is_no_measurement() -> None:
    with pytest.raises(ConfigurationError, match="ended early"), fresh("raise SystemExit(3)"):
        pytest.fail("it told nothing")


def test_the_first_start_only_fills_the_caches() -> None:
    told = starts("import sys; print(*sys.argv[1:])", "one")
    assert [line.strip() for line, _ in told] == ["one"] * STARTS
