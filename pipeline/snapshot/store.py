"""A store: published snapshots on a local disk, and the pointers of its channels.

    blobs/sha256/ab/ab12...          a file, named by its content; two snapshots that share it share it here
    snapshots/s-.../manifest.json    a snapshot is published when this file is there
    channels/production.json         the pointer of a channel: the one kind of file that is ever replaced
    open/s-.../                      a snapshot as a directory, for readers that map files; can be made again
    staging/                         what is not yet anything
    .lock                            held by whoever writes
    .pull.lock                       held by whoever brings files from elsewhere, one after another

Rules:

* Writing goes blobs, manifest, pointer, in this order, each staged, fsynced and renamed. Whoever reads
  sees the old state or the new one, wherever a writer was stopped; what it left is unreachable and is
  removed by the next writer (staging) or by `gc` (blobs).
* Reading takes no lock, and works on a file system mounted read-only once a snapshot is open.
* An existing blob is not believed for its name: it is hashed before it is used for another snapshot.
* A file of a build may be a blob under a second name. Builds write files anew and rename them, never in place, and a
  blob is read-only; one that was changed all the same is found as any damage is, by its size and its hash.

What may be published is decided in `publish`, not here.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import locked
from pipeline.disk.writing import CANNOT_LINK, PART, make_directory, write_whole
from pipeline.snapshot.files import (
    FOR_ALL,
    OnStep,
    Stamp,
    copy_verified,
    link_verified,
    no_step,
    remove_tree,
)
from pipeline.snapshot.layout import CHANNELS, SNAPSHOTS, blob_path, manifest_path, pointer_path
from pipeline.snapshot.manifest import (
    MAX_MANIFEST_BYTES,
    MAX_POINTER_BYTES,
    UNCHECKED,
    read_manifest,
    read_pointer,
)
from pipeline.snapshot.opening import is_open, make_open, put_away
from pipeline.snapshot.verify import (
    MEND,
    check_content,
    check_contents,
    check_listing,
    check_size,
    read_bounded,
)
from schemas.errors import ConfigurationError, IntegrityError, SnapshotError
from schemas.manifest import DOCUMENTS_NAME, SHA256, SNAPSHOT_ID, FileEntry, Manifest
from schemas.paths import MANIFEST_NAME
from schemas.pointer import CHANNEL, MAX_HISTORY, Claim, Pointer, PointerTarget

LEFTOVERS = (PART, "open-", "old-")


class Store:
    """A directory that holds published snapshots; it need not exist before the first is written.

    Args:
        root: the directory.
        on_step: called with a name before each change that could be seen later.
        lock_wait_s: how long to wait for another writer, in seconds.
    """

    def __init__(self, root: Path, *, on_step: OnStep = no_step, lock_wait_s: float = 600) -> None:
        self.root = root
        self.staging = root / "staging"
        self.on_step = on_step
        self.lock_wait_s = lock_wait_s

    # Reading

    def blob(self, sha256: str) -> Path:
        """Where the file with this content is, or would be."""
        return self.root / blob_path(sha256)

    def manifest_path(self, snapshot: str) -> Path:
        """Where the manifest of a snapshot is, or would be."""
        return self.root / manifest_path(snapshot)

    def pointer_path(self, channel: str) -> Path:
        """Where the pointer of a channel is, or would be; raises `ConfigurationError` on no channel name."""
        return self.root / pointer_path(channel)

    def ids(self) -> tuple[str, ...]:
        """The published snapshots, in order of id."""
        paths = sorted((self.root / SNAPSHOTS).glob(f"s-*/{MANIFEST_NAME}"))
        return tuple(path.parent.name for path in paths if re.fullmatch(SNAPSHOT_ID, path.parent.name))

    def channels(self) -> tuple[str, ...]:
        """The channels that have a pointer, in order of name."""
        paths = sorted((self.root / CHANNELS).glob("*.json"))
        return tuple(path.stem for path in paths if re.fullmatch(CHANNEL, path.stem))

    def manifest(self, snapshot: str) -> Manifest:
        """The manifest of a published snapshot, checked against its name."""
        path = self.manifest_path(snapshot)
        if not re.fullmatch(SNAPSHOT_ID, snapshot) or not path.is_file():
            raise SnapshotError(
                f"this store holds no snapshot “{snapshot[:60]}”",
                where=str(self.root),
                remedy="`isnad snapshot list` shows what it holds; `isnad snapshot pull` brings another",
            )
        data = read_bounded(path, MAX_MANIFEST_BYTES)
        return read_manifest(data, where=str(path), expected_id=snapshot)

    def pointer(self, channel: str) -> Pointer | None:
        """The pointer of a channel, or None when nothing was published on it."""
        path = self.pointer_path(channel)
        if not path.is_file():
            return None
        try:
            return read_pointer(read_bounded(path, MAX_POINTER_BYTES), where=str(path), channel=channel)
        except IntegrityError as error:
            raise IntegrityError(
                f"the pointer of the channel “{channel}” cannot be read: {error.problem}",
                expected=error.expected,
                found=error.found,
                where=error.where,
                remedy=f"{UNCHECKED}; where the store is yours, remove the file, and write it as this version does: "
                f"`isnad snapshot use s-… --channel {channel}`"
                if error.remedy == UNCHECKED
                else "take the file from a copy of this store; without one remove it, and name the newest snapshot: "
                f"`isnad snapshot list`, then `isnad snapshot use … --channel {channel}`",
            ) from error

    def served(self, channel: str) -> PointerTarget:
        """What a channel points to; raises `SnapshotError` when nothing was published on it."""
        pointer = self.pointer(channel)
        if pointer is None:
            raise SnapshotError(
                f"nothing is published on the channel “{channel}”",
                found=f"channels: {', '.join(self.channels()) or 'none'}"
                if self.root.is_dir()
                else "no such folder",
                where=str(self.root),
                remedy=f"name another channel: `--channel {self.channels()[0]}`"
                if self.channels()
                else "`isnad run` builds and publishes the starter, `isnad snapshot pull … --use` brings another",
            )
        return pointer.target

    def find(self, name: str) -> str:
        """The id of a snapshot by its id, the beginning of it, its sha256, or a channel that serves it."""
        start = f"s-{name[:20]}" if re.fullmatch(SHA256, name) else name
        is_id = re.fullmatch(SNAPSHOT_ID, start)  # which could be the name of a channel, too
        if not is_id and re.fullmatch(CHANNEL, name) and self.pointer_path(name).is_file():
            return self.served(name).snapshot
        matches = [known for known in self.ids() if known.startswith(start)] if len(start) >= 6 else []
        if len(matches) > 1:
            raise ConfigurationError(
                f"“{name}” begins more than one snapshot",
                found=", ".join(matches),
                remedy="write more of the id",
            )
        if not matches:
            raise SnapshotError(
                f"this store holds no snapshot and no channel “{name[:70]}”",
                expected="an id, at least six characters of one, or one of the channels: "
                + (", ".join(self.channels()) or "none yet"),
                where=str(self.root),
                remedy="`isnad snapshot list` shows what it holds; `isnad snapshot pull` brings another",
            )
        return matches[0]

    def file(self, snapshot: str, path: str) -> Path:
        """Where one file of a snapshot is, its size checked."""
        entry = self.manifest(snapshot).file(path)
        if entry is None:
            raise SnapshotError(
                f"the snapshot {snapshot} holds no file “{path}”",
                remedy="`isnad snapshot show` lists its files",
            )
        check_size(self.blob(entry.sha256), entry)
        return self.blob(entry.sha256)

    def verify(self, snapshot: str) -> Manifest:
        """Read and check every byte of a snapshot; raises `IntegrityError`."""
        manifest = self.manifest(snapshot)
        check_contents([(self.blob(entry.sha256), entry) for entry in manifest.files])
        if (opened := self.root / "open" / snapshot).exists():
            self._check_opened(opened, manifest)
        return manifest

    def _check_opened(self, opened: Path, manifest: Manifest) -> None:
        """Check the bytes of a snapshot's directory that are not the store's own; raises `IntegrityError`."""
        check_listing(opened, manifest)
        placed = [(opened / entry.path, entry) for entry in manifest.files]
        check_contents([one for one in placed if not one[0].samefile(self.blob(one[1].sha256))])

    def current(self, channel: str) -> tuple[str, Path]:
        """The id of what a channel serves, and its directory."""
        target = self.served(channel)
        return target.snapshot, self.materialise(target.snapshot, expected_sha256=target.manifest_sha256)

    # Opening

    def materialise(self, snapshot: str, *, expected_sha256: str = "") -> Path:
        """A directory with the files of a snapshot, for readers that map them.

        Every byte is checked when the directory is made. When it is there already, its listing and sizes
        are; a directory that fails this is made again.
        """
        manifest, final = self.manifest(snapshot), self.root / "open" / snapshot
        if expected_sha256 and manifest.sha256 != expected_sha256:
            raise IntegrityError(
                "the pointer names another manifest than the store holds under this id",
                expected=f"sha256 {expected_sha256}",
                found=f"sha256 {manifest.sha256}",
                where=str(self.manifest_path(snapshot)),
                remedy=MEND,
            )
        if is_open(final, manifest):
            return final
        if not os.access(self.root, os.W_OK):
            raise SnapshotError(
                "the snapshot was not opened in this store yet, and nothing may be written there",
                where=str(self.root),
                remedy="open it once as somebody who may write there, as with `isnad ask --store … --snapshot "
                f"{snapshot} Hello`; from then on the store may be read-only",
            )
        with self.writing():
            if not is_open(final, manifest):
                make_open(final, manifest, self.blob, self.staging, self.on_step)
        return final

    def check_texts(self, snapshot: str) -> None:
        """Read and check the texts in the directory of an open snapshot, which may have changed since it was made;
        raises `IntegrityError`."""
        entry = self.manifest(snapshot).file(DOCUMENTS_NAME)
        if entry is not None:
            check_content(self.root / "open" / snapshot / entry.path, entry)

    # Writing

    def close_damaged(self, manifest: Manifest) -> None:
        """Put the directory of a snapshot away where a file in it is damaged; it is made again from the store's files,
        which are not looked at. Called while the store is held for writing."""
        opened = self.root / "open" / manifest.id
        try:
            if opened.exists():
                self._check_opened(opened, manifest)
        except IntegrityError:
            put_away(opened, self.staging)

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the store for writing, rid of what a killed writer left in staging."""
        with self._alone(".lock", "writing to"), disk_errors(SnapshotError, "writing to the store"):
            for entry in sorted(os.scandir(self.staging), key=lambda entry: entry.name):
                if entry.name.startswith(LEFTOVERS):
                    remove_tree(Path(entry.path))
            yield

    @contextlib.contextmanager
    def pulling(self) -> Iterator[None]:
        """Hold the store for bringing files, which are nothing until they are written; nobody else does meanwhile."""
        with self._alone(".pull.lock", "pulling into"):
            yield

    @contextlib.contextmanager
    def _alone(self, lock: str, doing: str) -> Iterator[None]:
        """Hold a lock of the store; raises `SnapshotError` where another process has it for as long as is waited."""
        with contextlib.ExitStack() as held:
            with disk_errors(SnapshotError, "preparing the store"):
                make_directory(self.staging)
                own = held.enter_context(locked(self.root / lock, wait_s=self.lock_wait_s))
            if not own:
                raise SnapshotError(
                    f"another process is {doing} this store",
                    found=f"still at it after {self.lock_wait_s:g} seconds",
                    where=str(self.root),
                    remedy="wait for it to end, then give the command again",
                )
            yield

    def add(self, folder: Path, manifest: Manifest, stamps: Mapping[str, Stamp] | None = None) -> None:
        """Take in a described folder: its files, then its manifest. Needs `writing`.

        Args:
            stamps: of every file from before it was hashed, where the files are finished and nobody writes to them
                again: they get a second name here, and are copied only where the file system cannot.
        """
        self.add_files(folder, manifest.files, stamps)
        self.add_manifest(manifest)

    def add_files(
        self, folder: Path, files: Sequence[FileEntry], stamps: Mapping[str, Stamp] | None = None
    ) -> None:
        """Take in those files of a described folder that are not here, or are damaged here; as `add`."""
        for entry in files:
            if not self.holds(entry):
                self.on_step(f"blob {entry.path}")
                self._take_in(folder / entry.path, entry, stamps[entry.path] if stamps else None)

    def _take_in(self, source: Path, entry: FileEntry, stamp: Stamp | None) -> None:
        final = self.blob(entry.sha256)
        if stamp is not None:
            try:
                link_verified(source, final, stamp, self.staging)
                return
            except OSError as error:
                if error.errno not in CANNOT_LINK:
                    raise
        copy_verified(source, final, entry.size, entry.sha256, self.staging)

    def holds(self, entry: FileEntry) -> bool:
        """Whether the bytes of a file are here and sound; damaged ones are to be brought again."""
        try:
            check_content(self.blob(entry.sha256), entry)
        except IntegrityError:
            return False
        return True

    def add_manifest(self, manifest: Manifest) -> None:
        """Make a snapshot visible whose files are all here. Needs `writing`.

        A damaged manifest is written anew: its name says which one belongs there.
        """
        path = self.manifest_path(manifest.id)
        try:
            here = self.manifest(manifest.id)
        except SnapshotError:
            self.on_step("manifest")
            write_whole(path, manifest.canonical(), staging=self.staging, mode=FOR_ALL)
            return
        if here != manifest:
            raise IntegrityError(
                "two manifests have one snapshot id",
                expected=f"sha256 {here.sha256}",
                found=f"sha256 {manifest.sha256}",
                where=str(path),
                remedy="ask whoever made the snapshots: one of them was made to be taken for the other",
            )

    def point(self, channel: str, manifest: Manifest) -> None:
        """Make a channel serve a snapshot that is here. Needs `writing`."""
        pointer, target = self.pointer(channel), target_of(manifest)
        history = pointer.signed.history[1 - MAX_HISTORY :] if pointer else ()
        if target not in history:
            history = (*history, target)
        claim = Claim(channel=channel, target=target, history=history)
        path = self.pointer_path(channel)
        self.on_step("pointer")
        write_whole(path, Pointer(signed=claim).canonical(), staging=self.staging, mode=FOR_ALL)
        self.on_step("done")


def target_of(manifest: Manifest) -> PointerTarget:
    """A snapshot as a pointer names it."""
    data = manifest.canonical()
    return PointerTarget(
        snapshot=manifest.id,
        manifest_sha256=manifest.sha256,
        manifest_size=len(data),
        release=manifest.release,
    )
