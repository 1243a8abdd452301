"""Content that a build leaves for the next one, behind its sha256: what was damaged is as none."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

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
    """Keep content; nothing is kept where another build is removing the folder."""
    unfinished = path.with_suffix(f".{os.getpid()}")
    with suppress(FileNotFoundError):
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(hashlib.sha256(content).digest() + content)
        unfinished.replace(path)
