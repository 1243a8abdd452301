"""Flow: all of it, from cards to a published snapshot. This is what the nightly schedule runs.

It is the four other flows in one: each of them by itself looks for all that the ones before have made.
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
    settings = prepare(profile, home)
    begun = begin(*settings[:2])
    ingested = run.ingest(*settings)
    tell_counts(ingested)
    with run.asking(settings[0]) as asked:
        built = run.build(*settings, ingested, asked)
        judged = run.evaluate(*settings, built, asked)
    tell_evaluation(judged)
    published = run.publish_judged(*settings, begun, judged, channel=channel, allow=allow or ())
    tell_published(published)
    return published.snapshot
