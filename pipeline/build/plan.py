"""What a build would be made of, known before anything is fetched or run.

The cards pin their bytes, so a digest over cards, pins, profile, lexicon, questions, reader and code says whether the
published snapshot is already the one that a build would give.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from pipeline.build.layout import Layout
from pipeline.build.profile import Profile
from pipeline.build.sources import card_digest, pinned_digest, sources_of
from pipeline.build.versions import ALL, code_version
from pipeline.snapshot import Store
from pipeline.sources.origins.digest import folder_digest
from schemas.errors import IntegrityError
from schemas.manifest import digest


@dataclass(frozen=True, slots=True)
class Begun:
    """What a build is of, and when it began: taken before anything is read, so that a table which is edited while it
    runs is seen by the next one."""

    inputs: str  # their digest
    at: float  # seconds since 1970


def begin(layout: Layout, profile: Profile) -> Begun:
    """A build of a profile begins."""
    return Begun(inputs_digest(layout, profile), time.time())


def inputs_digest(layout: Layout, profile: Profile) -> str:
    """A digest of everything that a build of the profile depends on."""
    return digest(
        {
            "profile": profile.model_dump(mode="json"),
            "sources": {
                source.id: [card_digest(source.card), pinned_digest(source, layout.mirror)]
                for source in sources_of(layout, profile)
            },
            "lexicon": folder_digest(layout.lexicon),
            "questions": folder_digest(layout.questions),
            **({"reader": folder_digest(layout.reader)} if profile.reader else {}),
            "code": code_version(*ALL),
        }
    )


def published_inputs(layout: Layout, profile: Profile) -> str | None:
    """The snapshot that the profile's channel serves, if it was built from just these inputs and is sound: a build puts
    back what the store lost of it."""
    store = Store(layout.store)
    pointer = store.pointer(profile.channel)
    if pointer is None:
        return None
    manifest = store.manifest(pointer.target.snapshot)
    if manifest.config.get("inputs") != inputs_digest(layout, profile):
        return None
    try:
        return store.verify(manifest.id).id
    except IntegrityError:
        return None
