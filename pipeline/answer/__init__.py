"""Route -> retrieve -> gate -> compose: the verdict is decided here, by code, from the snapshot alone.

    answer(index, question, mode, background, explain)   the answer, or a decline
    warm(index)                                          so that no first question waits
    route, find_mentions                                 what kind of question; which texts it names
    GateModel, fit_gate                                  in scope? supported? and how that was fitted
    compile_lexicon                                      the lists of a snapshot, from data/lexicon
    compile_mushaf                                       its verses in a row, for pasted words

Not done here: searching (`pipeline.index`), wording by a language model (the service), measuring (`evaluate`).
"""

from __future__ import annotations

from pipeline.answer.engine import answer
from pipeline.answer.gate import GateModel
from pipeline.answer.gate_fit import Sample, fit_gate, grouped, sample_of
from pipeline.answer.lexicon import Lexicon, compile_lexicon
from pipeline.answer.quotations.mushaf import compile_mushaf
from pipeline.answer.resources import warm
from pipeline.answer.routing.limits import check_limits
from pipeline.answer.routing.mentions import find_mentions
from pipeline.answer.routing.route import route

__all__ = [
    "GateModel",
    "Lexicon",
    "Sample",
    "answer",
    "check_limits",
    "compile_lexicon",
    "compile_mushaf",
    "find_mentions",
    "fit_gate",
    "grouped",
    "route",
    "sample_of",
    "warm",
]
