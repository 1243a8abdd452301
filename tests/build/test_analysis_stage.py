"""The analysis is a stage of its own: what did not change is taken over, and long work is taken up again."""

from __future__ import annotations

import json
import os
from pathlib import Path

from local_runner import LocalRunner
from tiny_home import (
    ANSWERS,
    CHANNEL,
    PROFILE,
    layout_of,
    make_home,
    profile_of,
    publish_home,
    remains,
    store_of,
    write_csv,
)

from pipeline.build import run, stage
from pipeline.build.stage import PARTS, RECORD, earlier_output, parts_folder, run_stage

FIXED = {**PROFILE, "embedder": {**PROFILE["embedder"], "sources": ["quran", "trial"]}}


def write(folder: Path) -> dict[str, object]:
    (folder / "out").write_text("x")
    return {}


def edit(home: Path) -> None:
    """One answer more, in a source that the embedder does not learn from."""
    rows = [[str(number), *both] for number, both in enumerate(ANSWERS, start=1)]
    more = ["3", "May one answer be added?", "It may."]
    write_csv(home / "data/sources/answers/answers.csv", [["number", "question", "answer"], *rows, more])


def built(home: Path) -> run.Built:
    return run.build(layout_of(home), profile_of(home), LocalRunner())


def test_an_edit_elsewhere_keeps_the_embedder_and_reads_one_document(tmp_path: Path) -> None:
    home, other = (make_home(tmp_path / name, FIXED) for name in ("home", "other"))
    first = built(home)
    edit(home)
    edit(other)
    second, fresh = built(home), built(other)
    assert second.embedder.key == first.embedder.key
    assert (second.analysis.facts["reused"], fresh.analysis.facts["reused"]) == (28, 0)
    assert second.analysis.facts["documents"] == 29
    for mine, theirs in ((second.analysis, fresh.analysis), (second.index, fresh.index)):
        files = [path for path in sorted(mine.path.rglob("*")) if path.is_file() and path.name != RECORD]
        assert files
        for path in files:
            assert path.read_bytes() == (theirs.path / path.relative_to(mine.path)).read_bytes(), path.name


def test_the_snapshot_of_an_edit_is_that_of_a_fresh_home(tmp_path: Path) -> None:
    home, other = (make_home(tmp_path / name, FIXED) for name in ("home", "other"))
    publish_home(home)
    edit(home)
    edit(other)
    publish_home(home)
    publish_home(other)
    ours, theirs = (
        store_of(each).manifest(store_of(each).served(CHANNEL).snapshot) for each in (home, other)
    )
    different = {entry.path for entry in ours.files} ^ {entry.path for entry in theirs.files}
    same = {entry.path: entry.sha256 for entry in theirs.files}
    different |= {entry.path for entry in ours.files if same.get(entry.path) != entry.sha256}
    assert different <= {"references.parquet"}  # which remembers the release before


def test_an_embedder_of_all_documents_changes_with_each(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    first = built(home)
    edit(home)
    second = built(home)
    assert second.embedder.key != first.embedder.key
    assert second.analysis.facts["reused"] == 0


def test_the_index_shares_the_tables_of_its_analysis(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    made = built(home)
    assert (made.index.path / "documents.arrow").samefile(made.corpus.path / "documents.arrow")
    assert (made.index.path / "passages.arrow").samefile(made.analysis.path / "passages.arrow")
    assert not remains(home)
    assert not list((home / "data/build" / PARTS).iterdir())


def test_the_newest_output_with_the_same_settings_is_found(tmp_path: Path) -> None:
    made = [run_stage(tmp_path, "s", 1, {"a": number, "b": 1}, write) for number in range(3)]
    for age, result in enumerate(made):
        os.utime(result.path / RECORD, (age, age))
    assert earlier_output(tmp_path, "s", 1, {"b": 1}) == made[2].path
    assert earlier_output(tmp_path, "s", 1, {"b": 1, "a": 1}) == made[1].path
    assert earlier_output(tmp_path, "s", 2, {"b": 1}) is None
    assert earlier_output(tmp_path, "s", 1, {"b": 2}) is None
    (made[2].path / "out").write_text("longer")
    (made[1].path / RECORD).write_text("{")
    assert earlier_output(tmp_path, "s", 1, {"b": 1}) == made[0].path


def test_parts_are_kept_until_the_work_ends_well(tmp_path: Path) -> None:
    _killed(tmp_path, "work")
    with parts_folder(tmp_path, "work") as parts:
        assert parts is not None
        assert (parts / "one").exists()
    assert not list((tmp_path / PARTS).iterdir())


def test_parts_of_others_stay_while_they_work_and_go_when_they_are_gone(tmp_path: Path) -> None:
    _killed(tmp_path, "dead")
    with parts_folder(tmp_path, "other") as other:
        _leave(other, "two")
        with parts_folder(tmp_path, "work"):
            pass
        assert other is not None
        assert (other / "two").exists()
        assert not (tmp_path / PARTS / "dead").exists()


def test_two_at_the_same_work_do_not_share_parts(tmp_path: Path) -> None:
    with parts_folder(tmp_path, "work") as first, parts_folder(tmp_path, "work") as second:
        assert first is not None
        assert second is None


def _killed(cache: Path, name: str) -> None:
    """Work that leaves a part and does not end well."""
    work = parts_folder(cache, name)
    _leave(work.__enter__(), "one")
    assert not work.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)


def _leave(parts: Path | None, name: str) -> None:
    assert parts is not None
    parts.mkdir()
    (parts / name).write_text("x")


def test_the_record_names_what_the_analysis_depends_on(home: Path) -> None:
    made = built(home).analysis
    inputs = json.loads((made.path / stage.RECORD).read_bytes())["inputs"]
    assert set(inputs) == {"documents", "embedder", "heading_weight", "code"}
