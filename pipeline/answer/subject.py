"""Whether a question is of this subject, by what it means: is it liker to questions of ours, or to those of strangers?

A question of the world may use words of the faith, and one of the faith hardly any ("Which bird did Solomon find
missing?"). A model that has read the world puts the two in different places. The questions that the gate is fitted on
stand for both; a question is held against the likest of either side (docs/decisions/0454).

Inner products of bytes, few enough to be whole numbers in float32: the same on every machine.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.answer.words.units import ONE
from pipeline.index.inquiries import SAME
from schemas.errors import IndexFormatError

LIKEST = 3  # questions of each side that a question is held against
FEWEST = 32  # questions of a side, from which it stands for others

Meaning = bytes  # a question's vector, a signed byte a component; empty or all zeros where it is not known


@dataclass(frozen=True)
class Subject:
    """The meanings of questions of this subject, and of strangers'; each side ascending, all of one length."""

    own: tuple[Meaning, ...]
    strangers: tuple[Meaning, ...]

    def of(self, meaning: Meaning) -> int:
        """By how much a question is more like the likest of ours than of strangers', 1024 for a likeness of 1.

        0 where its meaning is not known.

        A question is not held against itself, so that what is measured on one that the gate was fitted on holds for
        others."""
        if not any(meaning):
            return 0
        if len(meaning) != len(self.own[0]):
            raise IndexFormatError(
                "the gate was fitted with another model than the one that reads questions",
                expected=f"vectors of {len(self.own[0])} components",
                found=f"{len(meaning)} components",
                remedy="open the gate and the model of the same snapshot",
            )
        vector = np.frombuffer(meaning, np.int8).astype(np.float32)
        ours, theirs = (
            _likest(vectors @ vector, [one != meaning for one in side])
            for side, vectors in zip((self.own, self.strangers), self._vectors, strict=True)
        )
        return (ours - theirs) * ONE // (SAME * LIKEST)

    @cached_property
    def _vectors(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return _table(self.own), _table(self.strangers)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the same for the same questions."""
        return {
            "components": len(self.own[0]),
            "own": base64.b64encode(b"".join(self.own)).decode(),
            "strangers": base64.b64encode(b"".join(self.strangers)).decode(),
        }

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> Subject:
        """From what `to_dict` gives; raises `ValueError`, `KeyError` or `TypeError`."""
        own, strangers = (_cut(raw[side], int(raw["components"])) for side in ("own", "strangers"))
        return cls(own, strangers)


def told_of(subject: Subject | None, meaning: Meaning) -> dict[str, int]:
    """What the meaning of a question adds to its features."""
    return {"subject": subject.of(meaning) if subject else 0}


def subject_of(own: Iterable[Meaning], strangers: Iterable[Meaning]) -> Subject | None:
    """What the known meanings of questions of both sides tell; None where either has too few of them."""
    ours, theirs = (tuple(sorted(one for one in side if any(one))) for side in (own, strangers))
    return Subject(ours, theirs) if min(len(ours), len(theirs)) >= FEWEST else None


def _likest(likeness: NDArray[np.float32], others: list[bool]) -> int:
    """The sum of the largest few of those that are others."""
    return int(np.sort(likeness[others])[-LIKEST:].astype(np.int64).sum())


def _table(meanings: tuple[Meaning, ...]) -> NDArray[np.float32]:
    return np.frombuffer(b"".join(meanings), np.int8).reshape(len(meanings), -1).astype(np.float32)


def _cut(packed: str, components: int) -> tuple[Meaning, ...]:
    """The vectors of one side."""
    content = base64.b64decode(packed, validate=True)
    if components < 1 or len(content) % components or len(content) < components * LIKEST:
        raise ValueError(f"{len(content)} bytes are not {LIKEST} or more vectors of {components} components")
    return tuple(content[at : at + components] for at in range(0, len(content), components))
