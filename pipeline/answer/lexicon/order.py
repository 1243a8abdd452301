"""The model that puts texts in order: a weight for each signal, the same for every question.

The weights are data (`data/lexicon/order.yaml`) and travel with the lists of a snapshot. A merit is a sum of integers,
so no order hangs on a rounding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

UNIT = 64  # a weight of 1.0


@dataclass(frozen=True, slots=True)
class Order:
    """Weights by signal, in 1/64."""

    weights: Mapping[str, int]

    def merit(self, signals: Mapping[str, int]) -> int:
        """What a text is worth as an answer, beside the others that were found for the same question."""
        return sum(weight * signals.get(name, 0) for name, weight in self.weights.items()) // UNIT

    def parts(self, signals: Mapping[str, int]) -> dict[str, int]:
        """What each signal adds, largest first; signals that add nothing are left out."""
        parts = {name: weight * signals.get(name, 0) // UNIT for name, weight in self.weights.items()}
        return dict(
            sorted(((n, p) for n, p in parts.items() if p), key=lambda item: (-abs(item[1]), item[0]))
        )


def order_of(lists: Mapping[str, Any]) -> Order:
    """The model among some lists."""
    return Order(dict(lists["order"]["weights"]))
