"""One stage: a pure function of named inputs, run once for each key.

The key is the hash of the stage's name, its version and its inputs (digests and settings, never paths or
times). The output is a folder `<cache>/<stage>/<key>`. It is written under another name, synced and renamed,
so a folder with its right name is complete; a run that is killed leaves only a staging folder, which the
next run removes. What a stage's folder holds is listed in its `stage.json` with the sha256 of each file, and read again
before it is used again: a byte that changed in between is never built on, since the output is made anew. The time of
that file is when it was last made or used.
A disk that cannot be written raises `BuildError`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import lock_of, locked, remove_remains, remove_with_lock, staging_folder
from pipeline.disk.writing import link, sync, write_whole
from pipeline.snapshot.files import hash_all
from schemas.errors import BuildError
from schemas.sentence import said
from schemas.tables import canonical_json

RECORD = "stage.json"
PARTS = ".parts"


@dataclass(frozen=True, slots=True)
class StageResult:
    """A finished stage: its folder, and whether it was run now or found."""

    stage: str
    key: str
    path: Path
    reused: bool
    seconds: float
    facts: Mapping[str, object]  # what the stage says of its output: counts, digests


def stage_key(stage: str, version: int, inputs: Mapping[str, object]) -> str:
    """32 hex digits that name the output of a stage for these inputs."""
    told = canonical_json({"stage": stage, "version": version, "inputs": dict(inputs)})
    return hashlib.sha256(told).hexdigest()[:32]


def found_stage(cache: Path, stage: str, version: int, inputs: Mapping[str, object]) -> StageResult | None:
    """The output for these inputs, where it is finished."""
    key = stage_key(stage, version, inputs)
    home = cache / stage / key
    begun = time.monotonic()
    with _told(stage, home):
        facts = _reusable(home)
        if facts is not None:
            os.utime(home / RECORD)  # it is used now (`outputs`)
    return None if facts is None else StageResult(stage, key, home, True, time.monotonic() - begun, facts)


def run_stage(
    cache: Path,
    stage: str,
    version: int,
    inputs: Mapping[str, object],
    work: Callable[[Path], Mapping[str, object]],
) -> StageResult:
    """Find the output for these inputs, or make it.

    `work` fills the empty folder that it is given and returns facts (JSON values) to keep beside it.
    Two processes may make the same output at once: the first to finish names it, the other's is dropped.
    """
    if (found := found_stage(cache, stage, version, inputs)) is not None:
        return found
    key = stage_key(stage, version, inputs)
    home = cache / stage / key
    begun = time.monotonic()
    with _told(stage, home), staging_folder(cache) as staging:
        facts = dict(work(staging))
        _seal(staging, stage, version, inputs, facts)
        _name(staging, home)
    pa.default_memory_pool().release_unused()  # what a stage held is not held under those that follow
    return StageResult(stage, key, home, False, time.monotonic() - begun, facts)


def earlier_output(cache: Path, stage: str, version: int, inputs: Mapping[str, object]) -> Path | None:
    """The sound output of a stage that was last made or used, of those whose inputs have these values, whatever its
    others were."""
    found = []
    for record in (cache / stage).glob(f"*/{RECORD}"):
        with suppress(OSError):
            said = _record(record.parent)
            if said is None or said["version"] != version:
                continue
            if all(said["inputs"].get(name) == value for name, value in inputs.items()):
                found.append((record.stat().st_mtime_ns, record.parent))
    for _, home in sorted(found, reverse=True):
        with suppress(OSError):  # another build may be removing it
            if _sound_record(home) is not None:
                return home
    return None


def link_tree(output: Path, target: Path) -> None:
    """The files of an output under another folder: hard links, or copies where a file system has none."""
    for path in sorted(output.rglob("*")):
        if path.is_file() and path.name != RECORD:
            place = target / path.relative_to(output)
            place.parent.mkdir(parents=True, exist_ok=True)
            link(path, place)


@contextmanager
def parts_folder(cache: Path, name: str) -> Iterator[Path | None]:
    """A folder where long work keeps its finished parts, found again by its name when it was killed.

    It is removed when the work ends well, with those that other killed work left and nobody works in. None while
    another process is at the same work: this one then keeps nothing.
    """
    area = cache / PARTS
    area.mkdir(parents=True, exist_ok=True)
    parts = area / name
    with locked(lock_of(parts)) as own:
        yield parts if own else None
        if own:
            remove_with_lock(parts)
    remove_remains(area)


def _told(stage: str, home: Path) -> AbstractContextManager[None]:
    """Tell the disk's errors of a stage in a sentence."""
    return disk_errors(BuildError, said("running the stage “{stage}” of the build", stage=stage), home)


def _digests(folder: Path) -> dict[str, str]:
    """The sha256 of every file of an output."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != RECORD]
    names = (path.relative_to(folder).as_posix() for path in paths)
    return {name: sha256 for name, (_, sha256) in zip(names, hash_all(paths), strict=True)}


def _seal(
    staging: Path, stage: str, version: int, inputs: Mapping[str, object], facts: Mapping[str, object]
) -> None:
    """Write the record, and push every byte to the disk before the folder gets its name."""
    with ThreadPoolExecutor(1) as beside:  # hashing waits for no disk: what was written is in memory still
        hashing = beside.submit(_digests, staging)
        for path in sorted(staging.rglob("*"), reverse=True):
            sync(path)
        record = {
            "stage": stage,
            "version": version,
            "inputs": dict(inputs),
            "files": hashing.result(),
            "facts": facts,
        }
    write_whole(staging / RECORD, canonical_json(record))


def _name(staging: Path, home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    try:
        staging.rename(home)
    except OSError:
        if not (home / RECORD).is_file():
            raise
        # another process was first; its bytes are the same, and these go with the staging folder
    sync(home.parent)


def _reusable(home: Path) -> dict[str, object] | None:
    """The facts of a finished output, or None. A folder that lost or changed a file or its record is removed."""
    if not home.exists():  # asked first: what another build names after this is whole, and not to be removed
        return None
    record = _sound_record(home)
    if record is None:
        shutil.rmtree(home)
        return None
    facts: dict[str, object] = record["facts"]
    return facts


def _sound_record(home: Path) -> dict[str, Any] | None:
    """What a finished output says of itself, every byte of its files read; None where anything is damaged."""
    record = _record(home)
    return record if record is not None and record["files"] == _digests(home) else None


def _record(home: Path) -> dict[str, Any] | None:
    """What a finished output says of itself; None where that is damaged."""
    try:
        record = json.loads((home / RECORD).read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    whole = isinstance(record, dict) and record.keys() >= {"version", "inputs", "files", "facts"}
    return record if whole else None
