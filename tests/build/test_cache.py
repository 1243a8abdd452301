"""Content that is kept for the next build: whole, or as none, and a full disk is told by whoever keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest
from short_files import short_files
from tiny_home import layout_of, make_home

from pipeline.build import run
from pipeline.build.cache import keep, read_kept
from schemas.errors import BuildError


def test_what_is_kept_is_found_and_replaced(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        keep(tmp_path / "a" / "kept", content)
        assert read_kept(tmp_path / "a" / "kept") == content
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["kept"]


@pytest.mark.parametrize("size", [10, 100_000])  # refused when it is closed, refused when it is written
def test_a_full_disk_leaves_what_was_kept_and_nothing_half_written(tmp_path: Path, size: int) -> None:
    keep(tmp_path / "kept", b"one")
    with short_files(20), pytest.raises(OSError, match="too large"):
        keep(tmp_path / "kept", b"x" * size)
    assert read_kept(tmp_path / "kept") == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_who_asks_the_questions_tells_of_a_full_disk_what_to_do(tmp_path: Path) -> None:
    layout = layout_of(make_home(tmp_path / "home"))
    with (
        pytest.raises(BuildError, match="asking the questions") as told,
        run.asking(layout) as asked,
        short_files(20),
    ):
        keep(asked.readings / "kept", b"x" * 100)
    assert "free space" in told.value.remedy
    assert list(asked.readings.iterdir()) == []


def test_nothing_is_kept_where_another_build_removes_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.replace

    def late(part: Path, path: Path) -> Path:
        for one in path.parent.iterdir():
            one.unlink()
        path.parent.rmdir()
        return real(part, path)

    monkeypatch.setattr(Path, "replace", late)
    keep(tmp_path / "a" / "kept", b"one")
    assert not (tmp_path / "a").exists()
