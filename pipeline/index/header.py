"""The header of an index, `index.json`: what it is, by which analyser, with which settings, and how large.

An index made by another analyser is refused: its words would not be those of a question, and nobody would notice.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.disk.writing import write_whole
from pipeline.index.arrays import REBUILD
from pipeline.index.config import IndexConfig
from pipeline.text.resources import analyser_version
from schemas.errors import IndexFormatError
from schemas.tables import canonical_json

KIND = "isnad-index"
VERSION = 1
HEADER = "index.json"


def write_header(out: Path, config: IndexConfig, counts: Mapping[str, int]) -> None:
    """Write the header, which makes the folder an index."""
    header = {
        "kind": KIND,
        "version": VERSION,
        "analyser": analyser_version(),
        "config": config.as_dict(),
        "counts": dict(counts),
    }
    write_whole(out / HEADER, canonical_json(header))


def read_header(path: Path) -> dict[str, Any]:
    """The header of an index; raises `IndexFormatError`."""
    place = path / HEADER
    try:
        header = json.loads(place.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise unusable(place, "the header of an index", str(error)) from error
    if not isinstance(header, dict) or header.get("kind") != KIND or header.get("version") != VERSION:
        raise unusable(place, f"{KIND} of version {VERSION}", repr(header)[:80])
    if header.get("analyser") != analyser_version():
        raise IndexFormatError(
            "this index was made by another analyser, so questions would not meet its words",
            where=str(place),
            expected=analyser_version(),
            found=repr(header.get("analyser"))[:80],
            remedy="use the version of Isnad that wrote it, or build the index anew",
        )
    if not isinstance(header.get("config"), dict) or not isinstance(header.get("counts"), dict):
        raise unusable(place, "config and counts", repr(header)[:200])
    return header


def unusable(path: Path, expected: str, found: str) -> IndexFormatError:
    """The error for a part that does not fit; to be raised."""
    return IndexFormatError(
        "the index cannot be used", where=str(path), expected=expected, found=found, remedy=REBUILD
    )
