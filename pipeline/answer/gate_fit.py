"""Fitting the gate to a snapshot: two logistic models whose weights keep a stated sign, and their thresholds.

The models are fitted on the questions of the `fit` part, the thresholds chosen on `calibrate`, and both are written as
integers, rounded so coarsely that the last bits of a machine's arithmetic do not reach them. A weight never takes
the sign that would make a better text count against an answer, which is what lets few questions fit a model that
holds elsewhere. Weights are pulled to the prior, which small sets hardly move.

Formulas: maximum a posteriori logistic regression by projected gradient with Nesterov's momentum; error bounds by
Clopper and Pearson (one-sided, 95%).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.answer.engine import look, reaches_gate, resources_of
from pipeline.answer.gate import SCOPE_SIGNS, SUPPORT_SIGNS, GateModel, Linear, Threshold
from pipeline.index import Index
from schemas.question import Question

STEPS = 4000
PULL = 4.0  # strength of the prior, in questions
ROUND = 8  # weights are multiples of this many 1024ths
SCOPE_FALSE = 0.02  # share of questions out of scope that may pass
COST = 2.0  # how much worse a false answer is than a missed one
LEAST = 20  # questions of a language and intent that give it thresholds of its own


@dataclass(frozen=True, slots=True)
class Sample:
    """One question as the gate meets it. `supported` is None where it cannot be told."""

    id: str
    features: Mapping[str, int]
    intent: str
    language: str
    in_scope: bool
    supported: bool | None
    split: str


def collect(index: Index, questions: Iterable[Question]) -> list[Sample]:
    """The questions that reach the gate, with their features; those that a rule decides are left out."""
    resources = resources_of(index)
    samples = []
    for question in sorted(questions, key=lambda one: one.id):
        seen = look(index, question.question, resources)
        if not reaches_gate(index, question.question, seen, resources):
            continue
        found = {one.document.id for one in seen.candidates[:5]}
        found |= {same for one in seen.candidates[:5] for same in one.same}
        answerable = question.expect == "answer"
        right = not question.references or bool(found & set(question.references))
        samples.append(
            Sample(
                question.id,
                dict(seen.features),
                str(seen.route.intent),
                seen.route.language,
                in_scope=question.kind != "out-of-scope",
                supported=(True if right else None) if answerable else False,
                split=question.split,
            )
        )
    return samples


def fit_gate(samples: Sequence[Sample]) -> GateModel:
    """A gate for these questions; the prior where there are too few of a kind to fit."""
    prior = GateModel.default()
    fit = [one for one in samples if one.split == "fit"]
    calibrate = [one for one in samples if one.split == "calibrate"]
    scope = _fit([(one, one.in_scope) for one in fit], SCOPE_SIGNS, prior.scope)
    judged = [(one, bool(one.supported)) for one in fit if one.in_scope and one.supported is not None]
    support = _fit(judged, SUPPORT_SIGNS, prior.support)
    chosen = calibrate or fit
    thresholds = _thresholds(chosen, scope, support, prior) if chosen else dict(prior.thresholds)
    fitted = GateModel(scope, support, thresholds, origin="fitted" if fit else "prior")
    measured = {"fit": _measure(fit, fitted), "calibrate": _measure(calibrate, fitted)}
    return GateModel(scope, support, thresholds, measured, fitted.origin)


def _fit(judged: Sequence[tuple[Sample, bool]], signs: Mapping[str, int], prior: Linear) -> Linear:
    """Weights with their signs; the prior when one of the two outcomes is hardly there."""
    labels = np.array([label for _, label in judged], np.float64)
    if len(labels) == 0 or min(labels.sum(), len(labels) - labels.sum()) < 8:
        return prior
    names = sorted(signs)
    table = np.array([[one.features.get(name, 0) / 1024 for name in names] for one, _ in judged])
    sign = np.array([signs[name] for name in names], np.float64)
    start = np.array([prior.weights.get(name, 0) / 1024 for name in names])
    spread = table.std(axis=0) + 1e-9
    alive = spread > 1e-6
    mean = table.mean(axis=0)
    weights, bias = _ascend(
        (table - mean) / np.where(alive, spread, 1.0), labels, np.where(alive, sign, 0.0), start * spread
    )
    true = np.where(alive, weights / np.where(alive, spread, 1.0), 0.0)
    whole = {
        name: value
        for name, value in zip(
            names, (ROUND * np.rint(true * 1024 / ROUND)).astype(int).tolist(), strict=True
        )
        if value
    }
    shift = bias - sum(whole.get(name, 0) / 1024 * float(mean[place]) for place, name in enumerate(names))
    return Linear(whole, int(ROUND * round(shift * 1024 / ROUND)))


def _ascend(
    table: NDArray[np.float64],
    labels: NDArray[np.float64],
    sign: NDArray[np.float64],
    start: NDArray[np.float64],
) -> tuple[NDArray[np.float64], float]:
    """Weights on standardised features, each of its sign (0: not used), and the bias. Outcomes weigh the same."""
    weight = np.where(labels > 0, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    prior = np.where(sign == 0, 0.0, start)
    weights, bias = prior.copy(), 0.0
    ahead, ahead_bias, momentum = weights.copy(), bias, 1.0
    rate = 1.0 / (0.25 * float((table * table).sum(axis=1).max() + 1) + PULL / len(labels))
    for _ in range(STEPS):
        logits = (table * ahead).sum(axis=1) + ahead_bias
        wrong = weight * (labels - 1 / (1 + np.exp(-np.clip(logits, -40, 40))))
        slope = (table * wrong[:, None]).sum(axis=0) / len(labels) - PULL * (ahead - prior) / len(labels)
        step = ahead + rate * slope
        after = np.where(step * sign > 0, step, 0.0)
        after_bias = ahead_bias + rate * float(wrong.sum()) / len(labels)
        further = (1 + math.sqrt(1 + 4 * momentum * momentum)) / 2
        ahead = after + (momentum - 1) / further * (after - weights)
        ahead_bias = after_bias + (momentum - 1) / further * (after_bias - bias)
        weights, bias, momentum = after, after_bias, further
    return weights, bias


def _thresholds(
    samples: Sequence[Sample], scope: Linear, support: Linear, prior: GateModel
) -> dict[str, Threshold]:
    """Thresholds for all, for each language, and for each intent of a language with enough questions."""
    groups: dict[str, list[Sample]] = {"default": list(samples), "ar": [], "en": []}
    for one in samples:
        groups[one.language].append(one)
        groups.setdefault(f"{one.intent}/{one.language}", []).append(one)
    chosen: dict[str, Threshold] = {}
    for name in sorted(groups, key=lambda name: (name != "default", "/" in name, name)):
        group = groups[name]
        judged = [one.supported for one in group if one.supported is not None]
        enough = min(judged.count(True), judged.count(False)) >= LEAST
        language = name.rpartition("/")[2]
        if "/" in name and not enough:
            continue
        outside = [one for one in group if not one.in_scope]
        before = prior.thresholds.get(language, prior.thresholds["default"])
        least = chosen[language].scope if "/" in name else before.scope
        if len(outside) >= LEAST:
            least = _scope_threshold([(scope.score(one.features), one.in_scope) for one in group])
        if name != "default" and not enough:
            chosen[name] = Threshold(least, chosen["default"].support)
            continue
        passing = [
            (support.score(one.features), one.supported)
            for one in group
            if one.supported is not None and scope.score(one.features) >= least
        ]
        chosen[name] = Threshold(least, _support_threshold(passing))
    return chosen


def _scope_threshold(scores: Sequence[tuple[int, bool]]) -> int:
    """The least threshold at which at most the allowed share of questions out of scope passes."""
    outside = sorted((score for score, inside in scores if not inside), reverse=True)
    inside = sorted(score for score, within in scores if within)
    allowed = int(SCOPE_FALSE * len(outside))
    edge = outside[allowed] + 1 if allowed < len(outside) else outside[-1]
    above = [score for score in inside if score >= edge]
    return (edge + above[0]) // 2 if above else edge


def _support_threshold(judged: Sequence[tuple[int, bool]]) -> int:
    """Where missed answers and false ones together cost least; of equal ones, the middle of the gap."""
    if not judged:
        return 0
    scores = sorted({score for score, _ in judged})
    edges = [
        scores[0] - 1,
        *((a + b + 1) // 2 for a, b in pairwise(scores)),
        scores[-1] + 1,
    ]
    yes = max(1, sum(label for _, label in judged))
    no = max(1, len(judged) - yes)

    def cost(edge: int) -> tuple[float, int]:
        missed = sum(label and score < edge for score, label in judged) / yes
        false = sum(not label and score >= edge for score, label in judged) / no
        return (round(missed + COST * false, 9), -edge)

    return min(edges, key=cost)


def _measure(samples: Sequence[Sample], gate: GateModel) -> dict[str, Any]:
    """Coverage and false answers on some questions, with the bound on the false-answer rate."""
    told: dict[str, Any] = {}
    for language in ("all", "ar", "en"):
        group = [one for one in samples if language in ("all", one.language)]
        if not group:
            continue
        passed = {one.id: _passes(one, gate) for one in group}
        wanted = [one for one in group if one.supported]
        unwanted = [one for one in group if one.supported is False]
        false = sum(passed[one.id] for one in unwanted)
        told[language] = {
            "answerable": len(wanted),
            "answered": sum(passed[one.id] for one in wanted),
            "to_decline": len(unwanted),
            "false_answers": false,
            "false_answer_bound_permille": math.ceil(1000 * upper_bound(false, len(unwanted))),
        }
    return told


def _passes(one: Sample, gate: GateModel) -> bool:
    decision = gate.decide(one.features, one.intent, one.language)
    return decision.in_scope and decision.supported


def upper_bound(errors: int, trials: int, confidence: float = 0.95) -> float:
    """The exact one-sided upper bound on an error rate (Clopper and Pearson 1934); 1 without trials.

    >>> round(upper_bound(0, 300), 4)
    0.0099
    """
    if trials == 0 or errors >= trials:
        return 1.0
    low, high = errors / trials, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        below = sum(
            math.comb(trials, count) * middle**count * (1 - middle) ** (trials - count)
            for count in range(errors + 1)
        )
        low, high = (middle, high) if below > 1 - confidence else (low, middle)
    return high
