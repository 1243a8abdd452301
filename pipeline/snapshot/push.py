"""Pushing: a published snapshot is copied to another store, so that others can pull it from there.

Files first, then the manifest, then the pointer of a channel, when one is named: whoever pulls meanwhile
finds the old snapshot or the new one. What is there already is read, and sent anew where it is not what it should be:
whoever finds a mirror damaged mends it by pushing again. A remote has no lock: the pointer is read again when all files
are there, and of two pushes that end at the same moment the later one's stays; every snapshot is whole in either case.
Texts whose source does not allow redistribution stay here unless a person says otherwise. A channel there is held to
what a channel here is: without the words for it, it serves no samples as `production`, and nothing that it was set back
from.
"""

from __future__ import annotations

import hashlib

from pipeline.snapshot.layout import blob_path, manifest_path, pointer_path
from pipeline.snapshot.manifest import MAX_MANIFEST_BYTES, MAX_POINTER_BYTES, read_pointer
from pipeline.snapshot.publish import check_not_set_back, check_servable
from pipeline.snapshot.remote import Remote
from pipeline.snapshot.rules import Word
from pipeline.snapshot.store import Store, target_of
from schemas.errors import CallError, PublishRefused
from schemas.manifest import FileEntry, Manifest
from schemas.pointer import MAX_HISTORY, Claim, Pointer, PointerTarget


def push(
    store: Store,
    snapshot: str,
    remote: Remote,
    *,
    channel: str = "",
    allow: frozenset[Word] = frozenset(),
    allow_restricted: bool = False,
) -> Manifest:
    """Copy a snapshot to a remote store and, when a channel is named, make it the one that is served.

    Args:
        allow: words that waive a rule of the channel.
        allow_restricted: whether texts are sent that may not be given on.

    Raises `PublishRefused` when a licence stands against it, or when the channel may not serve it, was set back from
    it, or has a newer release; `FetchError` when the remote cannot be written.
    """
    if remote.shown.startswith(("http://", "https://")):
        raise CallError(
            "a store behind a web address can be read, and not written",
            expected="a directory, or a URL: s3, gs, az, file",
            found=remote.shown,
            remedy="push to where that server has its files, or copy the folders of the store to it, channels last",
        )
    pointed = pointer_path(channel) if channel else ""
    manifest = store.verify(snapshot)
    if not allow_restricted:
        _check_licences(manifest)
    if channel:  # refused before anything is sent
        check_servable(manifest, channel, allow)
        _next_pointer(remote, channel, manifest, allow)
    for entry in manifest.files:
        path = blob_path(entry.sha256)
        if not _holds(remote, path, entry):
            remote.put_file(path, store.blob(entry.sha256))
    path = manifest_path(manifest.id)
    data = manifest.canonical()
    if not remote.create(path, data) and remote.small(path, MAX_MANIFEST_BYTES) != data:
        remote.replace(path, data)  # it is named by its content, so that no other can be meant
    if channel:  # which another push may have moved, while the files were sent
        remote.replace(pointed, _next_pointer(remote, channel, manifest, allow).canonical())
    return manifest


def _holds(remote: Remote, path: str, entry: FileEntry) -> bool:
    """Whether the remote has a file byte for byte: one of the right size may still be damaged."""
    if remote.size(path) != entry.size:
        return False
    digest = hashlib.sha256()
    for piece in remote.stream(path, limit=entry.size, size=entry.size):
        digest.update(piece)
    return digest.hexdigest() == entry.sha256


def _check_licences(manifest: Manifest) -> None:
    restricted = [source.id for source in manifest.sources if source.redistribution != "allowed"]
    if restricted:
        raise PublishRefused(
            "the snapshot holds texts that may not be given on",
            found=f"sources whose card does not allow redistribution: {', '.join(restricted)}",
            remedy="build without them; or, for a store that only you can read, say --allow-restricted",
        )


def _next_pointer(remote: Remote, channel: str, manifest: Manifest, words: frozenset[Word]) -> Pointer:
    """The pointer by which a channel there serves a snapshot; raises `PublishRefused` where it has a newer one, or was
    set back from this one."""
    path, target = pointer_path(channel), target_of(manifest)
    history: tuple[PointerTarget, ...] = ()
    if remote.size(path) is not None:
        data = remote.small(path, MAX_POINTER_BYTES)
        pointer = read_pointer(data, where=f"{remote.shown}/{path}", channel=channel)
        if pointer.newest.release >= target.release and pointer.newest != target:
            raise PublishRefused(
                "the remote channel has a release that is not older",
                expected=f"a release after {pointer.newest.release} ({pointer.newest.snapshot})",
                found=f"release {target.release} ({target.snapshot})",
                where=remote.shown,
                remedy="publish on top of it: pull it with --use, then build and publish again",
            )
        check_not_set_back(pointer, target, words)
        history = pointer.signed.history[1 - MAX_HISTORY :]
    history = history if target in history else (*history, target)
    return Pointer(signed=Claim(channel=channel, target=target, history=history))
