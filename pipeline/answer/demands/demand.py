"""One demand of a question: its name, and what it asks of a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.answer.demands.read import Read


@dataclass(frozen=True, slots=True)
class Demand:
    """One demand, by the name that explanations give it, and the check that it puts to a text.

    kind: of texts that alone may meet it; None for all.
    of_the_same: what it demands of a mufti who was asked the same; None for no less.
    """

    name: str
    met_by: Callable[[Read], bool]
    kind: str | None = None
    of_the_same: Demand | None = None
