"""What the answering side returns: the verdict, and the answer that shows it.

The verdict (answered or not, why, which sources in which order) is fixed before any prose is written,
and depends on the snapshot, the question and the mode alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Mode(StrEnum):
    """Who is spoken to."""

    MUSLIM = "muslim"
    DAWAH = "dawah"


class Intent(StrEnum):
    """How a question was classified."""

    LOOKUP = "lookup"  # a verse or narration by its reference or its words
    GRADE = "grade"  # how sound a narration is
    RULING = "ruling"
    CREED = "creed"
    TAFSIR = "tafsir"
    HISTORY = "history"
    SUPPLICATION = "supplication"
    CALENDAR = "calendar"  # prayer times, dates: served by the reference endpoints
    GREETING = "greeting"
    GENERAL = "general"  # about Islam, of no narrower kind
    OUT_OF_SCOPE = "out_of_scope"
    PERSONAL_RULING = "personal_ruling"
    CRISIS = "crisis"
    ABUSE = "abuse"


class Reason(StrEnum):
    """Why a question was declined."""

    NOTHING_FOUND = "nothing_found"  # nothing in the corpus answers
    OUT_OF_SCOPE = "out_of_scope"
    NEW_RULING = "new_ruling"  # it would need a ruling that no source states, or one for the asker's own case
    NO_SUCH_REFERENCE = "no_such_reference"  # a verse or narration that does not exist
    FALSE_PREMISE = "false_premise"  # contradicts something that can be checked exactly
    CALENDAR = "calendar"  # other endpoints answer this
    GREETING = "greeting"
    CRISIS = "crisis"  # help comes first
    ABUSE = "abuse"
    UNREADABLE = "unreadable"  # no words in it that can be searched


@dataclass(frozen=True, slots=True)
class Source:
    """A document that was used."""

    reference: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Verses, narrations, comments or fatwas that the answer rests on, of one kind."""

    heading: str
    content: str
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided, before any prose. `sources` are reference ids, best first; empty when declined
    without offering general sources."""

    answered: bool
    intent: Intent
    reason: Reason | None
    sources: tuple[str, ...]
    explanation: dict[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown. `note` is None unless a caveat applies."""

    verdict: Verdict
    mode: Mode = field(default=Mode.MUSLIM, kw_only=True)  # said of an outcome once it is there
    language: str
    summary: str
    detail: str
    evidence: tuple[Evidence, ...]
    note: str | None
    sources: tuple[Source, ...]
    help_first: bool = False  # the summary begins with where to find help, and is shown as it is
