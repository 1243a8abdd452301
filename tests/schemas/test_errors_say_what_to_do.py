"""Every error that a person may meet says what to do: the raises of the code are read, none is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas import errors

ROOT = Path(__file__).parents[2]
ROOMS = ("build", "evaluate", "index", "reference", "snapshot", "sources", "text")
TOLD = ("cli", "flows", "service", "schemas", "training", *(f"pipeline/{room}" for room in ROOMS))
# Those that others tell, with a remedy of the place or as a problem of the service; and what cannot be.
OTHERS = {"ReferenceIdError", "ServiceError", "AccountingError"}
OURS = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.IsnadError)
}


@pytest.mark.parametrize("folder", TOLD)
def test_every_error_says_what_to_do(folder: str) -> None:
    assert [place for path in sorted((ROOT / folder).rglob("*.py")) for place in _without_remedy(path)] == []


def _without_remedy(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OURS - OTHERS:
            named = {keyword.arg for keyword in node.keywords}
            if not named & {"remedy", None}:  # None: what ** gives
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.func.id}"
