"""What a snapshot is made of decides whether it is made again: every input counts, and nothing else does."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from tiny_home import (
    CHANNEL,
    PROFILE,
    layout_of,
    profile_of,
    publish_home,
    store_of,
    write_card,
    write_profile,
)
from tiny_model import save_model

from pipeline.build import plan, stages
from pipeline.build.layout import Layout
from pipeline.build.plan import inputs_digest, published_inputs
from pipeline.build.profile import read_profile
from pipeline.build.runner import watched_by
from pipeline.build.sources import Source, pinned_digest
from pipeline.sources.card import load_card
from schemas.errors import ConfigurationError


def known(home: Path) -> str | None:
    return published_inputs(layout_of(home), profile_of(home))


def test_nothing_is_known_before_the_first_publish(home: Path) -> None:
    assert known(home) is None


def test_a_published_home_is_known_by_its_snapshot(built: Path) -> None:
    assert known(built) == store_of(built).served(CHANNEL).snapshot


def edit_card(home: Path) -> None:
    write_card(home, "answers", notes="A word more.")


def edit_table(home: Path) -> None:
    path = home / "data/sources/answers/answers.csv"
    path.write_text(path.read_text("utf-8").replace("A sample too", "another sample"), "utf-8")
    with path.open("a", encoding="utf-8") as file:
        file.write("3,May one question be added?,It may.\n")


def edit_profile(home: Path) -> None:
    said = yaml.safe_load((home / "data/profiles/tiny.yaml").read_text("utf-8"))
    write_profile(home, {**said, "embedder": {**said["embedder"], "steps": 6}})


def edit_lexicon(home: Path) -> None:
    path = home / "data/lexicon/phrases.yaml"
    path.write_text(path.read_text("utf-8") + "\n# a word more\n", "utf-8")


def edit_question(home: Path) -> None:
    path = home / "data/questions/all.jsonl"
    path.write_text(path.read_text("utf-8").replace("bicycle tyre", "bicycle chain"), "utf-8")


EDITS = [edit_card, edit_table, edit_profile, edit_lexicon, edit_question]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_an_edit_is_noticed_and_its_undoing_too(built: Path, edit: Callable[[Path], None]) -> None:
    paths = [
        path for path in sorted((built / "data").rglob("*")) if path.suffix in (".yaml", ".csv", ".jsonl")
    ]
    before = {path: path.read_bytes() for path in paths}
    published = known(built)
    edit(built)
    assert known(built) is None
    for path, content in before.items():
        path.write_bytes(content)
    assert known(built) == published


def test_a_model_in_a_folder_counts_by_its_bytes(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, weights = tmp_path / "model", tmp_path / "weights"
    folder.mkdir()
    weights.write_bytes(b"one")
    (folder / "weights").symlink_to(weights)  # as downloaded models lie
    write_profile(home, {**PROFILE, "embedder": {"model": str(folder)}})
    profile = profile_of(home)
    monkeypatch.setattr(stages, "_take_model", lambda model, folder, called: {"dimensions": 1})

    def made() -> tuple[str, str]:
        built = stages.embedder(layout_of(home), profile, {}, None)  # type: ignore[arg-type]
        return built.key, inputs_digest(layout_of(home), profile)

    before = made()
    assert made() == before
    weights.write_bytes(b"two")
    assert all(now != then for now, then in zip(made(), before, strict=True))


def test_where_the_folder_of_a_model_lies_does_not_count(home: Path, tmp_path: Path) -> None:
    model = save_model(tmp_path / "one", "bert")
    again = Path(shutil.copytree(model, tmp_path / "two/model"))

    def made(folder: Path) -> tuple[str, str, str, str]:
        write_profile(home, {**PROFILE, "embedder": {"model": str(folder)}})
        layout, profile = layout_of(home), profile_of(home)
        shutil.rmtree(layout.build, ignore_errors=True)
        built = stages.embedder(layout, profile, {}, None)  # type: ignore[arg-type]
        header = (built.path / "embedder.json").read_text("utf-8")
        return built.key, inputs_digest(layout, profile), header, profile.model_dump_json()

    first = made(model)
    assert made(again) == first
    assert str(tmp_path) not in "".join(first)


@pytest.mark.parametrize("written", ["model", "./model", "../models/model"])
def test_the_folder_of_a_model_is_found_from_the_profile_wherever_the_build_is_started(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    folder = home / "data/profiles" / written
    folder.mkdir(parents=True)
    (folder / "weights").write_bytes(b"one")
    write_profile(home, {**PROFILE, "embedder": {"model": str(folder)}})
    by_its_whole_path, counted = profile_of(home), profile_of(home).model_dump_json()
    write_profile(home, {**PROFILE, "embedder": {"model": written}})
    for here in (home, home / "data/profiles", tmp_path):
        monkeypatch.chdir(here)
        assert profile_of(home) == by_its_whole_path
    (folder / "weights").write_bytes(b"two")
    assert profile_of(home).model_dump_json() != counted


@pytest.mark.parametrize("written", ["here", "./nowhere", "../nowhere", "/nowhere/at/all"])
def test_a_folder_of_a_model_that_is_not_there_is_told(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    """`here` lies where the build is started: the library of the model would take it for the name."""
    (tmp_path / "start/here").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "start")
    write_profile(home, {**PROFILE, "embedder": {"model": written}})
    with pytest.raises(ConfigurationError, match="no folder with the model") as caught:
        profile_of(home)
    assert caught.value.found == written


def test_a_model_by_its_name_is_left_to_its_hub(home: Path) -> None:
    write_profile(home, {**PROFILE, "embedder": {"model": "some-team/some-model"}})
    assert profile_of(home).embedder.called == "some-team/some-model"


def test_other_code_is_noticed(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "code_version", lambda *rooms: "0" * 12)
    assert known(built) is None


def test_another_place_of_the_home_or_another_age_of_its_files_is_not(built: Path, tmp_path: Path) -> None:
    published = known(built)
    for path in sorted((built / "data/sources").rglob("*")):
        path.touch()
    moved = built.rename(tmp_path / "moved")
    assert known(moved) == published


def test_a_table_of_the_mirror_counts_by_its_bytes(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    table = (home / "data/sources/answers/answers.csv").rename(mirror / "answers.csv")
    monkeypatch.setenv("ISNAD_MIRROR", str(mirror))
    done = publish_home(home)
    assert known(home) == done.snapshot
    table.write_text(table.read_text("utf-8") + "3,One more?,Yes.\n", "utf-8")
    assert known(home) is None


def test_what_is_edited_during_a_build_is_seen_by_the_next_run(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table changes after it was read: the snapshot must not pass for one of the new table."""

    class Editor:
        def begin(self, step: str) -> None:
            if step == "gate":
                edit_table(home)

        def advance(self, step: str, done: int, total: int) -> None: ...
        def end(self, step: str, seconds: float, note: str) -> None: ...

    with watched_by(Editor()):
        first = publish_home(home)
    assert first.manifest.counts.kinds["fatwa"] == 2
    assert known(home) is None
    assert publish_home(home).manifest.counts.kinds["fatwa"] == 3


