"""What the `/v1` service takes and gives, with the field names and types of its specification.

Fields that the specification leaves open (the account, the list of methods, problems) are decided here and
described in `docs/api.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from schemas.answer import Answer, Intent, Mode

MAX_MESSAGE = 4000  # characters
MAX_BACKGROUND = 200  # characters
MAX_VERSES = 50  # verses in one range


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ChatRequest(_Body):
    """A question."""

    message: Annotated[str, StringConstraints(min_length=1, max_length=MAX_MESSAGE)] = Field(
        description="The question, in English or Arabic.",
        examples=["What does the Qur'an say about patience?", "ما فضل صيام رمضان؟"],
    )
    mode: Mode = Field(default=Mode.MUSLIM, description="`dawah` speaks to a person who is exploring Islam.")
    background: Annotated[str, StringConstraints(max_length=MAX_BACKGROUND)] | None = Field(
        default=None, description="The reader's tradition; used in `dawah` mode only.", examples=["Christian"]
    )


class EvidenceItem(_Body):
    """Verses, narrations or other texts of one kind that the answer rests on."""

    heading: str
    content: str


class AnswerBody(_Body):
    """The answer, or why there is none."""

    summary: str = Field(description="A sentence or two; when declined, why, in words for the user.")
    detail: str = Field(description="Markdown.")
    evidence: list[EvidenceItem]
    note: str | None = Field(default=None, description="A caveat. Absent when there is none; never drop it.")


class SourceItem(_Body):
    """A document that was used."""

    referenceId: str
    title: str
    url: str


class Usage(_Body):
    """What the call took."""

    ms: int = Field(ge=0, description="Milliseconds from receiving the request to its outcome.")


class ChatResponse(_Body):
    """The outcome of a question. `answered` false is a normal outcome: do not retry."""

    answered: bool
    mode: Mode
    intent: Intent
    answer: AnswerBody
    sources: list[SourceItem]
    usage: Usage

    @classmethod
    def of(cls, given: Answer, ms: int) -> Self:
        """An answer as it is sent, with the milliseconds that it took."""
        return cls(
            answered=given.verdict.answered,
            mode=given.mode,
            intent=given.verdict.intent,
            answer=AnswerBody(
                summary=given.summary,
                detail=given.detail,
                evidence=[
                    EvidenceItem(heading=each.heading, content=each.content) for each in given.evidence
                ],
                note=given.note,
            ),
            sources=[
                SourceItem(referenceId=source.reference, title=source.title, url=source.url)
                for source in given.sources
            ],
            usage=Usage(ms=ms),
        )


class Verse(_Body):
    """One verse, its text byte for byte as pinned."""

    key: str = Field(description="`<surah>:<ayah>`", examples=["2:255"])
    surah: int
    ayah: int
    arabic: str = Field(description="The Uthmani script.")


class VerseLookup(_Body):
    """Verses in order."""

    surah: int
    verses: list[Verse]


class Location(_Body):
    """The place as it was asked for."""

    city: str
    country: str


class Method(_Body):
    """A calculation method."""

    id: int
    name: str


class Rule(_Body):
    """How a time is fixed: the sun's depth below the horizon in degrees, or minutes after the time before it."""

    unit: Literal["degrees", "minutes"]
    value: float


class MethodDetail(_Body):
    """A calculation method with its parameters."""

    id: int
    name: str
    nameAr: str
    fajr: Rule
    maghrib: Rule = Field(description="Minutes count from sunset.")
    isha: Rule = Field(description="Minutes count from Maghrib.")
    ishaInRamadan: Rule | None = Field(default=None, description="Absent when Ramadan changes nothing.")
    offsets: dict[str, int] = Field(description="Minutes that the authority adds, by prayer.")
    seasonal: bool = Field(description="Fajr and Isha go by season and latitude instead of an angle.")


class Methods(_Body):
    """All methods, in order of id."""

    methods: list[MethodDetail]


class Timings(_Body):
    """24-hour local times, `HH:MM`."""

    Fajr: str
    Dhuhr: str
    Asr: str
    Maghrib: str
    Isha: str


class PrayerTimes(_Body):
    """One day's times at one place: a default for users to override, not a ruling."""

    location: Location
    date: str = Field(description="`DD Mon YYYY`", examples=["21 Nov 2026"])
    timezone: str = Field(examples=["Asia/Riyadh"])
    method: Method
    school: int = Field(
        description="0: Asr at one shadow length (Shafi'i, Maliki, Hanbali); 1: two (Hanafi)."
    )
    timings: Timings


class HijriDate(_Body):
    """A day of the Hijri calendar."""

    day: int
    month: int
    monthName: str
    year: int


class HijriResponse(_Body):
    """Today's date: a default for users to override, not a ruling."""

    hijri: HijriDate


class Account(_Body):
    """Whose key it is."""

    id: str
    name: str


class Quota(_Body):
    """What is left of the current period."""

    limit: int
    remaining: int
    resets: str = Field(description="When the next period begins, RFC 3339 in UTC.")


class Me(_Body):
    """The caller's account and remaining quota."""

    account: Account
    quota: Quota


class Problem(BaseModel):
    """RFC 9457 problem details; `type` is stable."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: str
    title: str
    status: int
    detail: str
    instance: str | None = None
