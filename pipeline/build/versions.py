"""Which code made an output: a digest over the source files of the rooms that decide it.

A stage takes the digest of its rooms as an input, so a change in code is never mistaken for a finished output, and
nobody has to remember to raise a number. A comment changes it too: that costs a rebuild, and never a wrong result.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_CODE = frozenset({".py", ".tsv", ".yaml", ".json"})

# The rooms that decide what each stage gives.
SOURCES = ("schemas", "pipeline/text", "pipeline/sources")
EMBEDDER = ("schemas", "pipeline/text", "pipeline/index/embedder")
ANALYSIS = (
    "schemas",
    "pipeline/text",
    "pipeline/index/analysis",
    "pipeline/index/embedder",
    *(f"pipeline/index/{name}.py" for name in ("arrays", "documents", "tables", "compiled")),
)
INDEX = ("schemas", "pipeline/text", "pipeline/index")
READING = (
    "schemas",
    "pipeline/text",
    "pipeline/index/embedder/chain.py",
    "pipeline/answer",
    "pipeline/build/readings.py",
)
VERDICT = (*INDEX, "pipeline/answer", "pipeline/evaluate", "pipeline/build")
REFERENCE = ("pipeline/text", "pipeline/reference")
ALL = ("schemas", "pipeline")


@cache
def code_version(*rooms: str) -> str:
    """Twelve hex digits over files of the project: those below a folder, as `pipeline/index`, or one by its path."""
    digest = hashlib.sha256()
    for room in sorted(rooms):
        place = _ROOT / room
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.suffix in _CODE and path.is_file():
                content = path.read_bytes().replace(b"\r\n", b"\n")
                digest.update(f"{path.relative_to(_ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]
