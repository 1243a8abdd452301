"""The models that choose by a sum: a weight for each sign of a thing, the same for every question.

`order` puts texts in order (`data/lexicon/order.yaml`), `sentences` chooses what is quoted of one
(`data/lexicon/sentences.yaml`). The weights are data and travel with the lists of a snapshot. A sum is one of integers,
so no choice hangs on a rounding.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

UNIT = 64  # a weight of 1.0


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights by the name of a sign, in 1/64."""

    values: Mapping[str, int]

    def total(self, signs: Mapping[str, int]) -> int:
        """What some signs come to, each times its weight; a sign without a weight counts nothing."""
        weight = self.values.get  # asked of every run of every text: no generator
        total = 0
        for name, value in signs.items():
            total += weight(name, 0) * value
        return total // UNIT

    def parts(self, signs: Mapping[str, int]) -> dict[str, int]:
        """What each sign adds, largest first; signs that add nothing are left out."""
        parts = {name: weight * signs.get(name, 0) // UNIT for name, weight in self.values.items()}
        return dict(
            sorted(((n, p) for n, p in parts.items() if p), key=lambda item: (-abs(item[1]), item[0]))
        )


def weights_of(lists: Mapping[str, Any], name: str) -> Weights:
    """The model of a name among some lists."""
    return Weights(dict(lists[name]["weights"]))


def rewritten(text: str, weights: Weights) -> str:
    """The text of a list of weights with other ones; what stands above them stays as it is."""
    head = re.split(r"(?m)^weights:\n", text)[0]
    return head + "weights:\n" + "".join(f"  {name}: {weight}\n" for name, weight in weights.values.items())
