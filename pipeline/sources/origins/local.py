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
from pipeline.sources.origins.edges import Edges
from pipeline.sources.origins.https import file_name
from pipeline.sources.origins.types import File, Https, Npm, PyPI
from schemas.errors import FetchError

_BLOCK = 1 << 20


def bring_file(origin: File, folder: Path, edges: Edges, mirror: Path | None) -> Path:
    """A copy of the file or folder, in the folder; raises `FetchError`."""
    for base in (origin.folder, mirror):
        if base is None:
            continue
        found = base / origin.path
        if found.exists():
            _check_inside(found, base, origin.path)
            return _copy(found, folder, edges)
    raise FetchError(
        "the file of a source is missing",
        expected=f"“{origin.path}” beside the card"
        + (", or in the mirror folder" if mirror else "; no mirror folder is set"),
        where=origin.folder.name,
        remedy="put the file there, or set ISNAD_MIRROR to the folder that holds it",
    )


def find_mirrored(origin: PyPI | Npm | Https, mirror: Path | None) -> Path | None:
    """The artifact in the mirror folder, if it is there with the pinned sha256."""
    if mirror is None or not mirror.is_dir():
        return None
    for path in sorted(mirror.iterdir()):
        if path.is_file() and _is_named(path.name, origin) and file_digest(path) == origin.sha256:
            return path
    return None


def copy_file(source: Path, target: Path, edges: Edges) -> Path:
    """Copy one file, telling the progress."""
    total, done = source.stat().st_size, 0
    with source.open("rb") as reader, target.open("wb") as writer:
        while block := reader.read(_BLOCK):
            writer.write(block)
            done += len(block)
            edges.progress(target.name, done, total)
    return target


def _is_named(name: str, origin: PyPI | Npm | Https) -> bool:
    if isinstance(origin, Https):
        return name == file_name(origin.url)
    if isinstance(origin, Npm):
        return name == f"{origin.name.lstrip('@').replace('/', '-')}-{origin.version}.tgz"
    return name.endswith(".whl") and _normal(name).startswith(_normal(f"{origin.name}-{origin.version}-"))


def _normal(name: str) -> str:
    """A package's name however it is spelt."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _check_inside(found: Path, base: Path, stated: str) -> None:
    if not found.resolve().is_relative_to(base.resolve()):
        raise FetchError(
            "the file of a source is a symbolic link that leads out of its folder",
            found=stated,
            where=base.name,
            remedy="put the file itself in its place",
        )


def _copy(found: Path, folder: Path, edges: Edges) -> Path:
    target = folder / found.name
    if found.is_file():
        return copy_file(found, target, edges)
    target.mkdir()
    for path in folder_files(found):
        inner = target / path.relative_to(found)
        inner.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, inner)
    return target
