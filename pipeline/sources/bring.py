"""From a card to its bytes: the origin that the card states, fetched and verified.

Rules: nothing is decided here but which kind of origin it is; `sources.fetch` verifies. A table beside the
card needs no checksum while it is being written.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.sources.fetch import Fetched, fetch
from pipeline.sources.origins import File, Https, Hub, Npm, Origin, PyPI
from pipeline.sources.origins.edges import Progress, quiet
from schemas.card import SourceCard
from schemas.origin import FileOrigin, HttpsOrigin, HubOrigin, NpmOrigin, PypiOrigin


def origin_of(card: SourceCard, folder: Path) -> Origin:
    """The origin of a card; `folder` is where the card lies."""
    stated = card.origin
    match stated:
        case PypiOrigin():
            return PyPI(stated.name, stated.version, stated.sha256, stated.member)
        case NpmOrigin():
            return Npm(stated.name, stated.version, stated.sha256, stated.member)
        case HttpsOrigin():
            return Https(stated.url, stated.sha256, stated.size, stated.member)
        case HubOrigin():
            return Hub(
                stated.name, stated.sha256, stated.revision, stated.config, stated.split, stated.path, folder
            )
        case FileOrigin():
            return File(stated.path, folder, stated.sha256, stated.member)


def bring_source(
    card: SourceCard,
    folder: Path,
    raw_dir: Path,
    *,
    mirror: Path | None = None,
    progress: Progress = quiet,
    whole: bool = False,
) -> Fetched:
    """The verified bytes of a card; `whole` and errors as with `fetch`."""
    return fetch(origin_of(card, folder), raw_dir, mirror=mirror, progress=progress, whole=whole)
