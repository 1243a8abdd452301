"""The snapshot that is served: verified, opened, warmed, tested, then put in place by one assignment.

Rules:
* A request takes the served snapshot once, at its start, and keeps it: a swap never mixes two.
* Every byte of a snapshot is checked against its manifest, it is opened, and asked its own golden questions, before
  it is put in place. One that fails is refused with a log line, and the one before it goes on serving.
* A pointer that is missing or cannot be read is told once; what was served before goes on serving.
* The old snapshot's files are closed when its last request lets go of it: nothing of an open index refers back to it.
"""

from __future__ import annotations

import gc
import json
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.answer import answer, warm
from pipeline.evaluate.golden import outcome_of
from pipeline.index import Index
from pipeline.reference.places import Places
from pipeline.snapshot import Store
from schemas.errors import IsnadError, SnapshotError
from schemas.manifest import DOCUMENTS_NAME, GOLDEN_NAME, PLACES_NAME
from schemas.pointer import PointerTarget
from service.kernels import compiling_told
from service.logs import told_of
from service.metrics import READY, SERVING, SWAPS

log = logging.getLogger("isnad.snapshot")


@dataclass(frozen=True, slots=True)
class Served:
    """An open snapshot."""

    id: str
    index: Index
    verses: Mapping[tuple[int, int], str]  # (surah, ayah) -> Uthmani text, byte for byte
    places: Places | None


def open_served(snapshot: str, path: Path) -> Served:
    """Open a verified folder, warm it, and let it answer its golden questions; raises `IsnadError`."""
    index = Index.open(path)
    with compiling_told():
        warm(index)
    places = Places(path / PLACES_NAME) if (path / PLACES_NAME).exists() else None
    served = Served(snapshot, index, read_verses(path / DOCUMENTS_NAME), places)
    self_test(served, path / GOLDEN_NAME)
    _settle()
    return served


def _settle() -> None:
    """Have the collector of rings leave alone what stays while a snapshot is served: to look through it takes a fifth
    of a second, in the middle of somebody's request. What the snapshot before left goes first."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def read_verses(path: Path) -> dict[tuple[int, int], str]:
    """The Arabic text of every verse of a documents table."""
    with pa.memory_map(str(path)) as file:
        table = pa.ipc.open_file(file).read_all().select(["id", "kind", "text_ar"])
        quran = table.filter(pc.equal(table["kind"], "quran"))
        pairs = zip(quran["id"].to_pylist(), quran["text_ar"].to_pylist(), strict=True)
        return {
            (int(surah), int(ayah)): text
            for name, text in pairs
            if text is not None
            for _, surah, ayah in [name.split(":")]
        }


def self_test(served: Served, path: Path) -> None:
    """Ask the questions that the build recorded; every outcome must be the recorded one."""
    for case in json.loads(path.read_text("utf-8")):
        found = outcome_of(answer(served.index, case["question"]))
        if found != case["outcome"]:
            raise SnapshotError(
                "the snapshot does not answer its own golden question as it did when it was built",
                expected=json.dumps(case["outcome"], ensure_ascii=False),
                found=json.dumps(found, ensure_ascii=False),
                where=f"{served.id}, “{case['question']}”",
                remedy="build it again with this version of Isnad, or serve it with the version that built it",
            )


def _passes(error: Exception) -> bool:
    """Whether it may be the disk or the memory of this moment; a file that is not there will not come."""
    found = (error, error.__cause__)
    return any(
        isinstance(one, OSError | MemoryError) and not isinstance(one, FileNotFoundError) for one in found
    )


class Holder:
    """Holds the served snapshot, and exchanges it."""

    def __init__(self, store: Store, channel: str) -> None:
        self._store, self._channel = store, channel
        self._served: Served | None = None
        self._loading = threading.Lock()
        self._refused: str | None = None  # not tried again until the channel names another
        self._unreadable = ""  # what was told of the pointer

    @property
    def served(self) -> Served | None:
        """What is served now."""
        return self._served

    def refresh(self, *, again: bool = False) -> bool:
        """Serve what the channel names, if that is another snapshot; True when it was exchanged.

        What cannot be used is refused with a log line, and is tried again only when the channel names it anew, or
        with `again`; but where the machine could not read it this time, at the next look. Never raises: whatever a
        snapshot holds, the process goes on with what it has.
        """
        with self._loading:
            wanted = self._pointed_at(again)
            if wanted is None:
                return False
            try:
                return self._exchange(wanted, again)
            except (IsnadError, OSError) as error:
                log.error("refused a snapshot: %s", error, extra={"channel": self._channel})
            except Exception as error:  # bytes that pass every check, and still break a reader
                log.error("refused a snapshot", extra={"channel": self._channel, **told_of(error)})
            SWAPS.labels("refused").inc()
            return False

    def _pointed_at(self, again: bool) -> PointerTarget | None:
        """What the channel names; a pointer that cannot be read is told once, and `again` when told to look."""
        try:
            target = self._store.served(self._channel)
        except Exception as error:  # whatever the file holds
            if again or str(error) != self._unreadable:
                log.error("cannot read the channel's pointer: %s", error, extra={"channel": self._channel})
                SWAPS.labels("unreadable").inc()
            self._unreadable = str(error)
            return None
        self._unreadable = ""
        return target

    def _exchange(self, wanted: PointerTarget, again: bool) -> bool:
        if self._served is not None and self._served.id == wanted.snapshot:
            self._refused = None
            return False
        if wanted.snapshot == self._refused and not again:
            return False
        try:
            path = self._store.materialise(wanted.snapshot, expected_sha256=wanted.manifest_sha256)
            self._store.verify(wanted.snapshot)
            fresh = open_served(wanted.snapshot, path)
        except Exception as error:
            self._refused = None if _passes(error) else wanted.snapshot
            raise
        before, self._served, self._refused = self._served, fresh, None
        self._tell(fresh, before)
        return True

    def _tell(self, fresh: Served, before: Served | None) -> None:
        SWAPS.labels("done").inc()
        READY.set(1)
        SERVING.labels(fresh.id).set(1)
        if before is not None:
            SERVING.labels(before.id).set(0)
        log.info("serving", extra={"snapshot": fresh.id, "before": before.id if before else None})
