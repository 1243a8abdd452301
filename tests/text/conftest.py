"""What the tests of text share: the Qur'an from the mirror where there is one."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from text_cases import ROOT


@pytest.fixture(scope="session")
def verses() -> dict[str, str]:
    """The pinned Qur'an in the spelling of the codex, by surah:ayah; skips where it is not at hand."""
    mirror = Path(os.environ.get("ISNAD_MIRROR", ROOT.parent / "shared" / "corpora"))
    path = mirror / "quran-json-npm.jsonl.zst"
    if not path.exists():
        pytest.skip(f"the Qur'an is not at hand: {path} (set ISNAD_MIRROR)")
    zstandard = pytest.importorskip("zstandard")
    with path.open("rb") as raw:
        lines = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(raw), encoding="utf-8")
        return _by_key(json.loads(line) for line in lines)


def _by_key(records) -> dict[str, str]:
    found: dict[str, str] = {}
    for record in records:
        key, text = verse_of(record)
        found[key] = text
    return found


def verse_of(record: dict) -> tuple[str, str]:
    return f"{record['surah']}:{record['ayah']}", record["text"]
