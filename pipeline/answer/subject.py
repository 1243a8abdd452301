"""How much nearer a question lies, by its meaning, to the questions of this subject than to those of strangers.

A question of the world may use words of the faith, and one of the faith hardly any ("Which bird did Solomon find
missing?"). A model that has read the world puts the two in different places: a question is measured along the line from
the middle of the strangers' questions to the middle of our own. With few questions to fit, that line told them apart as
well as any better fitted one (docs/decisions/0454). Sums of integers alone: the same bytes on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.answer.words.units import ONE
from pipeline.index.inquiries import SAME
from schemas.errors import IndexFormatError

FINER = 64  # a middle is told in so many parts of a component's unit
FEWEST = 32  # questions of each side, from which they have a middle

Meaning = bytes  # a question's vector, a signed byte a component; empty or all zeros where it is not known


@dataclass(frozen=True, slots=True)
class Subject:
    """The line between the middles of two sets of questions, and the place halfway."""

    toward: tuple[int, ...]  # in 1/64 of a component's unit, from the strangers to our own
    halfway: int  # in the same, times a component's unit

    def of(self, meaning: Meaning) -> int:
        """How far beyond halfway a question lies, 1024 for the length of a vector; 0 where its meaning is not known."""
        if not any(meaning):
            return 0
        if len(meaning) != len(self.toward):
            raise IndexFormatError(
                "the gate was fitted with another model than the one that reads questions",
                expected=f"vectors of {len(self.toward)} components",
                found=f"{len(meaning)} components",
                remedy="open the gate and the model of the same snapshot",
            )
        along = int(np.frombuffer(meaning, np.int8) @ np.array(self.toward, np.int64))
        return (along - self.halfway) * ONE // (SAME * FINER)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the same for the same line."""
        return {"toward": list(self.toward), "halfway": self.halfway}

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> Subject:
        """From what `to_dict` gives."""
        return cls(tuple(int(one) for one in raw["toward"]), int(raw["halfway"]))


def told_of(subject: Subject | None, meaning: Meaning) -> dict[str, int]:
    """What the meaning of a question adds to its features."""
    return {"subject": subject.of(meaning) if subject else 0}


def subject_of(own: Sequence[Meaning], strangers: Sequence[Meaning]) -> Subject | None:
    """The line between the known meanings of two sets of questions; None where either has too few of them."""
    of_own, of_strangers = [one for one in own if any(one)], [one for one in strangers if any(one)]
    if min(len(of_own), len(of_strangers)) < FEWEST:
        return None
    here, there = _middle(of_own), _middle(of_strangers)
    toward = here - there
    return Subject(tuple(toward.tolist()), int(toward @ (here + there)) // (2 * FINER))


def _middle(meanings: Sequence[Meaning]) -> NDArray[np.int64]:
    vectors = np.frombuffer(b"".join(meanings), np.int8).reshape(len(meanings), -1)
    return vectors.sum(axis=0, dtype=np.int64) * FINER // len(meanings)
