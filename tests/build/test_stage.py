"""A stage runs once for each key, and a killed run leaves nothing that looks finished."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.build.stage import RECORD, earlier_output, found_stage, run_stage, stage_key
from schemas.errors import BuildError


def write_one(folder: Path) -> dict[str, object]:
    (folder / "out").write_text("x")
    return {"rows": 1}


def finished(cache: Path) -> list[str]:
    """What lies under the stage's name."""
    folder = cache / "count"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def remains(cache: Path) -> list[Path]:
    """What lies among the staging folders."""
    return sorted((cache / ".staging").iterdir())


def test_a_finished_stage_is_found_again(tmp_path: Path) -> None:
    first = run_stage(tmp_path, "count", 1, {"a": 1}, write_one)
    again = run_stage(tmp_path, "count", 1, {"a": 1}, lambda folder: pytest.fail("it ran twice"))
    assert (first.reused, again.reused) == (False, True)
    assert again.path == first.path
    assert again.facts == {"rows": 1}


def test_only_a_finished_stage_is_found(tmp_path: Path) -> None:
    assert found_stage(tmp_path, "count", 1, {"a": 1}) is None
    made = run_stage(tmp_path, "count", 1, {"a": 1}, write_one)
    found = found_stage(tmp_path, "count", 1, {"a": 1})
    assert found is not None
    assert (found.path, found.facts, found.reused) == (made.path, made.facts, True)
    (made.path / "out").unlink()
    assert found_stage(tmp_path, "count", 1, {"a": 1}) is None, "it lost a file"


@pytest.mark.parametrize(
    ("stage", "version", "inputs"), [("other", 1, {"a": 1}), ("count", 2, {"a": 1}), ("count", 1, {"a": 2})]
)
def test_the_key_changes_with_each_part(stage: str, version: int, inputs: dict[str, object]) -> None:
    assert stage_key(stage, version, inputs) != stage_key("count", 1, {"a": 1})


def test_the_key_does_not_depend_on_the_order_of_inputs() -> None:
    assert stage_key("s", 1, {"a": 1, "b": 2}) == stage_key("s", 1, {"b": 2, "a": 1})


def test_a_failing_stage_leaves_nothing(tmp_path: Path) -> None:
    def half(folder: Path) -> dict[str, object]:
        (folder / "half").write_text("x")
        raise OSError(28, "No space left on device")

    with pytest.raises(BuildError, match="No space") as caught:
        run_stage(tmp_path, "count", 1, {}, half)
    assert "free some space" in caught.value.remedy
    assert finished(tmp_path) == []
    assert remains(tmp_path) == []


@pytest.mark.parametrize("damage", ["lose", "cut", "change", "add", "lose the record", "{", "[]", "{}"])
def test_a_damaged_output_is_made_again(tmp_path: Path, damage: str) -> None:
    path = run_stage(tmp_path, "count", 1, {}, write_one).path
    if damage == "lose":
        (path / "out").unlink()
    elif damage == "cut":
        (path / "out").write_text("")
    elif damage == "change":
        (path / "out").write_text("y")
    elif damage == "add":
        (path / "more").write_text("x")
    elif damage == "lose the record":
        (path / RECORD).unlink()
    else:
        (path / RECORD).write_text(damage)
    assert earlier_output(tmp_path, "count", 1, {}) is None
    again = run_stage(tmp_path, "count", 1, {}, write_one)
    assert not again.reused
    assert sorted(p.name for p in again.path.iterdir()) == ["out", RECORD]
    assert (again.path / "out").read_text() == "x"


def test_a_killed_run_leaves_no_finished_output_and_is_swept(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from pipeline.build.stage import run_stage\n"
        "def work(folder):\n"
        "    (folder / 'half').write_text('x'); Path(sys.argv[1], 'begun').touch(); time.sleep(60)\n"
        "run_stage(Path(sys.argv[1]), 'count', 1, {}, work)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)])
    while not (tmp_path / "begun").exists():
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert finished(tmp_path) == []
    assert len(remains(tmp_path)) == 2  # the folder and its lock, which nobody holds
    done = run_stage(tmp_path, "count", 1, {}, write_one)
    assert finished(tmp_path) == [done.key]
    assert remains(tmp_path) == []


def test_two_runs_at_once_give_one_output(tmp_path: Path) -> None:
    def outer(folder: Path) -> dict[str, object]:
        run_stage(tmp_path, "count", 1, {}, write_one)  # another run finishes first
        return write_one(folder)

    result = run_stage(tmp_path, "count", 1, {}, outer)
    assert finished(tmp_path) == [result.key]
    assert remains(tmp_path) == []


def test_what_another_run_finishes_while_it_is_looked_for_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def and_then_another(look: Callable[[Path], object]) -> Callable[[Path], object]:
        def call(path: Path) -> object:
            monkeypatch.undo()
            try:
                return look(path)
            finally:
                run_stage(tmp_path, "count", 1, {}, write_one)

        return call

    for look in (Path.exists, Path.read_bytes):  # whichever comes first
        monkeypatch.setattr(Path, look.__name__, and_then_another(look))
    found_stage(tmp_path, "count", 1, {})
    assert finished(tmp_path) == [stage_key("count", 1, {})]


def test_a_run_does_not_sweep_what_another_is_writing(tmp_path: Path) -> None:
    def outer(folder: Path) -> dict[str, object]:
        (folder / "first").write_text("x")
        run_stage(tmp_path, "other", 1, {}, write_one)
        assert (folder / "first").is_file()
        return write_one(folder)

    assert sorted(p.name for p in run_stage(tmp_path, "count", 1, {}, outer).path.iterdir()) == [
        "first",
        "out",
        RECORD,
    ]
