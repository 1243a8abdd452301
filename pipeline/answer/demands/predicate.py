"""What a question says of a person: a verb, and what he is to it; or what it asks whether he is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pipeline.answer.demands.persons import Mention, Person

BESIDE = 4  # words from what somebody is to whom he is it of

Role = Literal["does", "suffers", "either"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """Of whom something is said; the verb; what he is to it; what stands behind; whether it is asked if it was so."""

    mention: Mention
    verb: str
    role: Role
    rest: str
    whether: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Who is asked about; what he may be, as English tokens and as Arabic words as they are folded; whom he is it of,
    and what the Prophet is called, as tokens."""

    who: Person
    what: frozenset[str]
    of: frozenset[str]
    prophet: frozenset[str]

    def is_of(self, tokens: Sequence[str], place: int) -> bool:
        """Whether what stands at a place is of the right one."""
        around = tokens[max(0, place - BESIDE) : place + 1 + BESIDE]
        return not self.of or not self.of.isdisjoint(around)
