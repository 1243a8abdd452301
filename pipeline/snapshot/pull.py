"""Pulling: a snapshot of another store becomes one of this store, or nothing does.

The steps; what a mirror says is believed only as far as the step before it carries:

1. a channel's pointer gives the id, the whole sha256 and the length of the manifest; an id gives itself;
2. the manifest has that digest and is one that can be read: its paths are safe, its sizes are known;
3. files that are here already, and sound, are kept; the rest must fit on the disk;
4. each file comes into `staging/pull/<sha256>.part`, never longer than it should be, and continues there
   after a cut; it becomes a blob when its size and its sha256 are right, and is thrown away when not;
5. the manifest is written, which makes the snapshot visible; a pointer moves only when that was asked for.

Stopped anywhere, the store holds what it held, and the same command continues. A mirror cannot make the
store serve anything that it was not asked for. It can withhold, and it can show an old pointer as
current: an older release than the one in use is refused, and one from which the channel was set back; but
that a newer one exists cannot be known.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.disk.faults import disk_errors
from pipeline.disk.writing import make_directory, put_whole
from pipeline.snapshot.files import READ_ONLY, hash_file
from pipeline.snapshot.layout import blob_path, manifest_path, pointer_path
from pipeline.snapshot.manifest import MAX_MANIFEST_BYTES, MAX_POINTER_BYTES, read_manifest, read_pointer
from pipeline.snapshot.publish import check_not_set_back, check_servable
from pipeline.snapshot.remote import RangeUnsupported, Remote
from pipeline.snapshot.rules import Word
from pipeline.snapshot.store import Store, target_of
from schemas.errors import (
    CallError,
    ConfigurationError,
    FetchError,
    IntegrityError,
    PublishRefused,
    SnapshotError,
)
from schemas.manifest import SNAPSHOT_ID, FileEntry, Manifest
from schemas.pointer import CHANNEL


@dataclass(frozen=True, slots=True)
class PullPolicy:
    """How hard to try, and how much to take."""

    attempts: int = 5  # without a byte between them, for one file
    pause_s: float = 0.5  # after the first failure; doubles
    max_bytes: int = 1 << 40  # of all files that are to come
    spare_bytes: int = 64 << 20  # that must stay free on the disk


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull brought. `received`: the bytes that were not here before."""

    snapshot: str
    manifest: Manifest
    files: int
    received: int


OnProgress = Callable[[str, int, int], None]  # path, bytes of it here, bytes of it in all


def _no_progress(path: str, here: int, total: int) -> None:
    """The `on_progress` that does nothing."""


def pull(
    remote: Remote,
    store: Store,
    wanted: str,
    *,
    use: str = "",
    allow: frozenset[Word] = frozenset(),
    test: Callable[[str], None] = lambda snapshot: None,
    policy: PullPolicy = PullPolicy(),
    on_progress: OnProgress = _no_progress,
) -> Pulled:
    """Bring a snapshot, named by its id or by a channel of the remote.

    Args:
        use: local channel that is to serve it; empty to leave every pointer where it is.
        allow: words that waive a rule of `use`.
        test: raises where a snapshot that is here must not be served after all.

    Raises `IntegrityError` when the mirror gives something that cannot be right, `FetchError` when it
    gives nothing or not all (giving the same call again continues), `PublishRefused` when `use` may not
    serve it.
    """
    manifest = fetch_manifest(remote, wanted)
    if use:
        check_servable(manifest, use, allow)
        _check_next(store, use, manifest, allow)
    with store.pulling():
        parts = store.staging / "pull"
        with disk_errors(SnapshotError, "preparing the store"):
            make_directory(parts)
        missing = _missing(store, manifest)
        if missing:
            _check_room(store.root, parts, missing, policy)
        received = sum(
            _bring(remote, store, entry, _part(parts, entry), policy, on_progress) for entry in missing
        )
        with store.writing():
            store.add_manifest(manifest)
            store.close_damaged(manifest)
        if use:
            test(manifest.id)
            with store.writing():
                _check_next(store, use, manifest, allow)
                store.point(use, manifest)
    return Pulled(manifest.id, manifest, len(missing), received)


def fetch_manifest(remote: Remote, wanted: str) -> Manifest:
    """Steps 1 and 2: the manifest behind an id or a channel of the remote."""
    snapshot, sha256, limit = wanted, "", MAX_MANIFEST_BYTES
    if not re.fullmatch(SNAPSHOT_ID, wanted):
        snapshot, sha256, limit = _target(remote, wanted)
    path = manifest_path(snapshot)
    data = remote.small(path, limit)
    return read_manifest(data, where=f"{remote.shown}/{path}", expected_id=snapshot, expected_sha256=sha256)


def _target(remote: Remote, channel: str) -> tuple[str, str, int]:
    if not re.fullmatch(CHANNEL, channel):
        raise CallError(
            f"“{channel[:60]}” is neither a snapshot nor a channel",
            expected="s- and 20 hexadecimal digits, or a name as in production",
            remedy="take the id or the channel as `isnad snapshot list` shows it there",
        )
    if remote.plain_http:
        raise ConfigurationError(
            "over plain http anybody on the way could change which snapshot a channel names",
            where=remote.shown,
            remedy="use https, or name the snapshot by its id",
        )
    path = pointer_path(channel)
    try:
        data = remote.small(path, MAX_POINTER_BYTES)
    except IntegrityError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        raise IntegrityError(
            f"nothing is published on the channel “{channel}” there",
            expected="a store, or a copy of its folders blobs, snapshots and channels",
            where=f"{remote.shown}/{path}",
            remedy="look at the address; or name another channel, or a snapshot by its id, behind it",
        ) from error
    target = read_pointer(data, where=f"{remote.shown}/{path}", channel=channel).target
    return target.snapshot, target.manifest_sha256, min(target.manifest_size, MAX_MANIFEST_BYTES)


