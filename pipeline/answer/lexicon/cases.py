"""Whether a question tells a case of somebody's own, by how many cues of a told case it holds.

Long questions to a mufti tell a story first, and no single word makes it one: "I", "my wife", a verb in the past,
"two years ago" each speak for a case; "is it permissible", "the hadith", "if a man" against. The cues and their
whole-number weights are data (`data/lexicon/cases.yaml`); only whole numbers are counted and added here.

It reads the folded question alone. It does not say what is asked, nor whether it may be answered: `route` does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_FURTHER = re.compile(r"[.!?؟\n]+\s*\S")
LONGEST_LENGTH, MOST_SENTENCES = 4, 3


@dataclass(frozen=True, slots=True)
class Cue:
    """One sign for (or, with a weight below zero, against) a told case."""

    name: str
    weight: int
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class CaseModel:
    """The cues of one language, and what they must come to."""

    cues: tuple[Cue, ...]
    bias: int
    least: int
    length: int
    sentences: int
    summed: int
    most: int
    step: int
    overruled: int  # how far below the least the cues must lie to overrule the sums of a short question
    never: re.Pattern[str] | None = None  # what is no case however it tells: a narration with its chain

    def excludes(self, folded: str) -> bool:
        """Whether a folded question is no case, whatever its cues come to."""
        return self.never is not None and self.never.search(folded) is not None

    @property
    def weights(self) -> dict[str, int]:
        """What one of each sign adds, by its name in `cases.yaml`, in the order of `counts`."""
        own = {"length": self.length, "sentences": self.sentences, "sum": self.summed}
        return {cue.name: cue.weight for cue in self.cues} | own

    def counts(self, folded: str, has_sum: bool) -> dict[str, int]:
        """How often each sign stands in a folded question, up to its most."""
        found = {cue.name: min(self.most, sum(1 for _ in cue.pattern.finditer(folded))) for cue in self.cues}
        found["length"] = min(LONGEST_LENGTH, len(folded.split()) // self.step)
        found["sentences"] = min(MOST_SENTENCES, len(_FURTHER.findall(folded)))
        found["sum"] = int(has_sum)
        return found

    def parts(self, folded: str, has_sum: bool) -> dict[str, int]:
        """What each sign adds, without those that add nothing."""
        weights = self.weights
        found = {name: weights[name] * times for name, times in self.counts(folded, has_sum).items()}
        return {name: value for name, value in found.items() if value}

    def score(self, folded: str, has_sum: bool) -> int:
        """How far a folded question lies above the least that makes a case; 0 and more is one."""
        return self.bias + sum(self.parts(folded, has_sum).values()) - self.least


def case_models(
    lists: Mapping[str, Any], compiled: Mapping[str, list[Cue]], never: Mapping[str, re.Pattern[str] | None]
) -> dict[str, CaseModel]:
    """The models of `cases.yaml`, with their cues and what is no case compiled."""
    return {
        language: CaseModel(
            cues=tuple(compiled[language]),
            bias=one["bias"],
            least=one["least"],
            length=one["length"],
            sentences=one["sentences"],
            summed=one["sum"],
            most=lists["most"],
            step=lists["words_in_a_step"],
            overruled=one.get("overruled", sys.maxsize),
            never=never[language],
        )
        for language, one in lists["languages"].items()
    }
