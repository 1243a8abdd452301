"""From the outputs of the stages to a published snapshot.

A published id whose document is now another's copy goes on leading to these words: the ledger says that it was merged,
and into which id.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.build.kept import CONFIG as GATE
from pipeline.build.layout import Layout
from pipeline.build.profile import Profile
from pipeline.build.stage import link_tree
from pipeline.build.verdict import fitting_of, read_figures
from pipeline.build.versions import ALL, code_version
from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import staging_folder
from pipeline.disk.writing import link
from pipeline.index.copies import FILE as COPIES_ARROW
from pipeline.index.tables import open_table
from pipeline.snapshot import Measured, Published, SnapshotMeta, Store, publish
from pipeline.snapshot.tables import read_documents, read_ledger
from pipeline.text.resources import analyser_version
from schemas.errors import BuildError
from schemas.manifest import (
    DOCUMENTS_NAME,
    EVALUATION_NAME,
    GOLDEN_NAME,
    LEDGER_NAME,
    PLACES_NAME,
    Evaluation,
)
from schemas.tables import COPIES

if TYPE_CHECKING:
    from pipeline.build.run import Judged


def publish_build(
    layout: Layout, profile: Profile, inputs: str, judged: Judged, channel: str, allow: tuple[str, ...]
) -> Published:
    """Put the files together in a folder of links, and publish it. `inputs`: what `plan` said of them beforehand."""
    with (
        disk_errors(BuildError, "putting the files of a snapshot together"),
        staging_folder(layout.build) as staging,
    ):
        _assemble(judged, staging)
        store = Store(layout.store)
        meta = _meta(profile, inputs, judged, _merged(store, channel, judged.built.index.path))
        return publish(store, staging, meta, channel, allow=allow, finished=True)


def _merged(store: Store, channel: str, index: Path) -> dict[str, str]:
    """Published ids that are copies now, each with the id of the document that has their words.

    Two sources may give the same words the same id, as those of verses: such an id has a document and is not merged.
    """
    pointer, path = store.pointer(channel), index / COPIES_ARROW
    if pointer is None or not path.is_file():
        return {}
    copies = open_table(path, COPIES).select(["id", "of"])
    published = read_ledger(store.file(pointer.newest.snapshot, LEDGER_NAME), ("id",))
    here = read_documents(index / DOCUMENTS_NAME, ("id",))
    known = copies.filter(pc.is_in(copies["id"], value_set=_among(published["id"], copies["id"])))
    known = known.filter(pc.invert(pc.is_in(known["id"], value_set=_among(here["id"], known["id"]))))
    return dict(zip(known["id"].to_pylist(), known["of"].to_pylist(), strict=True))


def _among(many: pa.ChunkedArray, few: pa.ChunkedArray) -> pa.Array:
    """Those of many ids that are among few: a table of the few is soon made."""
    return many.filter(pc.is_in(many, value_set=few.combine_chunks())).combine_chunks()


def _assemble(judged: Judged, staging: Path) -> None:
    built = judged.built
    link_tree(built.index.path, staging)
    link_tree(built.embedder.path, staging / "embedder")
    link_tree(judged.gate.path, staging)
    if built.reader is not None:
        link_tree(built.reader.path, staging)
    if built.places is not None:
        link_tree(built.places.path, (staging / PLACES_NAME).parent)
    for name in (EVALUATION_NAME, GOLDEN_NAME):
        link(judged.evaluation.path / name, staging / name)


def _meta(profile: Profile, inputs: str, judged: Judged, merged: Mapping[str, str]) -> SnapshotMeta:
    told = Evaluation.model_validate(read_figures(judged.evaluation))
    passages = judged.built.index.facts["passages"]
    assert isinstance(passages, int), "an index says how many passages it has"
    copies = judged.built.corpus.facts["copies"]
    assert isinstance(copies, dict), "a corpus says how many documents of each source are copies"
    return SnapshotMeta(
        sources=tuple(each.entry(copies.get(name, 0)) for name, each in judged.built.ingested.items()),
        config={
            "inputs": inputs,
            "profile": profile.model_dump(mode="json", exclude_none=True),
            GATE: fitting_of(judged.gate).told(),
        },
        code=f"analyser {analyser_version()}, code {code_version(*ALL)}",
        passages=passages,
        measured=Measured(told.questions, told.figures),
        merged=merged,
    )