def _check_next(store: Store, channel: str, manifest: Manifest, words: frozenset[Word]) -> None:
    """Raise `PublishRefused` where a channel here serves a later release, or was set back from this one."""
    pointer = store.pointer(channel)
    if pointer is None:
        return
    if pointer.target.release > manifest.release:
        raise PublishRefused(
            "the remote offers an older release than the one in use",
            expected=f"release {pointer.target.release} ({pointer.target.snapshot}) or newer",
            found=f"release {manifest.release} ({manifest.id})",
            remedy="the mirror may be out of date: use another; to go back on purpose, pull it without "
            f"--use, then `isnad snapshot use {manifest.id}`",
        )
    check_not_set_back(pointer, target_of(manifest), words)


def _missing(store: Store, manifest: Manifest) -> list[FileEntry]:
    """The files that are to come, each content once, in order of path."""
    by_content = {entry.sha256: entry for entry in reversed(manifest.files)}
    entries = sorted(by_content.values(), key=lambda entry: entry.path)
    return [entry for entry in entries if not store.holds(entry)]


def _check_room(root: Path, parts: Path, missing: list[FileEntry], policy: PullPolicy) -> None:
    here = sum(_length(_part(parts, entry), entry) for entry in missing)
    wanted = sum(entry.size for entry in missing)
    if wanted > policy.max_bytes:
        raise SnapshotError(
            "the snapshot is larger than may be pulled",
            expected=f"at most {policy.max_bytes} bytes",
            found=f"{wanted} bytes",
            remedy="look whether this is the store that is meant",
        )
    free = shutil.disk_usage(root).free
    if wanted - here + policy.spare_bytes > free:
        raise SnapshotError(
            "the snapshot does not fit on the disk",
            expected=f"{wanted - here + policy.spare_bytes} bytes free",
            found=f"{free} bytes free",
            where=str(root),
            remedy="make room, for instance with `isnad snapshot gc`",
        )


def _bring(
    remote: Remote, store: Store, entry: FileEntry, part: Path, policy: PullPolicy, progress: OnProgress
) -> int:
    """One file into the store; gives how many bytes of it were missing."""
    missing = entry.size - _length(part, entry)
    # What was there before may be the wrong half: then the file is brought once more, from nothing.
    for continued in (True, False) if part.exists() else (False,):
        if not continued:
            part.unlink(missing_ok=True)
        _receive(remote, entry, part, policy, progress)
        if _right(part, entry):
            store.on_step(f"blob {entry.path}")
            with disk_errors(SnapshotError, "storing a pulled file"):
                put_whole(part, store.blob(entry.sha256), mode=READ_ONLY)
            return missing
    part.unlink(missing_ok=True)
    raise IntegrityError(
        "the remote sent other bytes than the manifest says, which were thrown away",
        expected=f"sha256 {entry.sha256}",
        where=f"{entry.path} ({remote.shown})",
        remedy="the mirror is damaged or not to be trusted: use another",
    )


def _right(part: Path, entry: FileEntry) -> bool:
    with disk_errors(SnapshotError, "reading a pulled file"):
        return hash_file(part) == (entry.size, entry.sha256)


def _receive(remote: Remote, entry: FileEntry, part: Path, policy: PullPolicy, progress: OnProgress) -> None:
    """Fill `part` up to the size of the file, across cuts."""
    failures = 0
    while True:
        before = _length(part, entry)
        try:
            return _fill(remote, entry, part, before, progress)
        except FetchError as error:
            here = _length(part, entry)
            failures = 1 if here > before else failures + 1
            if failures >= policy.attempts:
                raise FetchError(
                    "a file could not be brought whole",
                    expected=f"{entry.size} bytes",
                    found=f"{here} bytes after {policy.attempts} attempts in vain; the last one: "
                    f"{error.problem} {error.found}".rstrip(),
                    where=f"{entry.path} ({remote.shown})",
                    remedy="give the same command again: it continues where it stopped",
                ) from error
            time.sleep(policy.pause_s * 2 ** (failures - 1))


def _part(parts: Path, entry: FileEntry) -> Path:
    return parts / f"{entry.sha256}.part"


def _length(part: Path, entry: FileEntry) -> int:
    """How much of a file is here; a part that is too long is none."""
    size = part.stat().st_size if part.exists() else 0
    return size if size <= entry.size else 0


def _fill(remote: Remote, entry: FileEntry, part: Path, start: int, progress: OnProgress) -> None:
    path = blob_path(entry.sha256)
    if start == entry.size and part.exists():
        return
    try:
        pieces = remote.stream(path, limit=entry.size, start=start, size=entry.size)
        _append(pieces, entry, part, start, progress)
    except RangeUnsupported:
        pieces = remote.stream(path, limit=entry.size, size=entry.size)
        _append(pieces, entry, part, 0, progress)


def _append(pieces: Iterator[bytes], entry: FileEntry, part: Path, start: int, progress: OnProgress) -> None:
    here = start
    with disk_errors(SnapshotError, "writing a pulled file"), part.open("r+b" if start else "wb") as file:
        file.seek(start)
        for piece in pieces:
            file.write(piece)
            here += len(piece)
            progress(entry.path, here, entry.size)
