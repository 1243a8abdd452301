"""Flow: all of it, from cards to a published snapshot. This is what the nightly schedule runs."""

from __future__ import annotations

from prefect import flow

from flows.build import build
from flows.evaluate import evaluate
from flows.ingest import ingest
from flows.publish import publish


@flow(name="rebuild", flow_run_name="rebuild {profile}", persist_result=False)
def rebuild(
    profile: str = "starter",
    home: str | None = None,
    channel: str | None = None,
    allow: list[str] | None = None,
) -> str:
    """Returns the id of the snapshot that the channel serves now."""
    ingest(profile, home)
    build(profile, home)
    evaluate(profile, home)
    return publish(profile, home, channel, allow)