def test_a_stage_depends_on_its_own_inputs_alone(built: Path) -> None:
    """A question that changed fits the gate anew; it does not train the embedder again."""
    from tiny_home import Told

    edit_question(built)
    told = Told()
    with watched_by(told):
        publish_home(built, allow=["other-questions"])
    anew = [step for step, note in told.ended if not note.startswith("found")]
    assert anew == ["fetch", "gate", "evaluate", "publish"]


def test_the_digest_does_not_read_the_network(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "fetch", lambda *_, **__: pytest.fail("it went out"))
    monkeypatch.setattr("pipeline.build.sources.fetch", lambda *_, **__: pytest.fail("it fetched"))
    assert len(inputs_digest(layout_of(built), profile_of(built))) == 64


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sources: []", "line 1, sources|“sources” is empty|ids of cards|fill it in"),
        ("sources: quran", "line 1, sources|form that cannot be used|write a list, as in [one, two]"),
        (
            "sources: [quran]\nembeder: {}",
            "line 2, embeder|no key that is known here|did you mean “embedder”?",
        ),
        ("channel: trial", "“sources” is missing|add a line “sources:”"),
        (
            "sources: [quran]\nchannel: My own",
            "line 2, channel|“My own” cannot be the value|a-z, digits and hyphens",
        ),
        (f"sources: [quran]\nchannel: {'a' * 61}", "line 2, channel|a-z, digits and hyphens"),
        ("sources: [quran, trial, quran]", "line 1, sources|lists a source twice|quran|remove one"),
        ("sources: [quran]\nsources: [trial]", "line 2, sources|stands twice|lines 1 and 2"),
        ("- quran", "line 1|holds no keys|sources: [quran, bukhari]"),
        ("", "the profile is empty|sources: [quran, bukhari]"),
        ("a: [", "line 1|the profile cannot be read"),
        ("name: x\nsources: [quran]", "line 1, name|no key that is known here|channel, index, embedder"),
        ("sources: [quran]\nreader:\n  texts: 0", "line 3, reader.texts|too small|found: 0|not below 1"),
        ("sources: [quran]\nreader:\n  texts: 9", "line 3, reader.texts|too large|found: 9|not above 8"),
        ("sources: [quran]\nreader:\n  texts: some", "line 3, reader.texts|found: some|write a whole number"),
        (
            "sources: [quran]\nreader:\n  text: 2",
            "line 3, reader.text|no key that is known here|did you mean “texts”?",
        ),
        ("sources: [quran]\nreader: {}", "line 2, reader.texts|“texts” is missing|add a line “texts:”"),
        ("sources: [quran]\nreader: 2", "line 2, reader|form that cannot be used"),
        (
            "sources: [quran]\nreeder:\n  texts: 2",
            "line 2, reeder|no key that is known here|did you mean “reader”?",
        ),
        (
            "sources: [quran]\nembedder:\n  steps: 3\n  sources: [quran, nowhere]",
            "line 2, embedder|sources that the profile does not have|nowhere|leave embedder.sources out",
        ),
    ],
)
def test_a_profile_that_cannot_be_used_is_told(home: Path, text: str, told: str) -> None:
    path = home / "data/profiles/odd.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigurationError) as caught:
        read_profile(path.parent, "odd")
    said = str(caught.value).lower()
    assert [words for words in told.lower().split("|") if words not in said] == []
    assert caught.value.where.startswith(str(path))


