"""Where a command writes is looked at before its work begins, and a file is written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.eval import HTML_SIGN, MARKDOWN_SIGN
from cli.main import app
from cli.output import READ, Output
from cli.run import TIMINGS_SIGN
from cli.sources import REPORT_SIGN
from schemas.errors import ConfigurationError, IsnadError


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


def page(path: Path | None) -> Output:
    return Output(path, "--out", "# Ours")


def test_a_device_is_not_replaced() -> None:
    with pytest.raises(ConfigurationError, match="nothing can be written there"):
        page(Path("/dev/null")).check()


@pytest.mark.parametrize("there", ["# Ours\nold", "", None])
def test_a_text_takes_the_place_of_an_earlier_one_alone(tmp_path: Path, there: str | None) -> None:
    path = tmp_path / "page"
    if there is not None:
        path.write_text(there, "utf-8")
    page(path).check()
    page(path).write("# Ours\nnew")
    assert path.read_text("utf-8") == "# Ours\nnew"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("there", [b"number,text\n1,one\n", b"\xff# Ours", b"\n" * READ + b"# Ours"])
def test_what_somebody_else_wrote_is_not_replaced(tmp_path: Path, there: bytes) -> None:
    path = tmp_path / "page"
    page(path).check()
    path.write_bytes(there)  # while the command works
    for step in (page(path).check, lambda: page(path).write("# Ours")):
        with pytest.raises(ConfigurationError, match="could be lost") as told:
            step()
        assert (told.value.found, told.value.where) == (
            "a file that this command did not write",
            f"--out {path}",
        )
    assert path.read_bytes() == there


@pytest.mark.parametrize("place", ["source.yaml", "page", "texts/1.md", "linked", "../link"])
def test_nothing_is_written_into_the_folder_of_a_source(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "mine"
    (folder / "texts").mkdir(parents=True)
    (folder / "source.yaml").write_text("# Ours", "utf-8")
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "link").symlink_to(folder / "page")
    with pytest.raises(ConfigurationError, match="could be lost") as told:
        page(folder / place).check()
    assert told.value.found == "the folder of the source “mine”"


@pytest.mark.parametrize(
    ("words", "option", "sign"),
    [
        (["run"], "--timings", TIMINGS_SIGN),
        (["eval"], "--html", HTML_SIGN),
        (["eval"], "--markdown", MARKDOWN_SIGN),
        (["sources", "check", "none"], "--html", 'content="isnad sources check"'),
        (["sources", "report"], "--out", REPORT_SIGN),
    ],
)
def test_every_command_that_writes_a_report_knows_its_own(
    tmp_path: Path, words: list[str], option: str, sign: str
) -> None:
    path = tmp_path / "table.csv"
    for text, error in ((f"x {sign} x", "not an Isnad home"), ("number,text", "could be lost")):
        path.write_text(text, "utf-8")
        with pytest.raises(IsnadError, match=error):
            CliRunner().invoke(app, [*words, "--home", "/nowhere", option, str(path)], catch_exceptions=False)
        assert path.read_text("utf-8") == text


def test_the_page_of_the_repository_is_written_anew_by_its_command() -> None:
    assert REPORT_SIGN in (Path(__file__).parents[2] / "docs/quarantine.md").read_text("utf-8")[:READ]


def test_a_full_disk_is_told_with_what_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(IsnadError) as told:
        page(tmp_path / "page.html").write("# Ours")
    assert str(tmp_path / "page.html") in told.value.problem
    assert "free some space" in (told.value.remedy or "")
    assert list(tmp_path.iterdir()) == []
