"""Whether a directory is the snapshot that its manifest says.

Verification returns nothing, or raises `IntegrityError` naming the file, what was expected and what was
found. The steps, each resting on those before it:

1. manifest.json is a regular file, of a bounded length, and `manifest.read_manifest` accepts it;
2. the directory holds the files that it lists, and no others, and no links;
3. every file has the size it states;
4. every file has the sha256 it states.

`check_listing` does steps 2 and 3 alone, which cost no reading: it is what opening a snapshot pays each
time. That files agree with each other (ids in the ledger, counts) was made sure before publishing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pipeline.disk.faults import disk_errors
from pipeline.snapshot.files import hash_all, list_tree
from pipeline.snapshot.manifest import MAX_MANIFEST_BYTES, read_manifest
from schemas.errors import IntegrityError, SnapshotError
from schemas.manifest import FileEntry, Manifest
from schemas.paths import MANIFEST_NAME

MEND = (
    "take the snapshot from its origin again, with `isnad snapshot pull`; where it was built, `isnad build` puts back "
    "every file but the ledger and the manifest"
)


def verify_directory(path: Path) -> Manifest:
    """Verify a directory, all four steps; gives its manifest, whose id says which snapshot it is."""
    data = read_bounded(path / MANIFEST_NAME, MAX_MANIFEST_BYTES)
    manifest = read_manifest(data, where=str(path / MANIFEST_NAME))
    check_listing(path, manifest)
    check_contents([(path / entry.path, entry) for entry in manifest.files])
    return manifest


def check_listing(path: Path, manifest: Manifest) -> None:
    """Steps 2 and 3: the listed files and no others, each of its size."""
    for entry in manifest.files:
        if not os.path.lexists(path / entry.path):
            raise _missing(path / entry.path)
    with disk_errors(SnapshotError, "reading the snapshot"):
        found = set(list_tree(path)) - {MANIFEST_NAME}
    listed = {entry.path for entry in manifest.files}
    for name in sorted(found - listed):
        raise IntegrityError(
            "a file is there that the manifest does not list",
            where=str(path / name),
            remedy="remove it, or take the snapshot from its origin again",
        )
    for entry in manifest.files:
        check_size(path / entry.path, entry)


def _missing(path: Path) -> IntegrityError:
    return IntegrityError("a file of the snapshot is missing", where=str(path), remedy=MEND)


def check_size(path: Path, entry: FileEntry) -> None:
    """Raise `IntegrityError` unless the file is there and of its size."""
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise _missing(path) from None
    if size != entry.size:
        raise IntegrityError(
            "a file of the snapshot has another size than the manifest says",
            expected=f"{entry.size} bytes",
            found=f"{size} bytes",
            where=f"{entry.path} ({path})",
            remedy=MEND,
        )


def check_content(path: Path, entry: FileEntry) -> None:
    """Raise `IntegrityError` unless the file has its size and its sha256."""
    check_contents([(path, entry)])


def check_contents(files: Sequence[tuple[Path, FileEntry]]) -> None:
    """`check_content` of files, several at a time; raises for the first of them that is not as it should be."""
    for path, entry in files:
        check_size(path, entry)
    with disk_errors(SnapshotError, "reading the snapshot"):
        hashed = hash_all([path for path, _ in files])
    for (path, entry), (_, sha256) in zip(files, hashed, strict=True):
        if sha256 != entry.sha256:
            raise IntegrityError(
                "a file of the snapshot has other bytes than the manifest says",
                expected=f"sha256 {entry.sha256}",
                found=f"sha256 {sha256}",
                where=f"{entry.path} ({path})",
                remedy=MEND,
            )


def read_bounded(path: Path, limit: int) -> bytes:
    """The bytes of a small regular file, never more than `limit` of them; raises `IntegrityError`."""
    if path.is_symlink() or not path.is_file():
        raise IntegrityError("a file is missing, or is not a regular file", where=str(path), remedy=MEND)
    with disk_errors(SnapshotError, "reading the snapshot"), path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise IntegrityError(
            "a file is too long to be what its name says",
            expected=f"at most {limit} bytes",
            found="more",
            where=str(path),
            remedy=MEND,
        )
    return data
