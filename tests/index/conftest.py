"""What the tests of the index share."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]  # for lexical_oracle, and for bench


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make a library one that is not installed."""
    real: Callable[..., object] = builtins.__import__

    def leave_out(missing: str) -> None:
        def without(name: str, *rest: object, **named: object) -> object:
            if name.partition(".")[0] == missing:
                raise ImportError(name)
            return real(name, *rest, **named)

        monkeypatch.setattr(builtins, "__import__", without)

    return leave_out
