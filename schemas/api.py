"""What the `/v1` service takes and gives, with the field names and types of its specification.

Fields that the specification leaves open (the account, the list of methods, the place that times are for, problems) are
decided here and described in `docs/api.md`. A request holds the fields that it has, and no others; a response may come
to hold more, and is described so.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from schemas.answer import Answer, Intent, Mode

MAX_MESSAGE = 4000  # characters
MAX_BACKGROUND = 200  # characters; what is longer is read up to there
MAX_VERSES = 50  # verses in one range


class _Body(BaseModel):
    model_config = ConfigDict(frozen=True)


def _without_default(schema: dict[str, Any]) -> None:
    """A field that is left out where there is nothing to tell has no default in the response."""
    schema.pop("default", None)


def _unset(mode: object) -> object:
    return Mode.MUSLIM if mode is None else mode


class ChatRequest(BaseModel):
    """A question. `null` for a field that is not required is as if it were left out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    message: Annotated[str, StringConstraints(min_length=1, max_length=MAX_MESSAGE)] = Field(
        description="The question, in English or Arabic.",
        examples=["What does the Qur'an say about patience?", "ما فضل صيام رمضان؟"],
    )
    mode: Annotated[
        Mode,
        BeforeValidator(_unset),
        WithJsonSchema({"type": ["string", "null"], "enum": [*Mode, None]}),
    ] = Field(default=Mode.MUSLIM, description="`dawah` speaks to a person who is exploring Islam.")
    background: str | None = Field(
        default=None,
        description=f"The reader's tradition; used in `dawah` mode only, up to {MAX_BACKGROUND} characters.",
        examples=["Christian"],
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
    note: str | SkipJsonSchema[None] = Field(
        default=None,
        description="A caveat. Absent when there is none; never drop it.",
        json_schema_extra=_without_default,
    )


class SourceItem(_Body):
    """A document that was used."""

    referenceId: str
    title: str
    url: str = Field(description="Where the text can be read; empty where its source gives no page for it.")


class Usage(_Body):
    """What the call took."""

    ms: int = Field(ge=0, description="Milliseconds from receiving the request to its outcome.")


class ChatResponse(_Body):
    """The outcome of a question. `answered` false is a normal outcome: do not retry."""

    answered: bool
    mode: Mode
    intent: Annotated[
        Intent,
        WithJsonSchema({"type": "string", "examples": [*Intent], "description": "More values may be added."}),
    ]
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


class TakenPlace(_Body):
    """The place that was found for the city and country: show it where a name may mean another."""

    name: str = Field(description="As GeoNames writes it.", examples=["St. Louis"])
    region: str = Field(description="State or province; empty where none is known.", examples=["Missouri"])
    country: str = Field(description="ISO 3166 alpha-2 code.", examples=["US"])
    latitude: float = Field(description="Degrees, north positive.")
    longitude: float = Field(description="Degrees, east positive.")


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
    ishaInRamadan: Rule | SkipJsonSchema[None] = Field(
        default=None,
        description="Absent when Ramadan changes nothing.",
        json_schema_extra=_without_default,
    )
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
    place: TakenPlace


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


class Fault(_Body):
    """What is wrong with one field or parameter."""

    place: str = Field(alias="in", description="Where it stands.", examples=["body", "query", "path"])
    field: str
    detail: str


def _of_some(told: str = "") -> Any:
    """A member that problems of some types have."""
    return Field(default=None, description=told or None, json_schema_extra=_without_default)


class Problem(BaseModel):
    """RFC 9457 problem details; `type` is stable, and tells which of the last members there are."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: str = Field(examples=["urn:isnad:problem:invalid-request"])
    title: str
    status: int
    detail: str = Field(description="For people.")
    instance: str = Field(description="The request's id.")
    errors: list[Fault] | SkipJsonSchema[None] = _of_some()
    choices: list[str] | SkipJsonSchema[None] = _of_some("What to send as `city`.")
    retryAfter: int | SkipJsonSchema[None] = _of_some("Seconds.")
    resets: str | SkipJsonSchema[None] = _of_some("RFC 3339 in UTC.")
    limit: int | SkipJsonSchema[None] = _of_some("Of bytes, of parameters, or of questions.")
    surahs: int | SkipJsonSchema[None] = _of_some()
    surah: int | SkipJsonSchema[None] = _of_some()
    ayahs: int | SkipJsonSchema[None] = _of_some("How many verses the surah has.")
