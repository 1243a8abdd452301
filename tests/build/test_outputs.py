"""A home keeps the outputs that its builds need, and does not grow with every night."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from local_runner import LocalRunner
from tiny_home import CHANNEL, layout_of, make_home, profile_of, publish_home, store_of

from pipeline.build import outputs, run
from pipeline.build.outputs import DAY_S, LISTS, retire
from pipeline.build.stage import RECORD, run_stage
from pipeline.disk.writing import PART

NIGHT = 1_700_000_000.0
PROFILES = ["tiny", "wide"]


def _stage(cache: Path, at: float, number: int) -> str:
    """An output that a build makes, or finds, at a time; its name."""
    path = run_stage(cache, "count", 1, {"number": number}, lambda folder: {}).path
    os.utime(path / RECORD, (at, at))
    return f"count/{path.name}"


def _build(cache: Path, night: int, *uses: int, profile: str = "tiny") -> tuple[list[str], list[str]]:
    """A build of some night: what it used, and what was removed then."""
    begun = NIGHT + night * 2 * DAY_S
    used = [_stage(cache, begun + 1, number) for number in uses]
    return used, retire(cache, profile, PROFILES, begun, begun + 2)


def _there(cache: Path) -> list[str]:
    return sorted(path.relative_to(cache).as_posix() for path in cache.glob("count/*"))


def test_what_the_last_two_builds_used_is_kept(tmp_path: Path) -> None:
    nights = [_build(tmp_path, night, 0, 10 + night) for night in range(5)]
    assert [removed for _, removed in nights] == [[], [], *([one[1]] for one, _ in nights[:3])]
    assert _there(tmp_path) == sorted({*nights[3][0], *nights[4][0]})


def test_what_was_used_within_a_day_is_kept(tmp_path: Path) -> None:
    """Whoever goes back to an earlier list finds what was made of it; another build may be at work."""
    for night in (0, 1):
        _build(tmp_path, night, 1)
    begun = NIGHT + 2 * DAY_S
    tried = [_stage(tmp_path, begun + DAY_S / 2, number) for number in (2, 3)]
    for at in (begun + DAY_S, begun + DAY_S + 60):
        _stage(tmp_path, at + 1, 1)
        assert retire(tmp_path, "tiny", PROFILES, at, at + 2) == []
    assert set(tried) < set(_there(tmp_path))


def test_each_profile_has_builds_of_its_own(tmp_path: Path) -> None:
    wide, _ = _build(tmp_path, 0, 100, 101, profile="wide")
    for night in range(1, 6):
        _build(tmp_path, night, night)
    assert set(wide) < set(_there(tmp_path))
    begun = NIGHT + 6 * 2 * DAY_S
    assert set(retire(tmp_path, "tiny", ["tiny"], begun, begun)) >= set(wide), (
        "a profile that is there no more"
    )


def test_an_output_that_lost_its_record_is_removed(tmp_path: Path) -> None:
    (name,), _ = _build(tmp_path, 0, 1)
    (tmp_path / name / RECORD).unlink()
    _build(tmp_path, 1, 2)
    _, removed = _build(tmp_path, 2, 2)
    assert removed == [name]


def test_what_no_stage_made_stays(tmp_path: Path) -> None:
    """As the home that `make figures` builds there, and the peers of `make bench-full`."""
    own = [tmp_path / "peers" / "lib" / "a-peer", tmp_path / LISTS / "a-folder"]
    for folder in own:
        folder.mkdir(parents=True)
    for night in range(3):
        assert _build(tmp_path, night, 1)[1] == []
    assert all(folder.is_dir() for folder in own)


def test_the_list_that_another_build_is_writing_stays_and_that_of_a_killed_one_goes(tmp_path: Path) -> None:
    _build(tmp_path, 0, 1)
    writing, killed = (tmp_path / LISTS / name for name in (f"{PART}1", f"{PART}2"))
    for path, at in ((writing, NIGHT + 2 * DAY_S), (killed, NIGHT)):
        path.write_bytes(b"half")
        os.utime(path, (at, at))
    _build(tmp_path, 1, 1)
    assert writing.exists()
    assert not killed.exists()


@pytest.mark.parametrize("content", [b"", b"[]", b"\0" * 40, None])
def test_a_damaged_list_is_as_none(tmp_path: Path, content: bytes | None) -> None:
    _build(tmp_path, 0, 1)
    own = tmp_path / LISTS / "tiny"
    own.write_bytes(own.read_bytes()[:-1] if content is None else content)
    used, _ = _build(tmp_path, 1, 2)
    assert _there(tmp_path) == used


def test_a_full_disk_ends_no_build_that_has_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody needs is removed all the same, and then there is room."""
    _build(tmp_path, 0, 1)
    _build(tmp_path, 1, 2)

    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(outputs, "keep", full)
    used, removed = _build(tmp_path, 2, 3)
    assert len(removed) == 1
    assert set(used) < set(_there(tmp_path))


def test_a_home_that_is_built_with_other_lists_each_night_keeps_what_it_needs(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    layout = layout_of(home)
    counts = []
    for night in range(4):
        glossary = layout.lexicon / "glossary.yaml"
        glossary.write_text(f"{glossary.read_text('utf-8')}# night {night}\n", "utf-8")
        publish_home(home)
        counts.append(_count(layout.build))
        _pass_two_days(layout.build)
    assert counts[3] == counts[2] > counts[0]
    snapshot = store_of(home).served(CHANNEL).snapshot
    store_of(home).verify(snapshot)
    judged = run.evaluate(layout, profile_of(home), LocalRunner())
    assert judged.evaluation.reused
    assert judged.built.analysis.reused


def _count(cache: Path) -> int:
    return len(list(cache.glob(f"[!.]*/*/{RECORD}")))


def _pass_two_days(cache: Path) -> None:
    records: Sequence[Path] = list(cache.glob(f"[!.]*/*/{RECORD}"))
    for record in records:
        when = record.stat().st_mtime - 2 * DAY_S
        os.utime(record, (when, when))
