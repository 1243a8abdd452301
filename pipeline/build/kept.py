"""The gate of the snapshot that a channel serves, kept by a build that differs from it in texts alone.

A gate that is fitted anew moves the outcomes of questions that no changed text concerns, and looking at the questions
that it is fitted to takes most of a rebuild (docs/decisions/0516). A profile with `gate: kept` fits one only where
something else changed that the gate hangs on: code, lists, questions, settings, or the number of texts by more than one
in twenty. What a kept gate misses on the new texts, the evaluation of the build measures and publishing refuses.

The manifest says in its configuration where the gate comes from, so that the snapshot can be built again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from pipeline.answer.gate import FILE as GATE
from pipeline.build.layout import Layout
from pipeline.build.profile import Profile
from pipeline.snapshot import Store
from pipeline.snapshot.verify import check_content

CONFIG = "gate"  # its place in the configuration of a manifest
TEXTS = 20  # one in so many may come or go


@dataclass(frozen=True, slots=True)
class Fitting:
    """Where a gate was fitted.

    `under`: digest of all that it hangs on besides the texts. `documents`: how many there were. `snapshot`: the one
    that it was fitted for; None where that is the one being built.
    """

    under: str
    documents: int
    snapshot: str | None = None

    def told(self) -> dict[str, JsonValue]:
        """As a manifest's configuration says it."""
        return {"under": self.under, "documents": self.documents, "snapshot": self.snapshot}

    def fits(self, other: Fitting) -> bool:
        """Whether a gate that was fitted so may judge where one would be fitted like `other`."""
        return self.under == other.under and abs(self.documents - other.documents) * TEXTS <= self.documents


@dataclass(frozen=True, slots=True)
class Kept:
    """A gate of a published snapshot: its bytes, and where it was fitted."""

    gate: bytes
    fitting: Fitting


def kept_gate(layout: Layout, profile: Profile, needed: Fitting) -> Kept | None:
    """The gate that the profile's channel serves, where the profile keeps it and it may judge this build.

    Args:
        needed: how one would be fitted to this build.
    Raises:
        IntegrityError: the store's file is damaged.
    """
    store = Store(layout.store)
    pointer = store.pointer(profile.channel) if profile.gate == "kept" else None
    if pointer is None:
        return None
    served = pointer.target.snapshot
    manifest = store.manifest(served)
    fitting, entry = _fitting_of(manifest.config, served), manifest.file(GATE)
    if fitting is None or entry is None or not fitting.fits(needed):
        return None
    path = store.blob(entry.sha256)
    check_content(path, entry)
    return Kept(path.read_bytes(), fitting)


def _fitting_of(config: Mapping[str, JsonValue], snapshot: str) -> Fitting | None:
    """What a manifest's configuration says of its gate; None where it was written before gates could be kept."""
    match config.get(CONFIG):
        case {"under": str(under), "documents": int(documents), "snapshot": str() | None as first}:
            return Fitting(under, documents, first or snapshot)
    return None