@pytest.mark.parametrize("name", ["absent", "./tiny", "../profiles/tiny", "lost", ""])
def test_a_profile_that_is_not_there_is_told(home: Path, name: str) -> None:
    folder = layout_of(home).profiles
    (folder / "lost.yaml").symlink_to("nowhere")
    with pytest.raises(ConfigurationError, match="there is no profile") as caught:
        read_profile(folder, name)
    assert caught.value.expected == "one of: tiny"


@pytest.mark.parametrize("name", ["quran، trial", "./quran", "quran/", "../sources/quran", "."])
def test_a_source_without_a_folder_is_told_with_what_would_mend_it(home: Path, name: str) -> None:
    write_profile(home, {**PROFILE, "sources": ["quran", name]})
    with pytest.raises(ConfigurationError, match="have no folder") as caught:
        inputs_digest(layout_of(home), profile_of(home))
    assert caught.value.found == name
    assert "isnad sources list" in (caught.value.remedy or "")


def test_all_mistakes_of_a_profile_are_told_at_once(home: Path) -> None:
    text = """\
sources: [quran]
channel: Trial
index: {depth: 0, voices: 99, k1: many}
embeder:
  stepz: 3
  batch: 1
  model: ""
"""
    (home / "data/profiles/odd.yaml").write_text(text, "utf-8")
    with pytest.raises(ConfigurationError, match="the profile has 8 mistakes") as caught:
        read_profile(home / "data/profiles", "odd")
    told = caught.value.found
    places = re.findall(r"odd\.yaml, line (\d), ([\w.]+)\n", told)
    assert places == [
        ("2", "channel"),
        ("3", "index.k1"),
        ("3", "index.depth"),
        ("3", "index.voices"),
        ("4", "embeder"),
        ("5", "embedder.stepz"),
        ("6", "embedder.batch"),
        ("7", "embedder.model"),
    ]
    for words in ("not below 1\n", "not above 32\n", "did you mean “steps”?", "not below 2\n"):
        assert words in told


def test_a_snapshot_remembers_what_its_profile_states_and_no_default(home: Path) -> None:
    kept = profile_of(home).model_dump(mode="json", exclude_none=True)
    assert kept == {"name": "tiny", "index": {}, **PROFILE}


def test_an_unknown_profile_names_those_there_are(home: Path) -> None:
    with pytest.raises(ConfigurationError, match="no profile “other”") as caught:
        read_profile(layout_of(home).profiles, "other")
    assert caught.value.expected == "one of: tiny"


def test_a_home_is_named_found_above_or_missed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Layout.find(home).root == home.resolve()
    monkeypatch.chdir(home / "data" / "questions")
    assert Layout.find().root == home.resolve()
    monkeypatch.setenv("ISNAD_HOME", str(home / "data"))
    with pytest.raises(ConfigurationError, match="not an Isnad home") as caught:
        Layout.find()
    assert caught.value.found == str(home / "data")


def test_the_store_may_lie_elsewhere(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISNAD_STORE", str(tmp_path / "elsewhere"))
    assert layout_of(home).store == tmp_path / "elsewhere"
    assert PROFILE["channel"] == profile_of(home).channel


def test_a_pinned_table_that_was_edited_is_no_longer_the_pinned_one(home: Path) -> None:
    table = home / "data/sources/answers/answers.csv"
    pin = hashlib.sha256(table.read_bytes()).hexdigest()
    write_card(home, "answers", origin={"type": "file", "path": "answers.csv", "sha256": pin})
    source = Source(load_card(table.parent), table.parent)
    assert pinned_digest(source, None) == pin
    edit_table(home)
    assert pinned_digest(source, None) != pin
    table.unlink()  # the pinned one may be at hand all the same
    assert pinned_digest(source, None) == pin
