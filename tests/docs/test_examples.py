"""The examples in docstrings give what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("bench", "cli", "flows", "pipeline", "schemas", "service", "training")


def _modules() -> list[str]:
    """The modules with an example, by name."""
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    held = (path.relative_to(ROOT).with_suffix("") for path in paths if ">>> " in path.read_text("utf-8"))
    return [".".join(path.parts).removesuffix(".__init__") for path in held]


def test_there_are_examples() -> None:
    assert len(_modules()) > 20


@pytest.mark.parametrize("name", _modules())
def test_examples_hold(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed
