"""The gate: is a question in scope, and does the corpus support an answer?

Two questions, two small linear models over integer features, and thresholds by intent and language. The
coefficients are fitted once for each snapshot and ship inside it as `gate.json`; deciding is integer
arithmetic alone, so a question has the same outcome on every replica. `GateModel.default()` is the prior that
a snapshot has when no question sets fit it.

Units: features and weights are fixed point with 1024 for 1.0; a score is in 1/1024 of a logit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.answer.subject import Subject
from schemas.errors import IndexFormatError
from schemas.tables import canonical_json

FILE = "gate.json"
FORMAT = 6  # an earlier one has weights of what is told no more
SHIFT = 10
CARRIES = 2048  # support beyond its threshold, from which half of it makes up for scope (decision 0558)
PRIOR = Path(__file__).with_name("gate_prior.json")

# Every feature of each model, and the sign that its weight must have.
SCOPE_SIGNS: dict[str, int] = {
    "log_lexical": 1,
    "near": 1,
    "domain": 1,
    "lift": 1,
    "lift_most": 1,
    "unknown": -1,
    "dense_best": 1,
    "dense_ahead": 1,
    "digits_absent": -1,
    "first_aim": 1,
    "inquiry_best": 1,
    "subject": 1,
}
SUPPORT_SIGNS: dict[str, int] = {
    "log_rare": 1,
    "lexical_share": 1,
    "window": 1,
    "window_own": 1,
    "cover": 1,
    "near": 1,
    "missed": -1,
    "unknown": -1,
    "least_familiar": 1,
    "domain": 1,
    "lift": 1,
    "digits_absent": -1,
    "type_absent": -1,
    "agreeing": 1,
    "breadth": 1,
    "dense_best": 1,
    "dense_ahead": 1,
    "first_aim": 1,
    "first_merit": 1,
    "first_wanting": -1,
    "first_fused": 1,
    "first_own": 1,
    "first_dense": 1,
    "first_alike": 1,
    "first_aside": -1,
    "first_unlike": -1,
    "first_answers": 1,
    "first_verse": 1,
    "inquiry_best": 1,
    "inquiry_first": 1,
}


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear model in fixed point."""

    weights: Mapping[str, int]
    bias: int

    def score(self, features: Mapping[str, int]) -> int:
        """In 1/1024 of a logit."""
        return self.bias + (
            sum(weight * features.get(name, 0) for name, weight in self.weights.items()) >> SHIFT
        )

    def contributions(self, features: Mapping[str, int]) -> dict[str, int]:
        """What the score is the sum of, but for what rounding leaves out: the bias, and what each feature adds; largest
        effect first."""
        parts = {name: weight * features.get(name, 0) >> SHIFT for name, weight in self.weights.items()}
        parts["bias"] = self.bias
        return dict(sorted(parts.items(), key=lambda item: (-abs(item[1]), item[0])))


@dataclass(frozen=True, slots=True)
class Threshold:
    """The least scores at which a question counts as in scope, and an answer as supported."""

    scope: int
    support: int

    def lets_in(self, scope: int, support: int) -> bool:
        """Whether a question of these scores is in scope: by its own, or since a text holds what it asks so well that
        it makes up for the little that is lacking (docs/decisions/0536)."""
        lacking, beyond = self.scope - scope, support - self.support
        return lacking <= 0 or (beyond >= CARRIES and lacking * 2 <= beyond)


def threshold_of(thresholds: Mapping[str, Threshold], intent: str, language: str) -> tuple[str, Threshold]:
    """Which thresholds hold, by name: those of the intent in its language, else of the language, else those for all."""
    name = next(name for name in (f"{intent}/{language}", language, "default") if name in thresholds)
    return name, thresholds[name]


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome for one question, with what it rests on."""

    in_scope: bool
    supported: bool
    scope: int
    support: int
    threshold: Threshold
    threshold_name: str


@dataclass(frozen=True, slots=True)
class GateModel:
    """Coefficients and thresholds. `measured` records how they did on questions that they were not fitted on."""

    scope: Linear
    support: Linear
    thresholds: Mapping[str, Threshold]
    measured: Mapping[str, Any] = field(default_factory=dict)
    origin: str = "prior"
    subject: Subject | None = None  # by what questions mean; None where no model tells

    def decide(self, features: Mapping[str, int], intent: str, language: str) -> Decision:
        """Both questions, for one set of features."""
        name, threshold = threshold_of(self.thresholds, intent, language)
        scope, support = self.scope.score(features), self.support.score(features)
        return Decision(
            threshold.lets_in(scope, support), support >= threshold.support, scope, support, threshold, name
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the same for the same model."""
        return {
            "format": FORMAT,
            "origin": self.origin,
            "scope": {"weights": dict(self.scope.weights), "bias": self.scope.bias},
            "support": {"weights": dict(self.support.weights), "bias": self.support.bias},
            "thresholds": {
                name: {"scope": one.scope, "support": one.support} for name, one in self.thresholds.items()
            },
            "measured": dict(self.measured),
            **({"subject": self.subject.to_dict()} if self.subject else {}),
        }

    def to_bytes(self) -> bytes:
        """The content of `gate.json`."""
        return canonical_json(self.to_dict())

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any], where: str = FILE) -> GateModel:
        """From what `to_dict` gives; raises `IndexFormatError`."""
        try:
            if raw["format"] != FORMAT:
                raise IndexFormatError(
                    "the gate has a format that this reader does not know",
                    expected=str(FORMAT),
                    found=str(raw["format"]),
                    where=where,
                    remedy="open the snapshot with the version of Isnad that wrote it, or build it again",
                )
            model = cls(
                scope=_linear(raw["scope"], SCOPE_SIGNS),
                support=_linear(raw["support"], SUPPORT_SIGNS),
                thresholds={
                    str(name): Threshold(int(one["scope"]), int(one["support"]))
                    for name, one in raw["thresholds"].items()
                },
                measured=dict(raw.get("measured", {})),
                origin=str(raw.get("origin", "")),
                subject=Subject.from_dict(raw["subject"]) if "subject" in raw else None,
            )
            model.thresholds["default"]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise IndexFormatError(
                "the gate cannot be read",
                expected="weights and thresholds that a build fitted",
                found=repr(error),
                where=where,
                remedy="pull or build the snapshot anew",
            ) from error
        return model

    @classmethod
    def load(cls, path: Path) -> GateModel:
        """From `gate.json` of a snapshot, else the prior."""
        if not path.exists():
            return cls.default()
        try:
            raw = json.loads(path.read_bytes())
        except ValueError as error:
            raise IndexFormatError(
                "the gate is not JSON",
                found=str(error),
                where=str(path),
                remedy="pull or build the snapshot anew",
            ) from error
        return cls.from_dict(raw, str(path))

    @classmethod
    def default(cls) -> GateModel:
        """The prior: what `pipeline.evaluate.recipes.prior` fitted to the project's own questions."""
        return _prior()


@cache
def _prior() -> GateModel:
    return GateModel.from_dict(json.loads(PRIOR.read_bytes()), str(PRIOR))


def _linear(raw: Mapping[str, Any], signs: Mapping[str, int]) -> Linear:
    weights = {str(name): int(weight) for name, weight in raw["weights"].items()}
    wrong = sorted(
        name for name, weight in weights.items() if weight * signs.get(name, 0) < 0 or name not in signs
    )
    if wrong:
        raise ValueError(f"weights of unknown features or of the wrong sign: {', '.join(wrong)}")
    return Linear(weights, int(raw["bias"]))
