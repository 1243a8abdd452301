"""Bytes that are already here: a file or folder beside a card, and the mirror folder.

Rules: a path is followed inside its folder only, a symbolic link that leads out is refused. A name is the same however
its letters are composed, for file systems write آ in one character or in two. The mirror
holds artifacts under the names that their registries give them; one counts only when its sha256 is the
pinned one. What is found is copied, so that what is read later is what was verified.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from pathlib import Path

from pipeline.sources.origins.digest import file_digest, text_files
from pipeline.sources.origins.https import file_name
from schemas.errors import FetchError
from schemas.origin import FileOrigin, HttpsOrigin, NpmOrigin, PypiOrigin
from schemas.sentence import said

NAMES = 8  # of a folder that an error tells


def bring_file(origin: FileOrigin, folder: Path, beside: Path | None, mirror: Path | None) -> Path:
    """A copy of the file, or of the texts of the folder, in the folder; raises `FetchError`."""
    for base in (beside, mirror):
        if base is not None and (found := find_inside(base, origin.path)) is not None:
            return _copy(found, folder)
    raise FetchError(
        "the file of a source is missing",
        expected=said(
            "“{path}” beside the card, or in the mirror folder {mirror}", path=origin.path, mirror=mirror
        )
        if mirror
        else said("“{path}” beside the card; no mirror folder is set", path=origin.path),
        found=_names(beside),
        where=beside.name if beside is not None else origin.path,
        remedy="correct path in the card, put the file there, or set ISNAD_MIRROR to the folder that holds it",
    )


def find_inside(base: Path, stated: str) -> Path | None:
    """The file or folder of a name in a folder, where it is there; raises `FetchError` at a link that leads out."""
    found = _of_name(base / stated)
    if found is None:
        return None
    if not found.resolve().is_relative_to(base.resolve()):
        raise FetchError(
            "the file of a source is a symbolic link that leads out of its folder",
            found=stated,
            where=base.name,
            remedy="put the file itself in its place",
        )
    return found


def _of_name(path: Path) -> Path | None:
    """What lies at a path, also where its name is composed of other characters; raises `FetchError` where that is no
    file and no folder: a pipe would be waited for without end."""
    if not path.exists() and path.parent.is_dir():
        composed = unicodedata.normalize("NFC", path.name)
        alike = (one for one in path.parent.iterdir() if unicodedata.normalize("NFC", one.name) == composed)
        path = min(alike, default=path)  # of two, the same one whatever order the folder lists them in
    if path.is_file() or path.is_dir():
        return path
    if path.exists():
        raise FetchError(
            "what lies in the place of a source's file is no file",
            expected="a file, or a folder of texts",
            found=path.name,
            where=path.parent.name,
            remedy="put the file itself in its place",
        )
    return None


def _names(folder: Path | None) -> str:
    """The first names in the folder of a card."""
    if folder is None or not folder.is_dir():
        return ""
    names = sorted(path.name for path in folder.iterdir() if path.name[0] != ".")
    return ", ".join(names[:NAMES]) + (", …" if len(names) > NAMES else "")


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
    for _, path in text_files(found):
        inner = target / path.relative_to(found)
        inner.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, inner)
    return target
