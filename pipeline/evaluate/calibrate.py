"""The gate of a snapshot, from the question sets: fitted on one part, thresholds from another, tested on none.

What the gate is and how it is fitted is in `pipeline.answer`; here it is made sure that no question of the test
part comes near it.
"""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.answer import GateModel, Sample, collect, fit_gate
from pipeline.index import Index
from schemas.question import Question

TEST = "test"


def collect_gate_samples(index: Index, questions: Iterable[Question]) -> list[Sample]:
    """The features of every question that may be fitted on and that reaches the gate."""
    return collect(index, [question for question in questions if question.split != TEST])


def calibrated_gate(index: Index, questions: Iterable[Question]) -> GateModel:
    """The gate fitted to an index."""
    return fit_gate(collect_gate_samples(index, questions))
