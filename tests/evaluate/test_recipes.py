"""The command of the recipes: each takes the sources that it names, no more and no fewer."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evaluate.recipes import __main__ as command
from pipeline.evaluate.recipes import cases, order


@pytest.mark.parametrize("given", [["sentences", "a", "b"], ["cases", "a"], ["order"]])
def test_a_wrong_number_of_sources_is_told(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command.main(given)
    assert left.value.code == 2
    assert "arguments" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("recipe", "name", "given"), [(cases, "cases", ["b", "a"]), (order, "order", ["c", "a", "b"])]
)
def test_sources_come_in_the_order_given(recipe, name, given, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(recipe, "made", lambda sources: (seen.extend(sources) or "told", ""))
    command.main([name, *given], lambda told: None)
    assert seen == [Path(one) for one in given]
