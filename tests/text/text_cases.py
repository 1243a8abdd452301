"""Golden cases of this room, as data."""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def read_jsonl(name: str) -> list[dict]:
    """One case a line."""
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines() if line.strip()]
