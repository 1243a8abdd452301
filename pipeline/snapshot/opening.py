"""A snapshot as a directory: what readers map.

The directory is made of hard links to the store's files, so that it costs no room and no time; where a
file system cannot link, of copies. Every byte is hashed while it is made. It is staged and renamed, so it
is whole or absent, and a damaged one is moved out of the way first: readers that have mapped its files
keep them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from pipeline.disk.faults import disk_errors
from pipeline.disk.writing import CANNOT_LINK, make_directory, write_whole
from pipeline.snapshot.files import FOR_ALL, OnStep, copy_verified
from pipeline.snapshot.manifest import MAX_MANIFEST_BYTES
from pipeline.snapshot.verify import check_contents, check_listing, read_bounded
from schemas.errors import SnapshotError
from schemas.manifest import FileEntry, Manifest
from schemas.paths import MANIFEST_NAME


def is_open(path: Path, manifest: Manifest) -> bool:
    """Whether a directory has the manifest, and the files that it lists in their sizes."""
    try:
        check_listing(path, manifest)
        return read_bounded(path / MANIFEST_NAME, MAX_MANIFEST_BYTES) == manifest.canonical()
    except SnapshotError:
        return False


def make_open(
    final: Path, manifest: Manifest, blob: Callable[[str], Path], staging: Path, on_step: OnStep
) -> None:
    """Make the directory `final` from blobs; raises `IntegrityError` on one that is damaged."""
    with disk_errors(SnapshotError, "opening the snapshot"):
        staged = Path(tempfile.mkdtemp(dir=staging, prefix="open-"))
        staged.chmod(0o755)
        check_contents([(blob(entry.sha256), entry) for entry in manifest.files])
        for entry in manifest.files:
            source = blob(entry.sha256)
            (staged / entry.path).parent.mkdir(parents=True, exist_ok=True)
            _link(source, staged / entry.path, entry, staging)
        write_whole(staged / MANIFEST_NAME, manifest.canonical(), staging=staging, mode=FOR_ALL)
        make_directory(final.parent)
        on_step("open")
        if final.exists():  # a directory cannot be replaced in one step
            put_away(final, staging)
        staged.rename(final)


def put_away(opened: Path, staging: Path) -> None:
    """Move a snapshot's directory out of the way; readers that have mapped its files keep them."""
    opened.rename(Path(tempfile.mkdtemp(dir=staging, prefix="old-")) / opened.name)


def _link(source: Path, path: Path, entry: FileEntry, staging: Path) -> None:
    try:
        path.hardlink_to(source.resolve())  # where a file of the store is a link itself, to what it leads to
    except OSError as error:
        if error.errno not in CANNOT_LINK:
            raise
        copy_verified(source, path, entry.size, entry.sha256, staging)
