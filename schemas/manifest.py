"""The manifest of a snapshot: what it holds, where that came from, and how it measured.

A manifest says what a snapshot is: every file with its size and sha256, every source with its licence,
the configuration, the counts and the evaluation. It holds no time, no host and no path of the machine
that wrote it, so the same inputs give the same bytes. Its canonical JSON is the one spelling, and a
snapshot is named by it::

    snapshot id = "s-" + the first 20 hexadecimal digits of sha256(manifest bytes)

The id is a name for people and logs. Where a machine decides whether to trust bytes it uses the whole
sha256, which the pointer of a channel carries (`schemas.pointer`).

Types and their invariants only: nothing here reads a file.
"""

from __future__ import annotations

import hashlib
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from schemas.paths import paths_fault
from schemas.tables import canonical_json

FORMAT = 2  # what this version writes; which formats can be read is the reader's to say

DOCUMENTS_NAME = "documents.arrow"
LEDGER_NAME = "references.parquet"
EVALUATION_NAME = "evaluation.json"
GOLDEN_NAME = "golden.json"
PLACES_NAME = "reference/places.sqlite"
REQUIRED_FILES = (DOCUMENTS_NAME, LEDGER_NAME)

MAX_FILES = 10_000
MAX_FILE_BYTES = 1 << 40

SNAPSHOT_ID = r"^s-[0-9a-f]{20}$"
SHA256 = r"^[0-9a-f]{64}$"


class Canonical(BaseModel):
    """A frozen object with one spelling; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    def canonical(self) -> bytes:
        """The one spelling of this object."""
        return canonical_json(self.model_dump(mode="json"))


class FileEntry(Canonical):
    """One file: its path inside the snapshot, its size in bytes, and its sha256."""

    path: str
    size: int = Field(ge=0, le=MAX_FILE_BYTES)
    sha256: str = Field(pattern=SHA256)


class SourceEntry(Canonical):
    """One source: what its pinned bytes were, what became of its rows, and on what terms it may be used.

    `redistribution` is the word of its card; anything but `allowed` keeps a snapshot from being pushed to
    another store unless a person says so. `rows` equals the sum of the four counts below it.
    """

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=100)
    digest: str = Field(pattern=SHA256)
    licence: str = Field(min_length=1)
    redistribution: Literal["allowed", "forbidden", "unstated"]
    attribution: str
    status: Literal["approved", "draft", "sample"]
    rows: int = Field(ge=0)
    documents: int = Field(ge=0)
    quarantined: int = Field(ge=0)
    duplicates: int = Field(default=0, ge=0)
    merged: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _accounted(self) -> Self:
        told = self.documents + self.quarantined + self.duplicates + self.merged
        if told != self.rows:
            raise ValueError(f"source {self.id}: {self.rows} rows, of which {told} are accounted for")
        return self


class Counts(Canonical):
    """How much a snapshot holds. Each dictionary counts documents; one in two languages counts in both."""

    documents: int = Field(ge=0)
    kinds: dict[str, int]
    collections: dict[str, int]  # by `kind:collection`; the Qur'an is `quran`
    languages: dict[str, int]
    statuses: dict[str, int]
    passages: int = Field(ge=0)
    quarantined: int = Field(ge=0)

    @model_validator(mode="after")
    def _sums(self) -> Self:
        for name in ("kinds", "collections", "statuses"):
            if sum(getattr(self, name).values()) != self.documents:
                raise ValueError(f"counts.{name} do not add up to {self.documents} documents")
        return self


class Figure(Canonical):
    """One measured figure, and which way is better."""

    name: str = Field(min_length=1, max_length=100)
    value: float
    better: Literal["higher", "lower"]


class Evaluation(Canonical):
    """What was measured, and on which questions. `questions` is the digest of the question sets: two
    evaluations can be compared when it is the same."""

    digest: str = Field(pattern=SHA256)  # of evaluation.json
    questions: str = Field(pattern=SHA256)
    figures: tuple[Figure, ...]

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        names = [figure.name for figure in self.figures]
        if names != sorted(set(names)):
            raise ValueError("figures are not in order of their names, or one stands twice")
        return self


class Manifest(Canonical):
    """What a snapshot is. `waived` lists the rules that did not hold and were waived by a person."""

    format: int = Field(ge=1)
    parent: str | None = Field(pattern=SNAPSHOT_ID)
    release: int = Field(ge=1, lt=1 << 31)
    build_key: str = Field(pattern=SHA256)
    code: str = Field(min_length=1)  # version of code and analyser that built it
    config: dict[str, JsonValue]
    config_digest: str = Field(pattern=SHA256)
    documents_digest: str = Field(pattern=SHA256)  # of ids and contents: the same whatever library wrote them
    sources: tuple[SourceEntry, ...]
    counts: Counts
    evaluation: Evaluation | None
    holds_samples: bool
    waived: tuple[str, ...]
    files: tuple[FileEntry, ...] = Field(max_length=MAX_FILES)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if fault := paths_fault([entry.path for entry in self.files]):
            raise ValueError(fault)
        files = {entry.path: entry.sha256 for entry in self.files}
        if missing := [name for name in REQUIRED_FILES if name not in files]:
            raise ValueError(f"files that every snapshot has are not listed: {', '.join(missing)}")
        names = [source.id for source in self.sources]
        if names != sorted(set(names)) or list(self.waived) != sorted(set(self.waived)):
            raise ValueError("sources or waived are not in order, or one stands twice")
        if self.holds_samples != (self.counts.statuses.get("sample", 0) > 0):
            raise ValueError("holds_samples contradicts counts.statuses")
        if self.evaluation and files.get(EVALUATION_NAME) != self.evaluation.digest:
            raise ValueError(f"evaluation.digest is not the sha256 of {EVALUATION_NAME}")
        if (self.parent is None) != (self.release == 1):
            raise ValueError("release 1, and no other, has no parent")
        if self.config_digest != digest(self.config):
            raise ValueError("config_digest is not the digest of config")
        if self.build_key != build_key(self.sources, self.config_digest, self.code):
            raise ValueError("build_key is not the digest of the sources, the configuration and the code")
        return self

    @property
    def sha256(self) -> str:
        """The whole digest of the manifest's bytes."""
        return hashlib.sha256(self.canonical()).hexdigest()

    @property
    def id(self) -> str:
        """The snapshot's name."""
        return snapshot_id(self.canonical())

    def file(self, path: str) -> FileEntry | None:
        """The entry of a path."""
        return next((entry for entry in self.files if entry.path == path), None)

    def content(self) -> str:
        """Digest of all that does not depend on when in a line it was published."""
        value = self.model_dump(mode="json", exclude={"parent", "release", "waived", "files"})
        return digest([value, [entry.model_dump() for entry in self.built]])

    @property
    def built(self) -> tuple[FileEntry, ...]:
        """The files that a build made: all but the ledger, which the line makes."""
        return tuple(entry for entry in self.files if entry.path != LEDGER_NAME)


def digest(value: object) -> str:
    """sha256 of the canonical JSON of a value."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def snapshot_id(manifest_bytes: bytes) -> str:
    """The name of the snapshot with this manifest."""
    return f"s-{hashlib.sha256(manifest_bytes).hexdigest()[:20]}"


def build_key(sources: tuple[SourceEntry, ...], config_digest: str, code: str) -> str:
    """What a build was made of: two builds with one key must give the same files."""
    inputs = {source.id: source.digest for source in sources}
    return digest({"sources": inputs, "config": config_digest, "code": code})
