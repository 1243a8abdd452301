"""Where a store keeps what, as paths from its root: the same on a disk and at a remote."""

from __future__ import annotations

import re

from schemas.errors import CallError
from schemas.paths import MANIFEST_NAME
from schemas.pointer import CHANNEL, MAX_CHANNEL

BLOBS, SNAPSHOTS, CHANNELS = "blobs/sha256", "snapshots", "channels"


def blob_path(sha256: str) -> str:
    """The file with this content."""
    return f"{BLOBS}/{sha256[:2]}/{sha256}"


def manifest_path(snapshot: str) -> str:
    """The manifest of a snapshot."""
    return f"{SNAPSHOTS}/{snapshot}/{MANIFEST_NAME}"


def pointer_path(channel: str) -> str:
    """The pointer of a channel; raises `CallError` on no channel name."""
    if len(channel) > MAX_CHANNEL or not re.fullmatch(CHANNEL, channel):
        raise CallError(
            f"“{channel[:MAX_CHANNEL]}” cannot be the name of a channel",
            expected=f"at most {MAX_CHANNEL} lower-case letters, digits and single hyphens, as in production",
            remedy="correct the name; `isnad snapshot list` shows the channels that there are",
        )
    return f"{CHANNELS}/{channel}.json"
