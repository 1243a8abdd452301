"""A profile that has texts read with the question: the reader goes into the snapshot, told how many texts it reads."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tiny_home import (
    CHANNEL,
    PROFILE,
    QUESTIONS,
    Told,
    layout_of,
    make_home,
    profile_of,
    publish_home,
    remains,
    store_of,
    write_profile,
)
from tiny_model import save_reader

from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.build.plan import published_inputs
from pipeline.build.runner import watched_by
from pipeline.index import Index
from pipeline.index.transformer.reader import FOLDER, HEADER
from schemas.errors import IndexFormatError


def profile(texts: int) -> dict[str, Any]:
    return {**PROFILE, "reader": {"texts": texts}}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Told]:
    """A published home whose reader reads two texts, and what was told of its steps."""
    home = make_home(tmp_path_factory.mktemp("read") / "home", profile(2))
    save_reader(home / "data/reader", texts=1)
    told = Told()
    with pytest.MonkeyPatch.context() as patch, watched_by(told):
        patch.delenv("ISNAD_MIRROR", raising=False)
        publish_home(home)
    return home, told


@pytest.fixture
def own(published: tuple[Path, Told], tmp_path: Path) -> Path:
    """That home, to be changed."""
    return shutil.copytree(published[0], tmp_path / "home")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def served(home: Path) -> Path:
    return store_of(home).current(CHANNEL)[1]


def test_the_reader_goes_into_the_snapshot(published: tuple[Path, Told]) -> None:
    home, told = published
    steps = [step for step, _ in told.ended]
    assert steps.index("index") + 1 == steps.index("reader") == steps.index("gate") - 1
    assert dict(told.ended)["reader"] == "texts 2"
    assert remains(home) == []
    given, placed = home / "data/reader", served(home) / FOLDER
    files = sorted(path.relative_to(given) for path in given.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(placed) for path in placed.rglob("*") if path.is_file())
    assert {path for path in files if (given / path).read_bytes() != (placed / path).read_bytes()} == {
        Path(HEADER)
    }
    assert json.loads((placed / HEADER).read_bytes())["texts"] == 2


def test_the_first_texts_of_a_question_are_read(published: tuple[Path, Told]) -> None:
    index = Index.open(served(published[0]))
    assert index.reader is not None
    assert index.reader.texts == 2
    read = 0
    for question in (one["question"] for one in QUESTIONS["all"]):
        seen = look(index, question, resources_of(index))
        told = [one.answers for one in seen.candidates if one.answers is not None]
        assert len(told) <= 2
        assert seen.features.get("first_answers", 0) == (told[0] if told else 0)
        read += len(told)
    assert read > 0


def test_without_it_a_snapshot_has_no_reader_and_its_other_files_are_the_same(own: Path) -> None:
    before = served(own)
    write_profile(own, PROFILE)
    publish_home(own)
    after = served(own)
    assert after != before
    assert not (after / FOLDER).exists()
    assert Index.open(after).reader is None
    held, had = contents(after), contents(before)
    assert set(held) == {name for name in had if not name.startswith(f"{FOLDER}/")}
    changed = {name for name, content in held.items() if content != had[name]}
    assert changed <= {"manifest.json", "gate.json", "evaluation.json", "golden.jsonl"}


def test_how_many_texts_are_read_makes_nothing_anew_but_what_hangs_on_it(own: Path) -> None:
    write_profile(own, profile(3))
    told = Told()
    with watched_by(told):
        publish_home(own)
    anew = [step for step, note in told.ended if not note.startswith("found")]
    assert anew == ["fetch", "reader", "gate", "evaluate", "publish"]
    reader = Index.open(served(own)).reader
    assert reader is not None
    assert reader.texts == 3


def test_another_reader_is_noticed(own: Path) -> None:
    known = published_inputs(layout_of(own), profile_of(own))
    assert known == store_of(own).served(CHANNEL).snapshot
    save_reader(own / "data/reader", bias=2.0)
    assert published_inputs(layout_of(own), profile_of(own)) is None


def test_where_no_texts_are_read_another_reader_changes_nothing(built: Path) -> None:
    known = published_inputs(layout_of(built), profile_of(built))
    save_reader(built / "data/reader")
    assert published_inputs(layout_of(built), profile_of(built)) == known is not None
    assert not (served(built) / FOLDER).exists()


@pytest.mark.parametrize("damage", ["missing", "header"])
def test_a_home_without_the_reader_that_its_profile_names_is_told(own: Path, damage: str) -> None:
    before = served(own)
    if damage == "missing":
        shutil.rmtree(own / "data/reader")
    else:
        (own / "data/reader" / HEADER).write_bytes(b"{}")
    with pytest.raises(IndexFormatError, match="header does not tell") as caught:
        publish_home(own)
    assert str(own / "data/reader") in str(caught.value.where)
    assert served(own) == before
    assert remains(own) == []
