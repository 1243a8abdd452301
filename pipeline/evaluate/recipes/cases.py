"""The weights of told cases, fitted to labelled letters: the recipe behind `data/lexicon/cases.yaml`.

    python -m pipeline.evaluate.recipes cases TABLE CORPORA [--write]

TABLE is `tests/data/personal-labels.tsv`, CORPORA a folder with the letters' texts. What is fitted to: the letters of
the parts `fit` to `fit7` (drawn by digest) and `near` (picked because the rules were in doubt), and the
project's own questions of `fit` and `calibrate`. Parts of any other name are left alone. For each language a logistic
model with a quadratic penalty is fitted by Newton's method to the counts of `CaseModel.counts`; `least` is drawn where,
over the drawn letters, each scored by a model that did not see it, and with what other rules decide before it, the
worse of recall / 0.95 and precision / 0.90 is best. Weights are rounded to `GRAIN`, so that another machine's
arithmetic writes the same file. Patterns, `overruled` and the most that a cue counts are set by hand and left alone.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.files import HOME
from pipeline.answer.routing.route import case_signs, settled_before_cases
from pipeline.evaluate.letters import Found, Letter, labelled
from pipeline.evaluate.sets import CORPORA, read_all, read_set
from schemas.errors import QuestionError
from schemas.question import Question

TARGET = HOME / "cases.yaml"
SOURCES = {"LABELS": "the table of labels", "CORPORA": "the folder of the corpora that hold the letters"}
ONE, GRAIN = 1024, 16  # a weight of 1.0, and the step that weights are rounded to
# Of the squares of weights, drawn on letters that no cue was written from (decision 0531).
PENALTY = {"en": 3.0, "ar": 1.0}
FOLDS = 10
WANTED_RECALL, WANTED_PRECISION = 0.95, 0.90
DRAWN = ("fit", "fit2", "fit3", "fit4", "fit5", "fit6", "fit7")
FITTED = (*DRAWN, "near")
EVERYDAY = "everyday-fit"  # short questions as people ask them: most short questions that say "I" are no case

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """One text as counts of signs: `name` decides its fold, `drawn` whether the threshold looks at it."""

    name: str
    counts: tuple[int, ...]
    personal: bool
    drawn: bool
    settled: bool | None = None  # what rules before that of told cases decide
    lowered: int = 0  # how far below the threshold the sums of a short question still make it a case


@dataclass(frozen=True, slots=True)
class Fitted:
    """The numbers of one language, and how letters were found that the fitted model had not seen."""

    weights: Mapping[str, int]
    bias: int
    least: int
    crossed: Found


def samples(
    lexicon: Lexicon, language: str, letters: Sequence[Letter], own: Sequence[Question]
) -> list[Sample]:
    """What a language is fitted to, in the order of names."""
    found = [
        _sample(lexicon, language, f"{one.source}#{one.row}", one.text, one.personal, one.part in DRAWN)
        for one in letters
        if one.language == language and one.part in FITTED
    ]
    found += [
        _sample(lexicon, language, one.id, one.question, one.kind == "personal", False)
        for one in own
        if one.language == language
        and one.split != "test"
        and (one.kind == "personal" or one.expect == "answer")
    ]
    return sorted(found, key=lambda sample: sample.name)


def fit(names: Sequence[str], all_samples: Sequence[Sample], penalty: float) -> Fitted:
    """Weights, bias and threshold; raises `QuestionError` without both kinds of drawn letters."""
    if len({one.personal for one in all_samples if one.drawn}) < 2:
        raise QuestionError(
            "there are no letters to fit told cases to",
            expected="letters labelled personal and general, with part `fit`, whose corpus is at hand",
            found=f"{sum(one.drawn for one in all_samples)} of one kind",
            remedy="name the folder of the corpora that hold the letters",
        )
    folds = np.array([zlib.crc32(one.name.encode()) % FOLDS for one in all_samples])
    scored: list[tuple[int, Sample]] = []
    for fold in sorted(set(folds.tolist())):
        seen = [one for one, its in zip(all_samples, folds, strict=True) if its != fold]
        left = [one for one, its in zip(all_samples, folds, strict=True) if its == fold]
        scored += zip(
            (_signs(left).astype(np.int64) @ _whole(_logistic(seen, penalty))).tolist(), left, strict=True
        )
    least, crossed = threshold([(score, one) for score, one in scored if one.drawn])
    bias, *weights = _whole(_logistic(all_samples, penalty)).tolist()
    return Fitted(dict(zip(names, weights, strict=True)), bias, least, crossed)


def threshold(scored: Sequence[tuple[int, Sample]]) -> tuple[int, Found]:
    """The score from which letters are taken, and what is then found; of equals the lowest."""
    best: tuple[float, int, Found] | None = None
    for least in sorted({score // GRAIN * GRAIN for score, _ in scored}):
        taken = [one.personal for score, one in scored if _taken(one, score, least)]
        found = Found(sum(one.personal for _, one in scored), sum(taken), len(taken))
        worth = min(found.recall / WANTED_RECALL, found.precision / WANTED_PRECISION)
        if best is None or worth > best[0]:
            best = (worth, least, found)
    assert best is not None
    return best[1], best[2]


def _taken(one: Sample, score: int, least: int) -> bool:
    return score >= least - one.lowered if one.settled is None else one.settled


def rewritten(text: str, fitted: Mapping[str, Fitted]) -> str:
    """The text of `cases.yaml` with the numbers of some languages put in; all else stays as it is."""
    head, *parts = re.split(r"(?m)^(?=  \w+:$)", text)
    return head + "".join(_language(part, fitted) for part in parts)


def _language(part: str, fitted: Mapping[str, Fitted]) -> str:
    one = fitted.get(part.split(":")[0].strip())
    if one is None:
        return part
    numbers = {"bias": one.bias, "least": one.least} | {
        name: one.weights[name] for name in ("length", "sentences", "sum")
    }
    for name, value in numbers.items():
        part = re.sub(rf"(?m)^(    {name}: ).*$", rf"\g<1>{value}", part)
    return re.sub(
        r"(- name: (\w+)\n\s+weight: )-?\d+", lambda found: f"{found[1]}{one.weights[found[2]]}", part
    )


def _sample(lexicon: Lexicon, language: str, name: str, text: str, personal: bool, drawn: bool) -> Sample:
    folded, summed = case_signs(text, lexicon)
    model = lexicon.case_models[language]
    counts = tuple(model.counts(folded, summed).values())
    lowered = model.overruled if summed and len(folded.split()) <= lexicon.short_case else 0
    settled = settled_before_cases(text, lexicon)
    return Sample(name, counts, personal, drawn, settled, lowered)


def _signs(of: Sequence[Sample]) -> Numbers:
    """One row for each sample: 1 for the bias, then its counts."""
    return np.array([[1, *one.counts] for one in of], dtype=np.float64)


def _logistic(of: Sequence[Sample], penalty: float) -> Numbers:
    """Bias and weights, by Newton's method."""
    signs = _signs(of)
    said = np.array([one.personal for one in of], dtype=np.float64)
    penalties = np.full(signs.shape[1], penalty)
    penalties[0] = 1e-6
    model = np.zeros(signs.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-(signs @ model)))
        slope = signs.T @ (chance - said) + penalties * model
        bend = (signs * (chance * (1 - chance))[:, None]).T @ signs + np.diag(penalties)
        step = np.linalg.solve(bend, slope)
        model -= step
        if float(np.abs(step).max()) < 1e-10:
            break
    return model


def _whole(model: Numbers) -> npt.NDArray[np.int64]:
    return (np.round(model * ONE / GRAIN) * GRAIN).astype(np.int64)


def fit_all(lexicon: Lexicon, letters: Sequence[Letter], own: Sequence[Question]) -> dict[str, Fitted]:
    """Every language of the lexicon fitted."""
    return {
        language: fit(list(model.weights), samples(lexicon, language, letters, own), PENALTY[language])
        for language, model in lexicon.case_models.items()
    }


def made(sources: Sequence[Path]) -> tuple[str, str]:
    """What was found, and the text of `cases.yaml`."""
    table, corpora = sources
    own = [*read_all(), *read_set(f"{CORPORA}/{EVERYDAY}")]
    fitted = fit_all(Lexicon.load(), list(labelled(table, corpora)), own)
    told = "".join(
        f"{language}: of {crossed.personal} drawn {crossed.found} found, {crossed.taken} taken; "
        f"recall {crossed.recall:.3f}, precision {crossed.precision:.3f}, crossed\n"
        for language, crossed in ((language, one.crossed) for language, one in fitted.items())
    )
    return told, rewritten(TARGET.read_text("utf-8"), fitted)
