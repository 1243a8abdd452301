"""Publishing: a built folder becomes the snapshot that a channel serves, or nothing changes.

The steps, all under the store's lock:

1. the newest snapshot of the channel's line is the parent, even when the channel was set back to an older
   one: an id that was ever published stays published;
2. the ledger of the new snapshot is made from the parent's, and every file is hashed;
3. what is served already is not published again, and what the store lost of it is taken from the folder;
4. the rules are tried (`rules`); a rule that does not hold and was not waived ends the publish here;
5. files, manifest and pointer enter the store, in this order.

A failure at any step leaves the channel serving what it served.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pyarrow as pa

from pipeline.disk.faults import disk_errors
from pipeline.snapshot.files import Stamp, stamp_of
from pipeline.snapshot.ledger import LedgerChanges, next_ledger, with_approvals
from pipeline.snapshot.rules import PRODUCTION, Word, judge, parse_words, samples, waive
from pipeline.snapshot.store import Store, target_of
from pipeline.snapshot.tables import read_documents, read_ledger, write_ledger
from pipeline.snapshot.verify import check_content
from pipeline.snapshot.write import SnapshotMeta, describe, file_names, hash_files, write_manifest
from schemas.errors import IntegrityError, PublishRefused, SnapshotError
from schemas.manifest import DOCUMENTS_NAME, LEDGER_NAME, FileEntry, Manifest
from schemas.paths import MANIFEST_NAME
from schemas.pointer import Pointer, PointerTarget
from schemas.tables import LEDGER


@dataclass(frozen=True, slots=True)
class Published:
    """How a publish ended. `restored`: the content was the newest of the line, from which the channel had
    been set back, and serves again. `changes` are those since the parent."""

    outcome: Literal["published", "unchanged", "restored"]
    snapshot: str
    manifest: Manifest
    changes: LedgerChanges


def publish(
    store: Store,
    staging: Path,
    meta: SnapshotMeta,
    channel: str = PRODUCTION,
    *,
    allow: Iterable[str] = (),
    finished: bool = False,
) -> Published:
    """Publish a built folder on a channel.

    `references.parquet` and `manifest.json` are written into the folder; its other files are only read. Where they
    are `finished`, so that nobody writes to them again, they become the store's own under a second name.
    Raises `PublishRefused` or `LedgerError` when a rule does not hold and its word is not in `allow`.
    """
    words = parse_words(allow)
    with store.writing():
        pointer = store.pointer(channel)
        parent = store.manifest(pointer.newest.snapshot) if pointer else None
        stamps, files, changes = _hashed(store, staging, meta, parent)
        new = describe(staging, files, meta, parent=parent)
        if pointer and parent and (done := _published_before(store, pointer, parent, new, words)):
            manifest = parent if done == "restored" else store.manifest(pointer.target.snapshot)
            store.add_files(staging, manifest.built, stamps if finished else None)
            store.close_damaged(manifest)
            if done == "restored":
                store.point(channel, parent)
            return Published(done, manifest.id, manifest, changes)
        waived = waive(judge(parent, new, changes, channel), words)
        new = new.model_copy(update={"waived": waived})
        write_manifest(staging, new)
        store.add(staging, new, stamps if finished else None)
        store.point(channel, new)
    return Published("published", new.id, new, changes)


def use(store: Store, snapshot: str, channel: str = PRODUCTION, *, allow: Iterable[str] = ()) -> Manifest:
    """Make a channel serve a snapshot that the store holds: a newer one, or an older one again."""
    words = parse_words(allow)
    check_servable(store.manifest(snapshot), channel, words)
    with store.writing():
        manifest = store.manifest(snapshot)  # again: until now it may have been removed
        for entry in manifest.files:
            if not store.holds(entry):
                raise IntegrityError(
                    "the snapshot is damaged in this store, and was not put to use",
                    where=f"{entry.path} ({store.blob(entry.sha256)})",
                    remedy=f"pull it again: `isnad snapshot pull … {snapshot}`",
                )
        store.point(channel, manifest)
    return manifest


def check_servable(manifest: Manifest, channel: str, words: frozenset[Word]) -> None:
    """Raise `PublishRefused` when a channel may not serve a snapshot, whatever came before it."""
    waive(tuple(samples(manifest, channel)), words)


def check_not_set_back(pointer: Pointer, target: PointerTarget, words: frozenset[Word]) -> None:
    """Raise `PublishRefused` when a channel was set back from a snapshot, and nobody said that it may serve again."""
    served = pointer.target
    left = target in pointer.signed.history and target != served and target.release >= served.release
    if left and Word.ROLLED_BACK not in words:
        raise PublishRefused(
            f"this is release {target.release}, from which the channel was set back",
            expected="another snapshot, or a word that this one may serve again",
            found=f"“{pointer.signed.channel}” serves release {served.release} ({served.snapshot})",
            remedy=f"to serve {target.snapshot} after all: --allow {Word.ROLLED_BACK}",
        )


def _hashed(
    store: Store, staging: Path, meta: SnapshotMeta, parent: Manifest | None
) -> tuple[dict[str, Stamp], tuple[FileEntry, ...], LedgerChanges]:
    """The ledger, written while the other files are hashed; what each file is, by its stamp and by its hash.

    Stamps are taken before hashing.
    """
    names = [name for name in file_names(staging) if name != LEDGER_NAME]
    with disk_errors(SnapshotError, "reading the built files"):
        stamps = {name: stamp_of(staging / name) for name in names}
    with ThreadPoolExecutor(1) as beside:
        hashing = beside.submit(hash_files, staging, names)
        changes = _write_ledger(store, staging, meta, parent)
        stamps[LEDGER_NAME] = stamp_of(staging / LEDGER_NAME)
        files = (*hashing.result(), *hash_files(staging, [LEDGER_NAME]))
    return stamps, tuple(sorted(files, key=lambda entry: entry.path)), changes


def _write_ledger(store: Store, staging: Path, meta: SnapshotMeta, parent: Manifest | None) -> LedgerChanges:
    before = _published_ledger(store, parent) if parent else None
    documents = read_documents(staging / DOCUMENTS_NAME, ("id", "digest", "status"))
    ledger, changes = next_ledger(before, documents, parent.release + 1 if parent else 1, meta.merged)
    with disk_errors(SnapshotError, "writing the ledger"):
        # Removed, not overwritten: either may be a link to another's file.
        for name in (MANIFEST_NAME, LEDGER_NAME):
            (staging / name).unlink(missing_ok=True)
        write_ledger(ledger, staging / LEDGER_NAME)
    return changes


def _published_ledger(store: Store, parent: Manifest) -> pa.Table:
    """The ledger of a published snapshot, every byte checked: what it forgets would be lost for ever."""
    path = store.file(parent.id, LEDGER_NAME)
    if (entry := parent.file(LEDGER_NAME)) is not None:
        check_content(path, entry)
    ledger = read_ledger(path)
    if ledger.schema.equals(LEDGER):
        return ledger
    return with_approvals(ledger, read_documents(store.file(parent.id, DOCUMENTS_NAME), ("id", "status")))


def _published_before(
    store: Store, pointer: Pointer, parent: Manifest, new: Manifest, words: frozenset[Word]
) -> Literal["unchanged", "restored"] | None:
    served = store.manifest(pointer.target.snapshot)
    if served.content() == new.content():
        return "unchanged"
    if parent.content() != new.content() or pointer.target == target_of(parent):
        return None
    check_not_set_back(pointer, target_of(parent), words)
    return "restored"
