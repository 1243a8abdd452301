"""A whole snapshot is opened and asked where nothing can be written: a read-only package, and no home.

What it needs is then compiled in the process, before the first question, and nothing is kept.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tiny_home import CHANNEL, ROOT, store_of

from pipeline.answer import answer
from pipeline.index import Index

QUESTION = "Who has neither child nor parent?"
NOBODY = 65534
ASKED = """
import sys, tempfile
tempfile.tempdir = "/proc/nowhere"
from pathlib import Path
from pipeline.answer import answer
from pipeline.index import Index
from pipeline.index import compiled
from pipeline.index.lexical import query, scoring
assert compiled._FOLDER is None, compiled._FOLDER
index = Index.open(Path(sys.argv[1]))
index.warm()
kernels = query.search_words, query.score_words, scoring.score_passages
before = [len(one.signatures) for one in kernels]
print(answer(index, sys.argv[2]), answer(index, "112:2"))
assert min(before) and [len(one.signatures) for one in kernels] == before, "a question compiled something"
"""


@pytest.fixture
def snapshot(built: Path) -> Iterator[Path]:
    """A copy of a published snapshot, in a folder that every user can read and only its owner can write to."""
    _, folder = store_of(built).current(CHANNEL)
    with tempfile.TemporaryDirectory() as place:
        copied = Path(shutil.copytree(folder, Path(place) / "snapshot"))
        for path in (Path(place), copied, *copied.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o444)
        yield copied


def _python(*arguments: str, **user: Any) -> subprocess.CompletedProcess[str]:
    """A program without a home, to which every folder that it might write to is named as one that takes nothing."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ISNAD_", "PREFECT_"))}
    nowhere = dict.fromkeys(("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "TMPDIR", "HOME"), "/proc/nowhere")
    quickly = {"NUMBA_OPT": "0"}  # compiled in less time; other tests hold what kernels give
    return subprocess.run(
        [sys.executable, "-B", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**kept, **nowhere, **quickly, "PYTHONPATH": str(ROOT)},
        timeout=600,
        **user,
    )


def _stranger() -> dict[str, Any]:
    """A user who owns nothing, where this one may become another and that one can read this Python."""
    other = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    try:
        return other if _python("-c", "import numba, pipeline.index", **other).returncode == 0 else {}
    except OSError:
        return {}


@pytest.mark.slow
def test_the_first_answer_needs_no_place_to_write(snapshot: Path) -> None:
    """As a user who owns none of the files, where this machine allows it; else as the user of the tests."""
    done = _python("-c", ASKED, str(snapshot), QUESTION, **_stranger())
    assert done.returncode == 0, done.stderr
    index = Index.open(snapshot)
    assert done.stdout.strip() == f"{answer(index, QUESTION)} {answer(index, '112:2')}"
    assert sorted(path.name for path in snapshot.parent.iterdir()) == [snapshot.name]
