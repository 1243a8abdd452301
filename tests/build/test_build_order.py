"""From cards to a published snapshot: all its files, every stage found again, and answers out of it."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from local_runner import LocalRunner
from tiny_home import (
    CARDS,
    CHANNEL,
    PROFILE,
    STEPS,
    Told,
    layout_of,
    make_home,
    places_package,
    profile_of,
    publish_home,
    remains,
    store_of,
    write_profile,
)

from pipeline.answer import answer
from pipeline.build import sources
from pipeline.build.runner import advance_of, let_steps_run, stop_steps, watched_by
from pipeline.build.stage import run_stage
from pipeline.index import Index
from pipeline.reference.places import Places
from schemas.errors import BuildError, FetchError

FILES = {
    "documents.arrow", "passages.arrow", "references.parquet", "index.json", "glossary.json", "gate.json",
    "lexicon.json", "mushaf.json", "golden.json", "evaluation.json", "embedder/embedder.json", "embedder/table.i8",
    "lexical/header.json", "dense/header.json", "links/header.json", "columns/header.json", "reference/places.sqlite",
}  # fmt: skip


def test_the_snapshot_holds_all_that_a_reader_needs_and_nothing_of_the_stages(built: Path) -> None:
    snapshot, path = store_of(built).current(CHANNEL)
    store_of(built).verify(snapshot)
    files = {entry.path for entry in store_of(built).manifest(snapshot).files}
    assert files >= FILES
    assert not {"stage.json", "figures.json", "report.md", "report.html"} & {
        Path(name).name for name in files
    }
    assert all((path / name).is_file() for name in FILES)


def test_the_manifest_accounts_for_every_row(built: Path) -> None:
    manifest = store_of(built).manifest(store_of(built).served(CHANNEL).snapshot)
    assert [source.id for source in manifest.sources] == sorted(CARDS)
    trial = next(source for source in manifest.sources if source.id == "trial")
    assert (trial.rows, trial.documents, trial.quarantined) == (19, 18, 1)
    assert manifest.counts.kinds == {"quran": 4, "hadith": 18, "tafsir": 4, "fatwa": 2}
    assert manifest.holds_samples
    assert manifest.evaluation is not None


def test_the_snapshot_answers_and_declines(built: Path) -> None:
    index = Index.open(store_of(built).current(CHANNEL)[1])
    assert answer(index, "112:1").verdict.sources[0] == "quran:112:1"
    assert "tafsir:trial:112:1" in answer(index, "112:1").verdict.sources
    assert not answer(index, "112:9").verdict.answered


def test_the_places_come_from_the_package_of_the_mirror(built: Path) -> None:
    places = Places(store_of(built).current(CHANNEL)[1] / "reference/places.sqlite")
    assert places.find("Sampleville", "Morocco").name == "Sampleville"
    assert places.find("مدينة المثال", "المغرب").name == "Sampleville"


def test_a_second_run_finds_every_stage_and_changes_nothing(built: Path) -> None:
    before = {
        path: path.stat().st_mtime_ns for path in sorted((built / "data/store").rglob("*")) if path.is_file()
    }
    told = Told()
    with watched_by(told):
        done = publish_home(built)
    assert done.outcome == "unchanged"
    assert [step for step, _ in told.ended] == STEPS
    stages = [step for step in STEPS if step not in ("fetch", "publish")]
    assert [step for step, note in told.ended if note.startswith("found")] == stages
    after = {
        path: path.stat().st_mtime_ns for path in sorted((built / "data/store").rglob("*")) if path.is_file()
    }
    assert {path: after[path] for path in before if path.suffix != ".lock"} == {
        path: at for path, at in before.items() if path.suffix != ".lock"
    }
    assert remains(built) == []


def test_what_was_lost_of_a_stage_is_made_again_and_gives_the_same(built: Path) -> None:
    before = store_of(built).served(CHANNEL).snapshot
    next((built / "data/build/corpus").rglob("documents.arrow")).unlink()
    told = Told()
    with watched_by(told):
        done = publish_home(built)
    assert (done.outcome, done.snapshot) == ("unchanged", before)
    assert [
        step for step, note in told.ended if step not in ("fetch", "publish") and "found" not in note
    ] == ["corpus"]


def test_the_sources_that_are_fetched_are_counted_out_of_all(built: Path) -> None:
    class Counted(Told):
        def __init__(self) -> None:
            super().__init__()
            self.counts: list[tuple[int, int]] = []

        def advance(self, step: str, done: int, total: int) -> None:
            self.counts.append((done, total))

    layout, found = layout_of(built), sources.sources_of(layout_of(built), profile_of(built))
    with watched_by(told := Counted()):
        sources.fetch_all(layout, found, LocalRunner(2))
    assert sorted(told.counts) == [(number, len(found)) for number in range(1, len(found) + 1)]


def test_a_step_that_is_told_to_stop_ends_at_its_next_progress(tmp_path: Path) -> None:
    def work(folder: Path) -> dict[str, object]:
        (folder / "half").write_text("x")
        advance_of("count")(1, 2)
        return {}

    stop_steps()
    try:
        with pytest.raises(KeyboardInterrupt):
            run_stage(tmp_path, "count", 1, {}, work)
    finally:
        let_steps_run()
    assert [path.name for path in tmp_path.iterdir()] == [".staging"]
    assert not run_stage(tmp_path, "count", 1, {}, work).reused


def test_a_package_of_places_without_the_member_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_home(tmp_path / "home")
    monkeypatch.setenv("ISNAD_MIRROR", str(tmp_path / "mirror"))
    package = places_package(tmp_path / "mirror")
    write_profile(home, {**PROFILE, "places": {**package, "member": "tinyplaces/towns.json"}})
    with pytest.raises(BuildError, match="package of places") as caught:
        publish_home(home)
    assert "towns.json" in caught.value.expected
    assert caught.value.where == "tinyplaces-1.0-py3-none-any.whl"
    assert store_of(home).ids() == ()


def test_a_package_of_places_that_is_a_bomb_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_home(tmp_path / "home")
    monkeypatch.setenv("ISNAD_MIRROR", str(tmp_path / "mirror"))
    package = places_package(tmp_path / "mirror")
    wheel = tmp_path / "mirror/tinyplaces-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tinyplaces/more.json", bytes(80_000_000))
    package |= {"sha256": sha256(wheel.read_bytes()).hexdigest()}
    write_profile(home, {**PROFILE, "places": package})
    with pytest.raises(BuildError, match="package of places") as caught:
        publish_home(home)
    assert "decompression bomb" in caught.value.found


def test_places_are_worth_trying_again(built: Path) -> None:
    asked: list[tuple[str, bool]] = []

    class Runner(LocalRunner):
        def each(self, name, work, items, *, network=False):
            asked.append((name, network))
            return super().each(name, work, items)

    publish_home(built, Runner())
    assert ("places", True) in asked
    assert ("fetch", True) in asked


def test_without_network_or_mirror_the_places_are_a_fetch_error(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipeline.build import stages

    def unreachable(*_: object, **__: object) -> None:
        raise FetchError("pip could not reach its registry", where="tinyplaces==1.0")

    monkeypatch.setattr(stages, "fetch", unreachable)
    write_profile(home, {**PROFILE, "places": places_package(tmp_path / "elsewhere")})
    with pytest.raises(FetchError, match="could not reach"):
        publish_home(home)
    assert store_of(home).ids() == ()
