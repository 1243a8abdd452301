"""How well answers are told from declines.

A `Trial` is one question: how sure the gate was, and whether answering it would be an error. Answering is
an error when the question must be declined, *and also* when it may be answered but the passage is wrong: a
confident answer from the wrong text is what a reader is harmed by.

Higher confidence means more willing to answer; trials of equal confidence are taken together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from math import fsum


@dataclass(frozen=True, slots=True)
class Trial:
    """One question seen by the gate."""

    confidence: float
    error: bool  # answering it would be wrong


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What happens when everything at least this confident is answered."""

    confidence: float
    coverage: float  # share of all trials that is answered
    generalised_risk: float  # share of all trials that is answered and wrong


def risk_coverage(trials: Iterable[Trial]) -> list[CurvePoint]:
    """The curve from the most to the least confident, one point for each distinct confidence.

    El-Yaniv and Wiener's selective risk (2010) is divided by the coverage, the generalised risk is not, so few answers
    cannot look bad by one error, nor good by being few.
    """
    ordered = sorted(trials, key=lambda trial: -trial.confidence)
    points, answered, wrong = [], 0, 0
    for confidence, group in groupby(ordered, key=lambda trial: trial.confidence):
        members = list(group)
        answered += len(members)
        wrong += sum(member.error for member in members)
        points.append(CurvePoint(confidence, answered / len(ordered), wrong / len(ordered)))
    return points


def augrc(trials: Iterable[Trial]) -> float | None:
    """AUGRC, the area under the generalised risk-coverage curve (Traub et al., NeurIPS 2024). Lower is better.

    AUGRC = integral over coverage c in [0, 1] of P(answered and wrong at c), by trapezoids from (0, 0). It is
    the mean risk of an undetected error over all thresholds, and equals
    (1 - AUROC) * a * (1 - a) + (1 - a)^2 / 2, where a is the share of trials that are no error and AUROC tells
    errors from the rest. From 0 (no errors) to 1/2 (errors only); None of nothing.
    """
    points = risk_coverage(trials)
    if not points:
        return None
    last_coverage, last_risk, pieces = 0.0, 0.0, []
    for point in points:
        pieces.append((point.coverage - last_coverage) * (point.generalised_risk + last_risk) / 2)
        last_coverage, last_risk = point.coverage, point.generalised_risk
    return fsum(pieces)


def pairs_won(pairs: Iterable[tuple[float, float]]) -> float | None:
    """Share of (answerable, near miss) twins in which the answerable one is surer; a tie counts half."""
    listed = list(pairs)
    if not listed:
        return None
    return fsum(1.0 if right > miss else 0.5 if right == miss else 0.0 for right, miss in listed) / len(
        listed
    )
