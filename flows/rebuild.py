"""Flow: all of it, from cards to a published snapshot. This is what the nightly schedule runs.

The four other flows in one. By itself each of them would first look again for all that the ones before it made.
"""

from __future__ import annotations

from prefect import flow

from flows.artifacts import tell_counts, tell_evaluation, tell_published
from flows.context import prepare
from pipeline.build import run
from pipeline.build.plan import begin


@flow(name="rebuild", flow_run_name="rebuild {profile}", persist_result=False)
def rebuild(
    profile: str = "starter",
    home: str | None = None,
    channel: str | None = None,
    allow: list[str] | None = None,
) -> str:
    """Returns the id of the snapshot that the channel serves now."""
    layout, settings, runner = prepare(profile, home)
    begun = begin(layout, settings)
    ingested = run.ingest(layout, settings, runner)
    tell_counts(ingested)
    with run.asking(layout) as asked:
        built = run.build(layout, settings, runner, ingested, asked)
        judged = run.evaluate(layout, settings, runner, built, asked)
    tell_evaluation(judged)
    published = run.publish_judged(
        layout, settings, runner, begun, judged, channel=channel, allow=allow or ()
    )
    tell_published(published)
    return published.snapshot
