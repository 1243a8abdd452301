"""What a question says of a person: a verb, and what he is to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.answer.demands.persons import Mention

Role = Literal["does", "suffers", "either"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """Of whom something is said; the verb; what he is to it; what stands behind; whether it is asked if it was so."""

    mention: Mention
    verb: str
    role: Role
    rest: str
    whether: bool = False
