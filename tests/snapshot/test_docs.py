"""docs/snapshots.md says what the code does, and the golden snapshots of every format can be read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import make_golden
import pyarrow as pa
import pytest
from typer.testing import CliRunner

from cli.options import STORE_VARIABLE
from cli.snapshot import app
from pipeline.snapshot.manifest import READABLE
from pipeline.snapshot.rules import COVERAGE, FIGURE, SHARE, Word
from pipeline.snapshot.tables import read_documents, read_ledger
from pipeline.snapshot.verify import verify_directory
from schemas.manifest import FORMAT, REQUIRED_FILES, Manifest
from schemas.paths import paths_fault
from schemas.tables import LEDGER

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = (ROOT / "docs/snapshots.md").read_text("utf-8")
GOLDEN_ID = {1: "s-c6e1c11c9c99b6032077", 2: "s-1394d2d5dd263068237b"}


def table(title: str) -> list[str]:
    """The first cells of the table below a heading."""
    section = PAGE.split(f"{title}\n", 1)[1].split("\n#", 1)[0]
    cells = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    return cells[1:]


def test_every_field_of_the_manifest_is_described():
    described = [name for cell in table("### manifest.json") for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(described) == sorted(Manifest.model_fields)


def test_every_column_of_the_ledger_is_described():
    assert [cell.strip("`") for cell in table("### The ledger")] == LEDGER.names


def test_every_word_is_described_with_its_tolerance():
    assert [cell.strip("`") for cell in table("## Publishing")] == sorted(Word)
    assert f"{SHARE:.0%}" in PAGE
    assert f"{FIGURE:g}" in PAGE
    assert f"{COVERAGE:g}" in PAGE


def test_every_command_is_described_and_every_described_command_exists():
    described = set(re.findall(r"`isnad snapshot (\w+)", PAGE))
    assert described == {command.name or command.callback.__name__ for command in app.registered_commands}
    for name in described:
        result = CliRunner().invoke(
            app, [name, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
        )
        shown = result.output
        for line in (line for line in PAGE.splitlines() if f"`isnad snapshot {name}" in line):
            for option in re.findall(r" (--[a-z-]+)", line):
                assert option in shown, f"{name} has no {option}"
        assert "--json" in shown
        assert "--store" in shown


def test_defaults_are_as_described():
    assert f"`{STORE_VARIABLE}`" in PAGE
    assert "`data/store` of the Isnad home" in PAGE
    assert all(f"`{name}`" in PAGE for name in REQUIRED_FILES)
    assert f"version of this format: {FORMAT}." in PAGE


def test_the_layout_is_that_of_a_store(store, put):
    put(make_golden.golden_build())
    store.current("production")
    described = set(re.findall(r"^    (\w+)/", PAGE, flags=re.MULTILINE))
    assert described == {path.name for path in store.root.iterdir() if path.is_dir()}


def test_there_is_a_golden_snapshot_of_every_readable_format():
    assert [f"format-{number}" for number in READABLE] == sorted(p.name for p in (HERE / "golden").iterdir())


@pytest.mark.parametrize("number", READABLE)
def test_a_golden_snapshot_can_be_read(number):
    folder = HERE / "golden" / f"format-{number}"
    manifest = verify_directory(folder)
    assert manifest.id == GOLDEN_ID[number]
    assert paths_fault([entry.path for entry in manifest.files]) == ""
    assert len(read_documents(folder / "documents.arrow")) == manifest.counts.documents == 3
    assert read_ledger(folder / "references.parquet")["status"].to_pylist() == ["live"] * 3


@pytest.mark.skipif(pa.__version__ != "26.0.1", reason="the golden bytes are those of pyarrow 26.0.1")
@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_golden_snapshot_is_built_again_to_the_byte(tmp_path, seed):
    code = "import sys, pathlib, make_golden; print(make_golden.make(pathlib.Path(sys.argv[1])).name)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{HERE}:{ROOT}", "PATH": ""},
    )
    assert done.stdout.strip() == GOLDEN_ID[FORMAT]
