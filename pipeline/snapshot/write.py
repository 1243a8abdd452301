"""From a folder of built files to a manifest.

The folder is what a build leaves: documents.arrow, the indexes, evaluation.json, whatever the build lists
nowhere else. Each file is read once and hashed; the order in which a file system names them has no
influence. What can be counted is counted from the documents themselves and not believed from the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pydantic import JsonValue, ValidationError

from pipeline.disk.faults import disk_errors
from pipeline.disk.writing import is_unfinished, write_whole
from pipeline.snapshot.files import FOR_ALL, hash_all, list_tree
from pipeline.snapshot.tables import count_documents, documents_digest, read_documents
from schemas.errors import IntegrityError, SnapshotError
from schemas.manifest import (
    DOCUMENTS_NAME,
    EVALUATION_NAME,
    FORMAT,
    Evaluation,
    Figure,
    FileEntry,
    Manifest,
    SourceEntry,
    build_key,
    digest,
)
from schemas.paths import MANIFEST_NAME, paths_fault


@dataclass(frozen=True, slots=True)
class Measured:
    """What evaluation.json says, in short: the digest of the question sets, and the figures."""

    questions: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class SnapshotMeta:
    """What a build knows about its folder that the folder does not say."""

    sources: tuple[SourceEntry, ...]
    config: Mapping[str, JsonValue]
    code: str  # version of code and analyser
    passages: int
    measured: Measured | None = None
    merged: Mapping[str, str] = field(default_factory=dict)  # published id that is gone -> id in its place


def write_manifest(staging: Path, manifest: Manifest) -> None:
    """Write manifest.json into a folder, whole or not at all."""
    with disk_errors(SnapshotError, "writing the manifest"):
        write_whole(staging / MANIFEST_NAME, manifest.canonical(), mode=FOR_ALL)


def file_names(staging: Path) -> list[str]:
    """Every file of a folder but manifest.json and what a writer that was killed left, in order of path."""
    with disk_errors(SnapshotError, "reading the built files"):
        found = list_tree(staging)
    return [path for path in found if path != MANIFEST_NAME and not is_unfinished(staging / path)]


def hash_files(staging: Path, names: list[str]) -> tuple[FileEntry, ...]:
    """Files of a folder, in the order given; raises `IntegrityError` on one that no snapshot can hold."""
    if fault := paths_fault(names):
        raise IntegrityError(
            "a built file has a name that no snapshot can hold",
            found=fault,
            remedy="name the file in letters of a-z, digits, . _ and -",
        )
    with disk_errors(SnapshotError, "reading the built files"):
        hashed = hash_all([staging / name for name in names])
    return tuple(
        FileEntry(path=name, size=size, sha256=sha256)
        for name, (size, sha256) in zip(names, hashed, strict=True)
    )


def describe(
    staging: Path,
    files: tuple[FileEntry, ...],
    meta: SnapshotMeta,
    *,
    parent: Manifest | None,
) -> Manifest:
    """The manifest of a folder whose files were hashed; the ledger must be there already.

    Raises `SnapshotError` on a contradiction between `meta` and the files.
    """
    documents = read_documents(staging / DOCUMENTS_NAME)
    _check_sources(documents, meta)
    sources = tuple(sorted(meta.sources, key=lambda source: source.id))
    config = dict(meta.config)
    counts = count_documents(
        documents, passages=meta.passages, quarantined=sum(source.quarantined for source in sources)
    )
    try:
        return Manifest(
            format=FORMAT,
            parent=parent.id if parent else None,
            release=parent.release + 1 if parent else 1,
            build_key=build_key(sources, digest(config), meta.code),
            code=meta.code,
            config=config,
            config_digest=digest(config),
            documents_digest=documents_digest(documents),
            sources=sources,
            counts=counts,
            evaluation=_evaluation(files, meta.measured),
            holds_samples=counts.statuses.get("sample", 0) > 0,
            waived=(),  # what a publish will waive, it writes in
            files=files,
        )
    except ValidationError as error:
        faults = "; ".join(fault["msg"] for fault in error.errors(include_url=False)[:3])
        raise SnapshotError(
            "the built files do not make a snapshot",
            found=faults,
            where=str(staging),
            remedy="this is a defect of the build: what it says about its files and they themselves differ",
        ) from error


def _check_sources(documents: pa.Table, meta: SnapshotMeta) -> None:
    """No document without a source whose licence is stated."""
    held = set(pc.unique(documents["source"]).to_pylist())
    if unlisted := sorted(held - {source.id for source in meta.sources}):
        raise SnapshotError(
            "documents come from a source that the snapshot does not list",
            expected="a digest and a licence for the source of every document",
            found=", ".join(unlisted[:5]),
            where=DOCUMENTS_NAME,
            remedy="list the source with its licence, or leave its documents out",
        )


def _evaluation(files: tuple[FileEntry, ...], measured: Measured | None) -> Evaluation | None:
    report = next((entry for entry in files if entry.path == EVALUATION_NAME), None)
    if (report is None) != (measured is None):
        raise SnapshotError(
            f"{EVALUATION_NAME} and the measured figures come together or not at all",
            found="the file only" if report else "the figures only",
            remedy="give both, or neither",
        )
    if report is None or measured is None:
        return None
    figures = tuple(sorted(measured.figures, key=lambda figure: figure.name))
    return Evaluation(digest=report.sha256, questions=measured.questions, figures=figures)
