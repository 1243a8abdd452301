"""What was damaged after it was made is made anew, among the outputs of a build and in the store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tiny_home import CHANNEL, layout_of, profile_of, publish_home, store_of

from pipeline.build.plan import published_inputs
from schemas.manifest import DOCUMENTS_NAME


def flip(path: Path) -> None:
    """Change a byte of a text, and no size."""
    content = path.read_bytes()
    assert b"Eternal Refuge" in content
    path.chmod(0o644)
    path.write_bytes(content.replace(b"Eternal Refuge", b"External Refug"))


def texts(home: Path) -> Path:
    """The documents that the home's channel serves, in the store."""
    store = store_of(home)
    return store.file(store.served(CHANNEL).snapshot, DOCUMENTS_NAME)


def test_a_wrong_letter_in_an_output_is_not_published(built: Path) -> None:
    outputs = sorted(layout_of(built).build.glob(f"*/*/{DOCUMENTS_NAME}"))
    assert {path.parts[-3] for path in outputs} == {"corpus", "analysis", "index"}
    for path in outputs:  # names of one file, where they were built
        flip(path)
    questions = layout_of(built).questions / "all.jsonl"
    questions.write_text(questions.read_text("utf-8").replace("bicycle tyre", "bicycle chain"), "utf-8")
    before = texts(built).read_bytes()
    assert publish_home(built, allow=("other-questions",)).outcome == "published"
    assert texts(built).read_bytes() == before


@pytest.mark.parametrize("damage", [Path.unlink, flip])
def test_what_the_store_lost_is_put_back_by_a_build(built: Path, damage: Callable[[Path], None]) -> None:
    known = published_inputs(layout_of(built), profile_of(built))
    damage(texts(built))
    assert published_inputs(layout_of(built), profile_of(built)) is None
    done = publish_home(built)
    assert (done.outcome, done.snapshot) == ("unchanged", known)
    store_of(built).verify(done.snapshot)
    assert published_inputs(layout_of(built), profile_of(built)) == known
