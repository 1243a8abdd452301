"""What changed between two snapshots, for a person who is to say whether it may be served.

Documents are compared by id and content digest, counted by source and kind, each with a few ids to look
at. A document that moved to another source counts as changed only if its text did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.snapshot.ledger import EXAMPLES
from pipeline.snapshot.store import Store
from pipeline.snapshot.tables import read_documents
from schemas.manifest import DOCUMENTS_NAME, Manifest

COLUMNS = ("id", "source", "kind", "digest")


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """Documents of one source and kind that came, went or changed, with the first ids of them."""

    change: str  # added | changed | removed
    source: str
    kind: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A named value before and after; None where there is none."""

    name: str
    before: float | int | str | None
    after: float | int | str | None


@dataclass(frozen=True, slots=True)
class SnapshotDiff:
    """The difference between two snapshots; everything in it is in order of name."""

    before: str
    after: str
    documents: tuple[DocumentChange, ...]
    counts: tuple[ValueChange, ...]
    figures: tuple[ValueChange, ...]
    sources: tuple[ValueChange, ...]  # digests of their pinned bytes
    files: tuple[ValueChange, ...]  # sha256
    config: tuple[ValueChange, ...]  # code and the digest of the configuration

    @property
    def empty(self) -> bool:
        """Whether the two hold the same."""
        parts = (self.documents, self.counts, self.figures, self.sources, self.files, self.config)
        return not any(parts)


def diff(store: Store, before: str, after: str) -> SnapshotDiff:
    """Compare two snapshots of a store."""
    old, new = store.manifest(before), store.manifest(after)
    return SnapshotDiff(
        before=old.id,
        after=new.id,
        documents=_documents(_read(store, old), _read(store, new)),
        counts=_values(_counts(old), _counts(new)),
        figures=_values(_figures(old), _figures(new)),
        sources=_values(_sources(old), _sources(new)),
        files=_values(_files(old), _files(new)),
        config=_values(_config(old), _config(new)),
    )


def _documents(old: pa.Table, new: pa.Table) -> tuple[DocumentChange, ...]:
    place = pc.index_in(new["id"], value_set=old["id"].combine_chunks())
    digest_before = old["digest"].take(place)
    changed = pc.fill_null(pc.not_equal(new["digest"], digest_before), False)
    gone = pc.invert(pc.is_in(old["id"], value_set=new["id"].combine_chunks()))
    return (
        *_grouped("added", new.filter(pc.is_null(place))),
        *_grouped("changed", new.filter(changed)),
        *_grouped("removed", old.filter(gone)),
    )


def _grouped(change: str, rows: pa.Table) -> list[DocumentChange]:
    groups: dict[tuple[str, str], list[str]] = {}
    columns = (rows[name].to_pylist() for name in ("source", "kind", "id"))
    for source, kind, reference in zip(*columns, strict=True):
        groups.setdefault((source, kind), []).append(reference)
    return [
        DocumentChange(change, source, kind, len(ids), tuple(sorted(ids)[:EXAMPLES]))
        for (source, kind), ids in sorted(groups.items())
    ]


def _values(
    old: Mapping[str, float | int | str], new: Mapping[str, float | int | str]
) -> tuple[ValueChange, ...]:
    names = sorted(old.keys() | new.keys())
    return tuple(
        ValueChange(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)
    )


def _counts(manifest: Manifest) -> dict[str, float | int | str]:
    counts = manifest.counts
    values: dict[str, float | int | str] = {
        "documents": counts.documents,
        "passages": counts.passages,
        "quarantined": counts.quarantined,
    }
    for name in ("kinds", "collections", "languages", "statuses"):
        values |= {f"{name}: {key}": count for key, count in getattr(counts, name).items()}
    return values


def _figures(manifest: Manifest) -> dict[str, float | int | str]:
    figures = manifest.evaluation.figures if manifest.evaluation else ()
    return {figure.name: figure.value for figure in figures}


def _sources(manifest: Manifest) -> dict[str, float | int | str]:
    return {source.id: source.digest for source in manifest.sources}


def _files(manifest: Manifest) -> dict[str, float | int | str]:
    return {entry.path: entry.sha256 for entry in manifest.files}


def _config(manifest: Manifest) -> dict[str, float | int | str]:
    return {"code": manifest.code, "configuration": manifest.config_digest, "format": manifest.format}


def _read(store: Store, manifest: Manifest) -> pa.Table:
    return read_documents(store.file(manifest.id, DOCUMENTS_NAME), COLUMNS)
