"""How long one thing takes that was done many times: milliseconds, at the median and at the 99th percentile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Milliseconds:
    """Percentiles of what was measured."""

    p50: float
    p99: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Milliseconds:
        """From seconds."""
        p50, p99 = np.percentile(np.array(seconds) * 1000, [50, 99])
        return cls(float(p50), float(p99))

    @property
    def cells(self) -> tuple[str, str]:
        """As two cells of a table."""
        return f"{self.p50:.2f}", f"{self.p99:.2f}"

    def __str__(self) -> str:
        return " / ".join(self.cells)
