"""Origins to verified files in the raw folder.

    fetched = fetch(card.origin, Path("data/raw"), beside=folder)
    read_rows(fetched.path, card.format)

Rules: an artifact lies at `raw/<first two digits>/<sha256>/<name>`, and is there only if it was verified:
it is brought into a staging folder, hashed, flushed to the disk, and renamed. One that is already there is
hashed again before use; if it has changed on the disk, it is brought anew. A table beside its card that is not the
one that the card pins is refused, though the pinned one be at hand: an editor would take the old texts for the new.
Bytes that are not the pinned ones raise `ChecksumError` and leave nothing behind. Fetches of the same artifact may run
at the same time. A member of an archive is taken out of the verified artifact each time that it is to be read. What it
does not do: decide where bytes come from (`sources.origins`), or read them (`sources.readers`).
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import staging_folder
from pipeline.disk.writing import put_whole, sync
from pipeline.sources.archives import extract_member
from pipeline.sources.origins import Edges, bring
from pipeline.sources.origins.digest import digest_of, rows_digest
from pipeline.sources.origins.local import find_inside
from schemas.errors import ChecksumError, FetchError
from schemas.origin import FileOrigin, HubOrigin, Origin
from schemas.sentence import said

_MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A verified artifact. `path` is what is to be read: the artifact, or the member taken out of it, where that was
    asked for. `sha256` is that of the artifact.
    """

    path: Path
    sha256: str
    from_cache: bool
    artifact: Path


def fetch(
    origin: Origin,
    raw_dir: Path,
    *,
    beside: Path | None = None,
    mirror: Path | None = None,
    edges: Edges | None = None,
    whole: bool = False,
) -> Fetched:
    """Bring what an origin pins, verified.

    `beside` is the folder of the card, `mirror` one that is looked into before the network (ISNAD_MIRROR). `whole`: no
    member is taken out; who reads it does so (`readable`). Raises `FetchError` when the bytes cannot be brought,
    `ChecksumError` when they are not the pinned ones, `ArchiveError` when the member cannot be taken out.
    """
    lying_beside(origin, beside)
    artifact = cached(origin, raw_dir)
    from_cache = artifact is not None
    digest = origin.sha256
    if artifact is None:
        with (
            disk_errors(FetchError, said("bringing {name}", name=describe(origin))),
            staging_folder(raw_dir) as folder,
        ):
            brought = bring(origin, folder, edges or Edges(), beside, mirror)
            digest = _verify(brought, origin)
            artifact = _admit(brought, raw_dir, digest)
    path = artifact if whole else readable(artifact, origin, raw_dir)
    return Fetched(path, digest or "", from_cache, artifact)


def lying_beside(origin: Origin, folder: Path | None) -> Path | None:
    """The file or folder of an origin beside its card, where it is there; raises `ChecksumError` where it is not what
    the card pins."""
    if folder is None or not isinstance(origin, FileOrigin):
        return None
    found = find_inside(folder, origin.path)
    if found is None or origin.sha256 is None or (digest := digest_of(found)) == origin.sha256:
        return found
    raise ChecksumError(
        "the table is not the one that the card pins: it was changed since",
        expected=f"sha256 {origin.sha256}",
        found=f"sha256 {digest}",
        where=found.name,
        remedy=said(
            "if you changed it on purpose, write sha256: {digest} under origin in the card; where the source was "
            "approved, write status: draft under review too, have what was changed read, and approve it again",
            digest=digest,
        ),
    )


def describe(origin: Origin) -> str:
    """An origin in a few words, without any address."""
    name = getattr(origin, "name", None) or getattr(origin, "path", None)
    if name is None:
        name = getattr(origin, "url", "").split("?")[0].rstrip("/").rsplit("/", 1)[-1]
    version = getattr(origin, "version", None)
    return f"{name} {version}" if version else str(name)


def _place(raw_dir: Path, digest: str) -> Path:
    return raw_dir / digest[:2] / digest


def _digest(path: Path, origin: Origin) -> str:
    return rows_digest(path) if isinstance(origin, HubOrigin) else digest_of(path)


def cached(origin: Origin, raw_dir: Path) -> Path | None:
    """The artifact, if it is in its place and still what it was."""
    if origin.sha256 is None:
        return None
    place = _place(raw_dir, origin.sha256)
    if not place.is_dir():
        return None
    names = [path for path in sorted(place.iterdir()) if path.name != _MEMBERS and path.name[0] != "."]
    for path in names:
        with suppress(Exception):  # whatever is wrong with it, it is brought anew
            if _digest(path, origin) == origin.sha256:
                return path
    return None


def _verify(brought: Path, origin: Origin) -> str:
    digest = _digest(brought, origin)
    if origin.sha256 is not None and digest != origin.sha256:
        raise ChecksumError(
            "what arrived is not what the card pins",
            expected=f"sha256 {origin.sha256}",
            found=said("sha256 {digest}, {brought:,} bytes", digest=digest, brought=_size(brought)),
            where=f"{describe(origin)}: {brought.name}",
            remedy="do not use it; if the file was changed on purpose, look at the change and pin the new sha256",
        )
    return digest


def _admit(brought: Path, raw_dir: Path, digest: str) -> Path:
    """Give verified bytes their place."""
    place = _place(raw_dir, digest)
    final = place / brought.name
    if _is_folder(final, digest):  # somebody may be reading it, and a folder cannot be replaced in one step
        return final
    for path in sorted(brought.rglob("*")) if brought.is_dir() else [brought]:
        if path.is_file():
            sync(path)
    place.mkdir(parents=True, exist_ok=True)
    if final.is_dir():
        shutil.rmtree(final, ignore_errors=True)
    try:
        brought.replace(final)
    except OSError:
        if not _is_folder(final, digest):  # another fetch was first
            raise
    sync(place)
    return final


def _is_folder(path: Path, digest: str) -> bool:
    """Whether a folder is there and whole."""
    with suppress(OSError, FetchError):  # it changes under our eyes, or holds a link: then it is not
        return path.is_dir() and digest_of(path) == digest
    return False


def readable(artifact: Path, origin: Origin, raw_dir: Path) -> Path:
    """A verified artifact, or the member of it that an origin names, taken out through a staging folder as well."""
    member = getattr(origin, "member", None)
    if member is None:
        return artifact
    target = artifact.parent / _MEMBERS / member
    with disk_errors(FetchError, said("writing {path}", path=member)), staging_folder(raw_dir) as folder:
        extract_member(artifact, member, folder / "member")
        put_whole(folder / "member", target)
    return target


def _size(path: Path) -> int:
    if path.is_dir():
        return sum(inner.stat().st_size for inner in path.rglob("*") if inner.is_file())
    return path.stat().st_size
