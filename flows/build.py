"""Flow: corpus, embedder, analysis, what muftis were asked, index, reader and places of a profile."""

from __future__ import annotations

from prefect import flow

from flows.context import prepare
from pipeline.build import run


@flow(name="build", flow_run_name="build {profile}", persist_result=False)
def build(profile: str = "starter", home: str | None = None) -> dict[str, str]:
    """Returns the folder of each output."""
    built = run.build(*prepare(profile, home))
    outputs = {
        "corpus": built.corpus,
        "embedder": built.embedder,
        "analysis": built.analysis,
        "inquiries": built.inquiries,
        "index": built.index,
        "reader": built.reader,
        "places": built.places,
    }
    return {name: str(output.path) for name, output in outputs.items() if output is not None}
