"""A profile that keeps its gate: what is kept, and what has one fitted anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny_home import (
    ANSWERS,
    CHANNEL,
    PROFILE,
    layout_of,
    make_home,
    publish_home,
    store_of,
    write_csv,
)

from pipeline.answer.gate import FILE as GATE
from pipeline.build import kept
from pipeline.build.kept import Fitting
from pipeline.build.layout import Layout
from pipeline.build.plan import published_inputs
from pipeline.build.profile import read_profile
from schemas.errors import IntegrityError

KEEPING = {
    **PROFILE,
    "gate": "kept",
    "embedder": {**PROFILE["embedder"], "sources": ["quran", "trial"]},
}
ROOM = ("worse-evaluation", "changed-text", "other-questions")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A published home whose profile keeps its gate."""
    made = make_home(tmp_path / "home", KEEPING)
    publish_home(made)
    return made


def edit(home: Path, answer: str = "It may.") -> None:
    """One answer more, in a source that the embedder does not learn from."""
    rows = [[str(number), *both] for number, both in enumerate(ANSWERS, start=1)]
    more = ["3", "May one answer be added?", answer]
    write_csv(home / "data/sources/answers/answers.csv", [["number", "question", "answer"], *rows, more])


def served(home: Path) -> str:
    return store_of(home).served(CHANNEL).snapshot


def origin(home: Path) -> dict[str, Any]:
    """What the served manifest says of its gate."""
    told = store_of(home).manifest(served(home)).config["gate"]
    assert isinstance(told, dict)
    return told


def test_the_first_gate_is_fitted_and_the_manifest_says_under_what(home: Path) -> None:
    assert origin(home)["snapshot"] is None
    assert origin(home)["documents"] == store_of(home).manifest(served(home)).counts.documents


def test_where_texts_alone_change_the_gate_is_that_of_the_snapshot_it_was_fitted_for(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, gate = served(home), store_of(home).file(served(home), GATE).read_bytes()
    monkeypatch.setattr("pipeline.build.verdict.fit_gate", None)  # it is not called
    for answer in ("It may.", "It may indeed."):
        edit(home, answer)
        publish_home(home, allow=ROOM)
        assert served(home) != first
        assert origin(home)["snapshot"] == first
        assert store_of(home).file(served(home), GATE).read_bytes() == gate
    profile = read_profile(layout_of(home).profiles, "tiny")
    assert published_inputs(layout_of(home), profile) == served(home)


def add_a_list(layout: Layout) -> None:
    glossary = layout.lexicon / "glossary.yaml"
    glossary.write_text(f"{glossary.read_text('utf-8')}# a note\n", "utf-8")


def add_a_question(layout: Layout) -> None:
    sets = sorted(layout.questions.glob("*.jsonl"))
    lines = sets[0].read_text("utf-8").splitlines()
    sets[0].write_text("\n".join(lines[:-1]) + "\n", "utf-8")


def other_settings(layout: Layout) -> None:
    path = layout.profiles / "tiny.yaml"
    path.write_text(path.read_text("utf-8").replace("steps: 5", "steps: 6"), "utf-8")


def fitted_each_time(layout: Layout) -> None:
    path = layout.profiles / "tiny.yaml"
    path.write_text(path.read_text("utf-8").replace("gate: kept\n", ""), "utf-8")


def few_texts(layout: Layout) -> None:
    """So few may change that one does not."""


@pytest.mark.parametrize(
    "change",
    [add_a_list, add_a_question, other_settings, fitted_each_time, few_texts],
    ids=lambda one: one.__name__,
)
def test_what_else_changes_has_a_gate_fitted_anew(
    home: Path, change: Callable[[Layout], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(home)
    before = (layout_of(home).profiles / "tiny.yaml").read_text("utf-8")
    change(layout_of(home))
    if change is few_texts:
        monkeypatch.setattr(kept, "TEXTS", 100)
    elif change in (other_settings, fitted_each_time):
        assert (layout_of(home).profiles / "tiny.yaml").read_text("utf-8") != before
    publish_home(home, allow=ROOM)
    assert origin(home)["snapshot"] is None


def test_a_snapshot_of_before_is_no_origin(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Manifests that say nothing of their gate, or something else, have one fitted."""
    monkeypatch.setattr(kept, "CONFIG", "inputs")
    edit(home)
    publish_home(home, allow=ROOM)
    assert origin(home)["snapshot"] is None


def test_a_gate_that_was_damaged_in_the_store_is_told(home: Path) -> None:
    gate = store_of(home).file(served(home), GATE)
    gate.chmod(0o644)
    gate.write_bytes(b" " * gate.stat().st_size)
    edit(home)
    with pytest.raises(IntegrityError, match="other bytes") as caught:
        publish_home(home, allow=ROOM)
    assert GATE in caught.value.where


@pytest.mark.parametrize(
    ("documents", "fits"), [(100, True), (105, True), (95, True), (106, False), (94, False)]
)
def test_a_twentieth_of_the_texts_may_come_or_go(documents: int, fits: bool) -> None:
    assert Fitting("a", 100).fits(Fitting("a", documents)) is fits
    assert not Fitting("a", 100).fits(Fitting("b", documents))
