"""What a dense index consists of.

    header.json     format, and the settings of `DenseConfig`
    vectors.faiss   int8 [vectors, dimensions], row i is passage i: see `vectors`
    signs.bin       one bit a component, component by component; empty for a small collection: see `signs`

A score is an int8 x int8 inner product, summed in int32: exact, in any order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self

KIND = "isnad-dense"
VERSION = 3
ARRAYS = {"signs": ("<u8", 3)}
LARGEST_DIMENSIONS = 1024


@dataclass(frozen=True, slots=True)
class DenseConfig:
    """When and how many candidates are picked before they are scored."""

    signs_from: int = 32_768  # vectors; fewer are scored exactly faster than candidates would be picked
    candidates: int = 8  # times k
    least_candidates: int = 5_000

    def as_dict(self) -> dict[str, int]:
        """The settings by name."""
        return asdict(self)

    @classmethod
    def from_dict(cls, raw: Mapping[str, object]) -> Self:
        """From what `as_dict` gave; raises `ValueError` on anything else."""
        names = {item.name for item in fields(cls)}
        if set(raw) != names or not all(type(value) is int and value > 0 for value in raw.values()):
            raise ValueError(f"settings of a dense index: {raw!r}")
        return cls(**raw)  # type: ignore[arg-type]
