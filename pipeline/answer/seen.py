"""What was seen on the way to a verdict, and how it is told to a person who asks why."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.demand import Demand
from pipeline.answer.failing import Failed
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.gate import Decision, GateModel
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.weights import Weights
from pipeline.answer.quotations.found import Quoted
from pipeline.answer.routing.route import Route
from pipeline.answer.subject import Meaning
from pipeline.answer.words.units import Asked
from pipeline.index.types import SearchResult
from schemas.answer import Intent

OF_FAITH = (Intent.CREED, Intent.TAFSIR, Intent.SUPPLICATION)  # of the subject, whatever the words


@dataclass(slots=True)
class Seen:
    """The route of a question and, where it was searched, what was found.

    Of plain values, without lists or an index: a build notes it down."""

    route: Route
    respelt: tuple[tuple[str, str], ...] = ()  # words that were mistyped, each with the one that was meant
    asked: Asked | None = None
    result: SearchResult | None = None
    candidates: list[Candidate] = field(default_factory=list)
    features: dict[str, int] = field(default_factory=dict)
    meaning: Meaning = b""
    order: Weights | None = None
    wanted: tuple[str, ...] = ()  # the kinds of text of which one is the thing asked for
    common: str = ""  # the name of the common question that it is
    parts: list[Seen] = field(default_factory=list)  # of several questions in one, each by itself
    written: str = ""  # as it is written, where it is one of several
    demands: list[Demand] = field(default_factory=list)
    asked_before: bool = False  # just so of a mufti, whose answer is the first text
    of_verse: str = ""  # the verse of which the reason is asked why it was revealed
    by_verse: bool = False  # what is asked about is named by the first verse, to be shown with a comment
    by_occasion: bool = False  # why a verse was revealed, its first narration says
    quoted: Quoted | None = None
    unheld: str = ""  # words of which it is asked where in the Qur'an they stand, though no verse has them
    compared: bool = False  # with the words of scripture: `quoted` and `unheld` are what was found
    failed: Failed | None = None  # the validator that the question fails
    decision: Decision | None = None
    gate: GateModel | None = None
    noticed: dict[str, Any] = field(default_factory=dict)

    @property
    def first(self) -> Candidate | None:
        """The text that answers best, where any was found."""
        return self.candidates[0] if self.candidates else None

    def asking(self, lexicon: Lexicon) -> Asking | None:
        """The question as what composes an answer reads it; None where it was not searched."""
        if self.asked is None:
            return None
        return Asking(self.route.plain, self.asked, lexicon, worded=bool(self.common))

    def notice(self, name: str, value: object) -> None:
        """Keep something that decided."""
        self.noticed[name] = value

    def explanation(self) -> dict[str, Any]:
        """Everything that the outcome rests on, as plain values."""
        told: dict[str, Any] = {
            "rule": self.route.rule,
            "intent": str(self.route.intent),
            "language": self.route.language,
            "searched": self.route.text,
            "removed": list(self.route.removed),
            "mentions": list(self.route.mentions.references),
            "missing": [asdict(one) for one in self.route.mentions.missing],
            **({"respelt": [list(one) for one in self.respelt]} if self.respelt else {}),
            **({"wording": self.common} if self.common else {}),
            **self.noticed,
            **({"parts": [one.explanation() for one in self.parts]} if self.parts else {}),
        }
        if self.result is not None and self.asked is not None:
            told |= self._searched(self.result, self.asked)
        if self.decision is not None and self.gate is not None:
            told["gate"] = self._decided(self.decision, self.gate)
        return told

    def _searched(self, result: SearchResult, asked: Asked) -> dict[str, Any]:
        """What was looked for, found and read."""
        return {
            "tokens": list(result.tokens),
            "expanded": list(result.expanded),
            "unknown": list(result.unknown),
            "asked": [
                {
                    "words": list(unit.tokens),
                    "concept": unit.concept,
                    "weight": unit.weight,
                    "frame": unit.frame,
                }
                for unit in asked.units
            ],
            "hits": [
                {
                    "id": hit.reference,
                    "fused": hit.fused,
                    "lexical": hit.lexical,
                    "dense": hit.dense,
                    "linked": hit.linked,
                }
                for hit in result.hits[:10]
            ],
            "read": [
                {
                    "id": one.document.id,
                    "merit": one.merit,
                    **({} if one.answers is None else {"answers": one.answers}),
                    "merit_parts": self.order.parts(one.signals) if self.order else {},
                    "window": one.reading.window,
                    "cover": one.reading.cover,
                    "near": one.reading.near,
                    "missed": one.reading.missed,
                }
                for one in self.candidates[:10]
            ],
            "features": dict(self.features),
            "demands": [one.name for one in self.demands],
        }

    def _decided(self, decision: Decision, gate: GateModel) -> dict[str, Any]:
        """Both scores of the gate, with their parts and thresholds."""
        return {
            "origin": gate.origin,
            "scope": decision.scope,
            "scope_needed": decision.threshold.scope,
            "scope_made_up_for": decision.in_scope and decision.scope < decision.threshold.scope,
            "scope_parts": gate.scope.contributions(self.features),
            "support": decision.support,
            "support_needed": decision.threshold.support,
            "support_parts": gate.support.contributions(self.features),
            "thresholds": decision.threshold_name,
        }
