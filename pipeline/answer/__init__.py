"""Route -> retrieve -> gate -> compose: the verdict is decided here, by code, from the snapshot alone.

    answer(index, question, mode, background, explain)   the answer, or a decline
    warm(index)                                          so that no first question waits
    check_limits(question)                               what may be asked at all
    samples_of, grouped, fit_gate                        a gate for a snapshot, from questions that were looked at
    compile_lexicon                                      the lists of a snapshot, from data/lexicon
    compile_mushaf                                       its verses in a row, for pasted words

Not done here: searching (`pipeline.index`), wording by a language model (the service), measuring (`evaluate`).
"""

from __future__ import annotations

from pipeline.answer.engine import answer
from pipeline.answer.gate_fit import Sample, fit_gate, grouped, samples_of
from pipeline.answer.lexicon import compile_lexicon
from pipeline.answer.quotations.mushaf import compile_mushaf
from pipeline.answer.resources import warm
from pipeline.answer.routing.limits import check_limits

__all__ = [
    "Sample",
    "answer",
    "check_limits",
    "compile_lexicon",
    "compile_mushaf",
    "fit_gate",
    "grouped",
    "samples_of",
    "warm",
]
