"""Flow: fetch the sources of a profile, and read them into documents and quarantine."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import tell_counts
from flows.context import prepare
from pipeline.build import run


@flow(name="ingest", flow_run_name="ingest {profile}", persist_result=False)
def ingest(profile: str = "starter", home: str | None = None) -> dict[str, dict[str, int]]:
    """Returns the counts of each source."""
    ingested = run.ingest(*prepare(profile, home))
    tell_counts(ingested)
    return {name: each.result.counts.as_dict() for name, each in ingested.items()}
