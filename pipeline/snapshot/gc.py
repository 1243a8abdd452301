"""Collecting what nothing names any more.

A snapshot is kept while its manifest is here. Without `keep` only remains are removed: blobs that no
manifest lists (a publish or a pull that was stopped), parts of pulls, opened directories of snapshots that
are gone. With `keep` snapshots go too, all but: what a channel serves, the newest of each line (its ledger
is needed for the next publish), and the last `keep` of each history. Manifests go before blobs, so that a
snapshot vanishes whole.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from pipeline.disk.writing import sync
from pipeline.snapshot.files import remove_tree
from pipeline.snapshot.layout import BLOBS, SNAPSHOTS
from pipeline.snapshot.store import Store
from schemas.errors import SnapshotError


@dataclass(frozen=True, slots=True)
class Collected:
    """What was removed, or with `dry_run` would be."""

    snapshots: tuple[str, ...]
    blobs: int
    other: int  # parts of pulls, opened directories, manifests' empty folders
    bytes: int


def collect(store: Store, *, keep: int | None = None, dry_run: bool = False) -> Collected:
    """Remove what nothing names; waits until no publish and no pull is under way.

    A dry run waits for nobody and writes nothing, not even a lock: it counts what is being brought at the time, too.
    Raises `SnapshotError` for a folder that no store was ever made in: what lies there is somebody else's.
    """
    _check_is_store(store.root)
    with ExitStack() as held:
        if not dry_run:
            held.enter_context(store.pulling())
            held.enter_context(store.writing())
        doomed = () if keep is None else tuple(sorted(set(store.ids()) - _kept(store, keep)))
        living = [name for name in store.ids() if name not in doomed]
        blobs = _unnamed_blobs(store, living)
        other = _remains(store, living)
        size = sum(path.stat().st_size for path in blobs)
        if not dry_run:
            _remove(store, doomed, blobs, other)
    return Collected(doomed, len(blobs), len([path for path in other if path.name not in doomed]), size)


def _check_is_store(root: Path) -> None:
    if (root / BLOBS).is_dir() or any((root / name).exists() for name in (".lock", ".pull.lock")):
        return
    raise SnapshotError(
        "this folder is not a store of snapshots, and nothing was removed",
        expected=f"a folder that holds {BLOBS}",
        found=str(root) if root.is_dir() else "no such folder",
        where=str(root),
        remedy="name the store with --store or ISNAD_STORE",
    )


def _kept(store: Store, keep: int) -> set[str]:
    kept: set[str] = set()
    for channel in store.channels():
        if pointer := store.pointer(channel):
            past = pointer.signed.history[-keep:] if keep else ()
            kept |= {target.snapshot for target in (*past, pointer.target, pointer.newest)}
    return kept


def _unnamed_blobs(store: Store, living: list[str]) -> list[Path]:
    named = {entry.sha256 for name in living for entry in store.manifest(name).files}
    found = sorted((store.root / BLOBS).glob("*/*"))
    return [path for path in found if path.name not in named]


def _remains(store: Store, living: list[str]) -> list[Path]:
    found: list[Path] = []
    for folder in ("open", SNAPSHOTS, "staging"):
        if (store.root / folder).is_dir():
            entries = (Path(entry.path) for entry in os.scandir(store.root / folder))
            found += [path for path in sorted(entries) if path.name not in living]
    return found


def _remove(store: Store, doomed: tuple[str, ...], blobs: list[Path], other: list[Path]) -> None:
    for name in doomed:
        store.on_step(f"forget {name}")
        store.manifest_path(name).unlink()
        sync(store.manifest_path(name).parent)
    for path in (*blobs, *other):
        store.on_step(f"remove {path.name}")
        remove_tree(path)
