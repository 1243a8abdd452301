"""A published snapshot, opened for questions."""

from __future__ import annotations

from pathlib import Path

from pipeline.index import Index
from pipeline.snapshot import Store


def open_channel(store: Path, channel: str) -> tuple[str, Index]:
    """The id of what a channel serves, and its index, open and warm."""
    snapshot, path = Store(store).current(channel)
    index = Index.open(path)
    index.warm()
    return snapshot, index
