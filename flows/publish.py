"""Flow: publish what a profile gives."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import tell_published
from flows.context import prepare
from pipeline.build import run


@flow(name="publish", flow_run_name="publish {profile}", persist_result=False)
def publish(
    profile: str = "starter",
    home: str | None = None,
    channel: str | None = None,
    allow: list[str] | None = None,
) -> str:
    """Returns the id of the snapshot that the channel serves now."""
    layout, settings, runner = prepare(profile, home)
    published = run.publish(layout, settings, runner, channel=channel, allow=allow or ())
    tell_published(published)
    return published.snapshot
