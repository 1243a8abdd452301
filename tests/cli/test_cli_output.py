"""Where a command writes is looked at before its work begins, and a file is written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import output
from cli.main import app
from schemas.errors import ConfigurationError, SnapshotError


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["run"], "--timings"),
        (["eval"], "--html"),
        (["eval"], "--markdown"),
        (["sources", "check", "none"], "--html"),
        (["sources", "report"], "--out"),
    ],
)
@pytest.mark.parametrize("place", ["missing/page", "folder", "file/page"])
def test_a_place_that_cannot_be_written_is_told_first(
    tmp_path: Path, words: list[str], option: str, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(ConfigurationError, match="nothing can be written there") as told:
        CliRunner().invoke(
            app, [*words, "--home", "/nowhere", option, str(tmp_path / place)], catch_exceptions=False
        )
    assert told.value.where == f"{option} {tmp_path / place}"


def test_a_device_is_not_replaced() -> None:
    with pytest.raises(ConfigurationError, match="nothing can be written there"):
        output.check(Path("/dev/null"), "--out")


def test_a_text_takes_the_place_of_what_is_there(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.write_text("old", "utf-8")
    output.check(page, "--out")
    output.write(page, "new")
    assert page.read_text("utf-8") == "new"
    assert list(tmp_path.iterdir()) == [page]


def test_a_full_disk_is_told_with_what_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pipeline.snapshot.files.os.fsync", full)
    with pytest.raises(SnapshotError) as told:
        output.write(tmp_path / "page.html", "text")
    assert str(tmp_path / "page.html") in told.value.problem
    assert "free space" in (told.value.remedy or "")
    assert list(tmp_path.iterdir()) == []
