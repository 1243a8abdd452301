"""A profile that names a model for what muftis were asked: its package is fetched, and the index holds both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny_home import (
    ANSWERS,
    CHANNEL,
    PROFILE,
    Told,
    make_home,
    publish_home,
    remains,
    store_of,
    write_card,
    write_csv,
    write_profile,
)
from tiny_model import model_package, save_model

from pipeline.answer.finding.features import EVEN
from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.words.units import ONE
from pipeline.build.runner import watched_by
from pipeline.index import Index
from pipeline.index.inquiries import SAME
from schemas.errors import BuildError, ConfigurationError

pytest.importorskip("sentence_transformers", reason="needs the build extra")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp("model"), "bert")


@pytest.fixture
def package(tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What a profile says of the package, which lies in the mirror."""
    monkeypatch.setenv("ISNAD_MIRROR", str(tmp_path / "mirror"))
    return model_package(tmp_path / "mirror", model)


def profile(package: dict[str, str]) -> dict[str, Any]:
    return {**PROFILE, "inquiries": {"language": "en", "model": package}}


def home_of(folder: Path, package: dict[str, str]) -> Path:
    """A home whose answers are published ones."""
    home = make_home(folder / "home", profile(package))
    write_card(home, "answers", review={"status": "draft"})
    return home


def opened(home: Path) -> Index:
    return Index.open(store_of(home).current(CHANNEL)[1])


def test_the_index_knows_what_muftis_were_asked(tmp_path: Path, package: dict[str, str]) -> None:
    home = home_of(tmp_path, package)
    told = Told()
    with watched_by(told):
        publish_home(home)
    steps = [step for step, _ in told.ended]
    assert steps.index("model") + 1 == steps.index("inquiries") == steps.index("index") - 1
    assert remains(home) == []
    index = opened(home)
    assert index.inquiries is not None
    assert (len(index.inquiries), index.inquiries.language) == (len(ANSWERS), "en")
    likeness = index.inquiries.likeness(ANSWERS[0][0])
    assert index.document(likeness.nearest(1)[0]).id == "fatwa:trial:1"
    assert likeness.most <= SAME * 1.02
    seen = look(index, ANSWERS[0][0], resources_of(index))
    assert seen.features["inquiry_best"] == likeness.most * ONE // SAME - EVEN
    assert {one.document.id: one.signals["unlike"] for one in seen.candidates}["fatwa:trial:1"] == 0


def test_the_files_do_not_know_where_they_were_made(tmp_path: Path, package: dict[str, str]) -> None:
    first, second = home_of(tmp_path / "one", package), home_of(tmp_path / "another", package)
    assert publish_home(first).snapshot == publish_home(second).snapshot


def test_a_text_that_has_not_changed_is_not_read_again(tmp_path: Path, package: dict[str, str]) -> None:
    home = home_of(tmp_path, package)
    publish_home(home)
    rows = [["1", "Is a journey in the night of prayer?", "An answer."], ["2", *ANSWERS[1]], ["3", "a", "b"]]
    write_csv(home / "data/sources/answers/answers.csv", [["number", "question", "answer"], *rows])
    told = Told()
    with watched_by(told):
        publish_home(home, allow=("changed-text",))
    notes = dict(told.ended)
    assert notes["model"].startswith("found")
    assert notes["inquiries"] == "inquiries 3, taken 1"


def test_a_package_without_the_model_is_told(tmp_path: Path, package: dict[str, str]) -> None:
    home = home_of(tmp_path, {**package, "member": "tinymodel/modules.json"})
    with pytest.raises(BuildError, match="no such model") as caught:
        publish_home(home)
    assert caught.value.found == "tinymodel/data/modules.json"
    assert caught.value.where == "tinymodel-1.0-py3-none-any.whl"
    assert remains(home) == []
    assert store_of(home).ids() == ()


def test_a_model_that_cannot_be_taken_is_called_by_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISNAD_MIRROR", str(tmp_path / "mirror"))
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "modules.json").write_text("[]")
    home = home_of(tmp_path, model_package(tmp_path / "mirror", tmp_path / "model"))
    with pytest.raises(ConfigurationError) as caught:
        publish_home(home)
    assert caught.value.where == "tinymodel 1.0"


def test_a_language_that_nobody_reads_is_a_mistake_of_the_profile(
    tmp_path: Path, package: dict[str, str]
) -> None:
    home = make_home(tmp_path / "home")
    write_profile(home, {**PROFILE, "inquiries": {"language": "fr", "model": package}})
    with pytest.raises(ConfigurationError, match=r"inquiries\.language"):
        publish_home(home)
    assert store_of(home).ids() == ()
