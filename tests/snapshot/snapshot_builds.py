"""A small build in a folder, as the tests of this room share it.

`Build` is a fake of what the pipeline leaves: a documents file, two files that stand for indexes, and an
evaluation. Texts are invented, so that nothing has to be cited.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa

from pipeline.snapshot.store import Store
from pipeline.snapshot.write import Measured, SnapshotMeta
from schemas.document import Document
from schemas.manifest import DOCUMENTS_NAME, EVALUATION_NAME, Figure, SourceEntry
from schemas.tables import DOCUMENTS


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Build:
    """What a build holds. `texts`: by reference id."""

    texts: dict[str, str] = field(
        default_factory=lambda: {f"fatwa:one:{n}": f"answer {n}" for n in range(1, 101)}
    )
    status: str = "approved"
    config: dict = field(default_factory=lambda: {"k1": 1.2})
    code: str = "1"
    figures: dict[str, float] | None = field(default_factory=lambda: {"map_at_10": 0.40})
    questions: str = "questions"
    passages: int = 300
    quarantined: int = 2
    files: dict[str, bytes] = field(
        default_factory=lambda: {"lexical/postings.bin": b"p" * 70_000, "dense/vectors.bin": b"v" * 300_000}
    )
    merged: dict[str, str] = field(default_factory=dict)
    redistribution: str = "allowed"

    def but(self, **changes: object) -> Build:
        return replace(self, **changes)

    def write(self, folder: Path) -> SnapshotMeta:
        folder.mkdir(parents=True)
        for path, data in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        rows = [
            Document(
                id=name,
                kind=name.split(":")[0],
                collection=name.split(":")[1],
                source=name.split(":")[1],
                text_en=text,
                status=self.status,
            ).as_row()
            for name, text in self.texts.items()
        ]
        table = pa.Table.from_pylist(rows, schema=DOCUMENTS)
        with pa.OSFile(str(folder / DOCUMENTS_NAME), "wb") as out, pa.ipc.new_file(out, DOCUMENTS) as writer:
            writer.write_table(table)
        measured = None
        if self.figures is not None:
            (folder / EVALUATION_NAME).write_text(repr(sorted(self.figures.items())), "utf-8")
            figures = tuple(Figure(name=n, value=v, better="higher") for n, v in self.figures.items())
            measured = Measured(sha(self.questions), figures)
        return SnapshotMeta(self._sources(), self.config, self.code, self.passages, measured, self.merged)

    def _sources(self) -> tuple[SourceEntry, ...]:
        held: dict[str, list[str]] = {}
        for name, text in self.texts.items():
            held.setdefault(name.split(":")[1], []).append(text)
        return tuple(
            SourceEntry(
                id=source,
                digest=sha("|".join(texts)),
                licence="CC0-1.0",
                redistribution=self.redistribution,
                attribution="invented",
                status=self.status,
                rows=len(texts) + (self.quarantined if place == 0 else 0),
                documents=len(texts),
                quarantined=self.quarantined if place == 0 else 0,
            )
            for place, (source, texts) in enumerate(held.items())
        )


def state(root: Path) -> dict[str, bytes]:
    """All that a store's readers can see: every file but those in staging."""
    skip = {"staging", ".lock", ".pull.lock"}
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.relative_to(root).parts[0] not in skip
    }


def visible(store: Store) -> tuple:
    """What a reader can come by: snapshots, and what each channel serves."""
    return store.ids(), tuple((name, store.pointer(name)) for name in store.channels())
