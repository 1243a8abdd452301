"""Origins of sources: how each kind brings its bytes into a staging folder.

`bring` is the one way in. It judges nothing: whether the bytes are the pinned ones is decided by
`sources.fetch`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from pipeline.sources.origins.edges import Edges
from schemas.origin import FileOrigin, HubOrigin, NpmOrigin, Origin, PypiOrigin

__all__ = ["Edges", "bring"]


def bring(origin: Origin, folder: Path, edges: Edges, beside: Path | None, mirror: Path | None) -> Path:
    """What an origin holds, as a file (or a folder) inside a folder; raises `FetchError`.

    `beside` is the folder of the card.
    """
    from pipeline.sources.origins import https, hub, local, packages

    if isinstance(origin, FileOrigin):
        return local.bring_file(origin, folder, beside, mirror)
    if isinstance(origin, HubOrigin):
        return hub.bring_hub(origin, folder, edges, beside, mirror)
    mirrored = local.find_mirrored(origin, mirror)
    if mirrored is not None:
        return Path(shutil.copyfile(mirrored, folder / mirrored.name))
    if isinstance(origin, PypiOrigin):
        return packages.bring_pypi(origin, folder, edges)
    if isinstance(origin, NpmOrigin):
        return packages.bring_npm(origin, folder, edges)
    return https.bring_https(origin, folder, edges)
