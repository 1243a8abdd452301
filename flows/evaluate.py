"""Flow: fit the gate to a build, and measure it."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import tell_evaluation
from flows.context import prepare
from pipeline.build import run


@flow(name="evaluate", flow_run_name="evaluate {profile}", persist_result=False)
def evaluate(profile: str = "starter", home: str | None = None) -> str:
    """Returns the folder of the evaluation."""
    judged = run.evaluate(*prepare(profile, home))
    tell_evaluation(judged)
    return str(judged.evaluation.path)
