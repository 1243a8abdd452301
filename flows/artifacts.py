"""What a flow leaves on Prefect's pages: tables of counts, quarantine and evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from prefect.artifacts import create_markdown_artifact, create_table_artifact

from pipeline.build.dead_links import dead_links
from pipeline.build.run import Judged
from pipeline.build.sources import Ingested
from pipeline.snapshot import Published

Row = dict[str, Any]


def tell_counts(ingested: Mapping[str, Ingested]) -> None:
    """Rows of each source, and the reasons of its quarantine."""
    counts: list[Row] = [{"source": name, **each.result.counts.as_dict()} for name, each in ingested.items()]
    reasons: list[Row] = [
        {"source": name, "reason": why.reason, "severity": why.severity, "lines": why.lines}
        for name, each in ingested.items()
        for why in each.result.reasons
    ]
    dead: list[Row] = [
        {"source": one.source, "links": one.count, "for instance": "; ".join(one.examples)}
        for one in dead_links({name: each.result.documents for name, each in ingested.items()})
    ]
    _table("source-counts", counts, "What became of the rows of each source.")
    _table("quarantine", reasons, "Rows that were set aside, or kept with a word, by reason.")
    _table("dead-links", dead, "Links to ids that no document of the profile has; they are left out.")


def tell_evaluation(judged: Judged) -> None:
    """The measured figures."""
    page = (judged.evaluation.path / "report.md").read_text("utf-8")
    cast(Any, create_markdown_artifact)(key="evaluation", markdown=page, description="What was measured.")


def tell_published(published: Published) -> None:
    """What was published, and what changed."""
    manifest = published.manifest
    row = {
        "outcome": published.outcome,
        "snapshot": published.snapshot,
        "release": manifest.release,
        "documents": manifest.counts.documents,
        "passages": manifest.counts.passages,
        "ids": published.changes.told(),
        "waived": ", ".join(manifest.waived),
    }
    _table("published", [row], "The snapshot that the channel serves now.")


def _table(key: str, rows: list[Row], description: str) -> None:
    cast(Any, create_table_artifact)(key=key, table=rows, description=description)
