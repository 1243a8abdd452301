"""From the outputs of the stages to a published snapshot."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.build.layout import Layout
from pipeline.build.plan import inputs_digest
from pipeline.build.profile import Profile
from pipeline.build.verdict import EVALUATION, GOLDEN, link_tree, read_figures
from pipeline.build.versions import ALL, code_version
from pipeline.snapshot import Measured, Published, SnapshotMeta, Store, publish
from pipeline.text.resources import analyser_version
from schemas.manifest import Evaluation

if TYPE_CHECKING:
    from pipeline.build.run import Judged

PLACES = "reference"


def publish_build(
    layout: Layout, profile: Profile, judged: Judged, channel: str, allow: tuple[str, ...]
) -> Published:
    """Put the files together in a folder of links, and publish it."""
    layout.build.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=".release-", dir=layout.build))
    try:
        _assemble(judged, staging)
        return publish(Store(layout.store), staging, _meta(layout, profile, judged), channel, allow=allow)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _assemble(judged: Judged, staging: Path) -> None:
    built = judged.built
    link_tree(built.index.path, staging)
    link_tree(built.embedder.path, staging / "embedder")
    link_tree(judged.gate.path, staging)
    if built.places is not None:
        link_tree(built.places.path, staging / PLACES)
    for name in (EVALUATION, GOLDEN):
        os.link(judged.evaluation.path / name, staging / name)


def _meta(layout: Layout, profile: Profile, judged: Judged) -> SnapshotMeta:
    told = Evaluation.model_validate(read_figures(judged.evaluation))
    passages = judged.built.index.facts["passages"]
    assert isinstance(passages, int), "an index says how many passages it has"
    return SnapshotMeta(
        sources=tuple(each.entry() for each in judged.built.ingested.values()),
        config={
            "inputs": inputs_digest(layout, profile),
            "profile": profile.model_dump(mode="json", exclude_none=True),
        },
        code=f"analyser {analyser_version()}, code {code_version(*ALL)}",
        passages=passages,
        measured=Measured(told.questions, told.figures),
    )
