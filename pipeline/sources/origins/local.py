"""Bytes that are already here: a file or folder beside a card, and the mirror folder.

Rules: a path is followed inside its folder only, a symbolic link that leads out is refused. The mirror
holds artifacts under the names that their registries give them; one counts only when its sha256 is the
pinned one. What is found is copied, so that what is read later is what was verified.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from pipeline.sources.origins.digest import file_digest, folder_files
from pipeline.sources.origins.https import file_name
from schemas.errors import FetchError
from schemas.origin import FileOrigin, HttpsOrigin, NpmOrigin, PypiOrigin


def bring_file(origin: FileOrigin, folder: Path, beside: Path | None, mirror: Path | None) -> Path:
    """A copy of the file or folder, in the folder; raises `FetchError`."""
    for base in (beside, mirror):
        if base is not None and (found := find_inside(base, origin.path)) is not None:
            return _copy(found, folder)
    raise FetchError(
        "the file of a source is missing",
        expected=f"“{origin.path}” beside the card"
        + (", or in the mirror folder" if mirror else "; no mirror folder is set"),
        where=beside.name if beside is not None else origin.path,
        remedy="put the file there, or set ISNAD_MIRROR to the folder that holds it",
    )


def find_inside(base: Path, stated: str) -> Path | None:
    """The file or folder of a name in a folder, where it is there; raises `FetchError` at a link that leads out."""
    found = base / stated
    if not found.exists():
        return None
    if not found.resolve().is_relative_to(base.resolve()):
        raise FetchError(
            "the file of a source is a symbolic link that leads out of its folder",
            found=stated,
            where=base.name,
            remedy="put the file itself in its place",
        )
    return found


def find_mirrored(origin: PypiOrigin | NpmOrigin | HttpsOrigin, mirror: Path | None) -> Path | None:
    """The artifact in the mirror folder, if it is there with the pinned sha256."""
    if mirror is None or not mirror.is_dir():
        return None
    for path in sorted(mirror.iterdir()):
        if path.is_file() and _is_named(path.name, origin) and file_digest(path) == origin.sha256:
            return path
    return None


def _is_named(name: str, origin: PypiOrigin | NpmOrigin | HttpsOrigin) -> bool:
    if isinstance(origin, HttpsOrigin):
        return name == file_name(origin.url)
    if isinstance(origin, NpmOrigin):
        return name == f"{origin.name.lstrip('@').replace('/', '-')}-{origin.version}.tgz"
    return name.endswith(".whl") and _normal(name).startswith(_normal(f"{origin.name}-{origin.version}-"))


def _normal(name: str) -> str:
    """A package's name however it is spelt."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _copy(found: Path, folder: Path) -> Path:
    target = folder / found.name
    if found.is_file():
        return Path(shutil.copyfile(found, target))
    target.mkdir()
    for path in folder_files(found):
        inner = target / path.relative_to(found)
        inner.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, inner)
    return target
