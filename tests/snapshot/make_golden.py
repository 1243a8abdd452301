"""Write the golden snapshot of the present format: python tests/snapshot/make_golden.py

Snapshots of older formats are never written again: they show that this version still reads them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from snapshot_builds import Build  # noqa: E402

from pipeline.snapshot.publish import publish  # noqa: E402
from pipeline.snapshot.store import Store  # noqa: E402
from schemas.manifest import FORMAT  # noqa: E402


def golden_build() -> Build:
    """A build of three documents, small enough to keep."""
    texts = {"fatwa:one:1": "first", "fatwa:one:2": "second", "fatwa:two:1": "third"}
    return Build(texts=texts, files={"lexical/postings.bin": b"postings"}, passages=3)


def make(folder: Path) -> Path:
    """Publish the golden build in a folder and give its opened directory."""
    store = Store(folder / "store")
    publish(store, folder / "build", golden_build().write(folder / "build"))
    return store.current("production")[1]


if __name__ == "__main__":
    target = HERE / "golden" / f"format-{FORMAT}"
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(make(Path(scratch)), target)
