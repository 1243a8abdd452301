"""The pointer of a channel: which snapshot it serves.

A pointer is the one file that moves. What it claims is in `signed`; `signatures` is the place of
signatures over the canonical JSON of `signed`, and `signed.expires` that of an end of validity. Both are
reserved: this version writes them empty, and refuses a pointer in which they are not, since a signature
that nobody checks must not look like one that was. They stand in the pointer because a signature inside
the manifest would change the manifest's name, and because freshness is a property of a pointer, never of
content.
"""

from __future__ import annotations

from typing import Final, Literal, Self

from pydantic import Field, model_validator

from schemas.manifest import SHA256, SNAPSHOT_ID, Canonical

POINTER_FORMAT: Final = 1
MAX_HISTORY = 1_000
CHANNEL = r"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"
MAX_CHANNEL = 60  # characters


class PointerTarget(Canonical):
    """A published snapshot, as a channel remembers it."""

    snapshot: str = Field(pattern=SNAPSHOT_ID)
    manifest_sha256: str = Field(pattern=SHA256)
    manifest_size: int = Field(ge=2)
    release: int = Field(ge=1)

    @model_validator(mode="after")
    def _named(self) -> Self:
        if self.snapshot != f"s-{self.manifest_sha256[:20]}":
            raise ValueError("the snapshot id does not begin the sha256 of its manifest")
        return self


class Claim(Canonical):
    """What a pointer says: which snapshot a channel serves, and which it served, oldest first.

    The last of `history` need not be `target`: after going back to an older snapshot it is not.
    """

    channel: str = Field(pattern=CHANNEL, max_length=MAX_CHANNEL)
    target: PointerTarget
    history: tuple[PointerTarget, ...] = Field(max_length=MAX_HISTORY)
    expires: None = None  # reserved

    @model_validator(mode="after")
    def _remembered(self) -> Self:
        if self.target not in self.history:
            raise ValueError("the target is not in the history")
        return self


class Pointer(Canonical):
    """The file of a channel."""

    format: Literal[1] = POINTER_FORMAT
    signed: Claim
    signatures: tuple[()] = ()  # reserved

    @property
    def target(self) -> PointerTarget:
        """The snapshot that the channel serves."""
        return self.signed.target

    @property
    def newest(self) -> PointerTarget:
        """The newest snapshot of the line, whichever one is served; of two with one number, the one that
        came later."""
        return max(reversed(self.signed.history), key=lambda past: past.release)
