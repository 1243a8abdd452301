"""Content that a build leaves for the next one, behind its sha256: what was damaged is as none."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from pipeline.disk.writing import whole_file

_SHA256 = 32  # bytes


def read_kept(path: Path) -> memoryview | None:
    """What was kept; None where nothing was, or it was damaged."""
    with suppress(OSError):
        content = path.read_bytes()
        kept = memoryview(content)[_SHA256:]
        if hashlib.sha256(kept).digest() == content[:_SHA256]:
            return kept
    return None


def keep(path: Path, content: bytes) -> None:
    """Keep content, whole; nothing is kept where another build is removing the folder."""
    with suppress(FileNotFoundError), whole_file(path, lasting=False) as file:
        file.write(hashlib.sha256(content).digest())
        file.write(content)
