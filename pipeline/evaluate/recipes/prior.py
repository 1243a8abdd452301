"""The gate that is known before any snapshot: the recipe behind `pipeline/answer/gate_prior.json`.

    python -m pipeline.evaluate.recipes prior INDEX... [--write]

An INDEX is a folder with an index. The questions that a gate of it would be fitted to are looked at there, with the
lists beside the code; the samples of all of them together are fitted as a gate is, but pulled to nothing, so that what
holds for a narrow and for a wide corpus is weighed. What vectors and models say (`LEFT_OUT`) and thresholds of intents
are left to the gates of snapshots: an index may have no embedder or another one, and intents follow one corpus. Told
are the weights.

A gate of a snapshot is fitted to the same questions and pulled to these weights (`regression.PULL` questions' worth),
so what it measures of itself crossed over is a little flattered; the `test` part is in neither.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.answer.finding.features import BEHIND
from pipeline.answer.gate import PRIOR, GateModel, Linear
from pipeline.answer.gate_fit import Sample, fit_gate, grouped, samples_of
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import look
from pipeline.answer.resources import Resources, resources_of
from pipeline.evaluate.sets import fitting_questions
from pipeline.index import Index
from schemas.errors import QuestionError

TARGET = PRIOR
SOURCES = {"INDEX...": "folders with indexes"}
# What hangs on an embedder or a model; of merit a third is nearness in meaning.
LEFT_OUT = frozenset(
    {"dense_best", "dense_ahead", "inquiry_best", "inquiry_first"}
    | {f"first_{one}" for one in ("merit", "answers", "verse", *BEHIND)}
)


def prior_of(samples: Sequence[Sample]) -> GateModel:
    """The gate that samples of any number of indexes come to; raises `QuestionError` where they fit none."""
    nothing = Linear({}, 0)
    known = [replace(one, features=_known(one.features), meaning=b"") for one in samples]
    fitted = fit_gate(known, replace(GateModel.default(), scope=nothing, support=nothing))
    if fitted.origin == "prior":
        raise QuestionError(
            "there are no questions to fit a gate to",
            expected="questions of `fit` or `calibrate`, with and without an answer in the index",
            remedy="name an index that holds their sources",
        )
    thresholds = {name: one for name, one in fitted.thresholds.items() if "/" not in name}
    return replace(fitted, thresholds=thresholds, measured={}, origin="prior")


def samples_in(index: Index) -> list[Sample]:
    """What a gate of an index would be fitted to."""
    questions = fitting_questions(lambda one: index.find(one) is not None)
    resources = Resources(default_lexicon(), resources_of(index).gate)
    return grouped(
        (samples_of(index, one, look(index, one.question, resources)) for one in questions), questions
    )


def _known(features: Mapping[str, int]) -> dict[str, int]:
    return {name: value for name, value in features.items() if name not in LEFT_OUT}


def as_text(prior: GateModel) -> str:
    """The content of `gate_prior.json`."""
    return json.dumps(prior.to_dict(), indent=1) + "\n"


def made(sources: Sequence[Path]) -> tuple[str, str]:
    """The weights, twice: as what was found, and as the text of `gate_prior.json`."""
    text = as_text(prior_of([sample for folder in sources for sample in samples_in(Index.open(folder))]))
    return text, text
