"""The source card: what a source is, where its bytes come from, and which column becomes what.

A card is `source.yaml` in `data/sources/<id>/`. Everything that Isnad knows of a source stands there, in
words that an editor can check; nothing about a source stands in code. This module gives the form of a
card and what can be checked without rows; its parts are in `schemas.origin` (the bytes) and `schemas.columns`
(the rows), and cards from disk are read in `pipeline.sources.card`.

Rules: unknown keys are refused. No mistake hides another: contradictions are looked for among all keys that are
right by themselves, and told with what is wrong with the others. Every property has a description: the JSON Schema
exported from here (`isnad sources schema`) is what editors see in their text editor.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field, ModelWrapValidatorHandler, TypeAdapter, ValidationError, model_validator
from pydantic_core import ErrorDetails, InitErrorDetails

from schemas.columns import Copies, Duplicates, Fields, Group, Join, Quote, Scalar, SetAside, TemplateText
from schemas.errors import CardError
from schemas.origin import CardPart, FileOrigin, Format, Origin, PypiOrigin
from schemas.reference import Kind
from schemas.sentence import said, together
from schemas.template import columns_of

Language = Literal["ar", "en"]


class Titles(CardPart):
    """The name of the source in both languages."""

    ar: str = Field(min_length=1, description="The name of the source in Arabic.")
    en: str = Field(min_length=1, description="The name of the source in English.")


class Licence(CardPart):
    """Under what terms the text was found, in the source's own words."""

    name: str = Field(min_length=1, description="Short name, as in CC-BY-SA-4.0, or “none stated”.")
    url: str | None = Field(None, pattern="^https?://", description="Where the licence can be read.")
    statement: str = Field(
        min_length=3, description="What the source itself says about its licence, and where it says it."
    )
    redistribution: Literal["allowed", "forbidden", "unstated"] = Field(
        description="Whether the text may be passed on: allowed, forbidden, or unstated."
    )


class Expected(CardPart):
    """What the source is known to give. A build stops when it gives anything else."""

    rows: int = Field(ge=0, description="Rows that belong to this card (after where).")
    documents: int = Field(ge=0, description="Documents that they give.")
    quarantined: int = Field(0, ge=0, description="Rows set aside with a reason.")
    duplicates: int = Field(0, ge=0, description="Rows that repeat an earlier one, as declared.")
    merged: int = Field(0, ge=0, description="Rows joined to the document of the row before.")

    @model_validator(mode="after")
    def _adds_up(self) -> Expected:
        told = self.documents + self.quarantined + self.duplicates + self.merged
        if told != self.rows:
            raise CardError(
                said(
                    "documents + quarantined + duplicates + merged = {told}, but rows = {rows}",
                    told=told,
                    rows=self.rows,
                ),
                remedy="`isnad sources check` tells the counts",
            )
        return self


class Review(CardPart):
    """Who looked at the source, and whether it may be shown."""

    status: Literal["approved", "draft", "sample"] = Field(
        description="approved: may be served; draft: being worked on; sample: shows the form, is no source."
    )
    by: str | None = Field(None, description="Who approved it.")
    day: date | None = Field(None, description="When, as in 2026-11-21.")
    note: str | None = Field(None, description="What was looked at, and what was not.")

    @model_validator(mode="after")
    def _approved_by_someone(self) -> Review:
        if self.status == "approved" and not (self.by or "").strip():
            raise CardError("an approved source says by whom", remedy="fill in by")
        return self


class SourceCard(CardPart):
    """One source: what it is, where its bytes come from, and which column becomes what."""

    id: str = Field(
        pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
        description="The name of the source: its folder's name. a-z, digits and single hyphens.",
    )
    kind: Kind = Field(description="What its documents are: quran, hadith, tafsir, fatwa or book.")
    collection: str = Field(
        "",
        description="The word for this collection in reference ids, as in bukhari; or a template, as in "
        '"{edition.collection}". Empty for the Qur\'an.',
    )
    titles: Titles = Field(description="The name of the source in both languages.")
    languages: tuple[Language, ...] = Field(min_length=1, description="Languages of its texts: ar, en.")
    edition: str = Field(min_length=3, description="Which edition the text follows, and whose numbering.")
    author: str | None = Field(None, description="Author of the whole source, if it has one.")
    translator: str | None = Field(None, description="Translator, if the text is a translation.")
    licence: Licence = Field(description="Under what terms the text was found.")
    attribution: str = Field(min_length=3, description="How the source is to be named where it is shown.")
    homepage: str | None = Field(None, pattern="^https?://", description="Where the source lives.")
    notes: str | None = Field(None, description="What a reader should know: defects, doubts, decisions.")
    origin: Origin = Field(description="Where the bytes come from, and how they are pinned.")
    format: Format = Field(description="How the bytes are to be read.")
    reference: TemplateText = Field(
        min_length=3, description='Template of the reference id, as in "hadith:bukhari:{id}".'
    )
    canonical: tuple[str, ...] = Field(
        min_length=1,
        description="The columns that are the source's own numbering, as in [id]. The reference id is made "
        "of them, never of the row's place in the file.",
    )
    where: dict[str, Scalar | tuple[Scalar, ...]] = Field(
        default_factory=dict,
        description="Which rows of the file belong to this card: column: value, or column: [values]. Others "
        "belong to other cards and are not counted here.",
    )
    join: dict[str, Join] = Field(default_factory=dict, description="Look-up tables, each with a name.")
    fields: Fields = Field(description="Which column becomes which field of a document.")
    markup: Literal["plain", "html", "markdown"] = Field(
        "plain", description="How the texts are written: plain, html or markdown."
    )
    empty_values: tuple[str, ...] = Field(
        (), description="Values that stand for nothing in this file, as in nan or -. Blanks always do."
    )
    group: Group | None = Field(None, description="Rows with one comment on several verses.")
    duplicates: Duplicates | None = Field(None, description="Rows known to repeat others.")
    set_aside: tuple[SetAside, ...] = Field(
        (),
        description="Rows that are known to be no texts of this source: each is set aside, and counted so.",
    )
    copies: Copies | None = Field(None, description="Sources that have the same texts; a copy is shown once.")
    links: tuple[TemplateText, ...] = Field(
        (),
        description='Documents that a row speaks of, as in "quran:{surah}:{ayah}" or "{verses}". Ranges are '
        "spread out, and the last column may hold several, as a list or with ; , | or a line break between them.",
    )
    quotes: tuple[Quote, ...] = Field((), description="Columns that are said to quote the Qur'an.")
    known_characters: tuple[Annotated[str, Field(pattern=r"^U\+(?:10[0-9A-F]{4}|[0-9A-F]{4,5})$")], ...] = (
        Field(
            (),
            description="Unusual characters that are known to be in this source and need no warning, as U+200F.",
        )
    )
    expected: Expected | None = Field(
        None, description="What the source is known to give. Needed before it can be approved."
    )
    review: Review = Field(description="Who looked at the source, and whether it may be shown.")

    @model_validator(mode="wrap")
    @classmethod
    def _tell_contradictions_too(
        cls, value: Any, validate: ModelWrapValidatorHandler[SourceCard]
    ) -> SourceCard:
        """What is wrong with single keys, and what contradicts each other among those that are right."""
        try:
            card = validate(value)
            wrong, parts = [], dict(card)
        except ValidationError as error:
            wrong = list(map(_again, error.errors()))
            parts = _right_parts(value, error) if isinstance(value, Mapping) else {}
        wrong += [
            InitErrorDetails(type="value_error", loc=(key,), input=parts[key], ctx={"error": found})
            for key, found in _contradictions(parts)
        ]
        if wrong:
            raise ValidationError.from_exception_data(cls.__name__, wrong)
        return card


def _again(found: ErrorDetails) -> InitErrorDetails:
    return InitErrorDetails(
        type=found["type"], loc=found["loc"], input=found["input"], ctx=found.get("ctx", {})
    )


def _right_parts(value: Any, error: ValidationError) -> dict[str, Any]:
    """The values of those keys with which nothing is wrong."""
    wrong = {str(found["loc"][0]) for found in error.errors() if found["loc"]}
    return {
        name: TypeAdapter[Any](Annotated[field.annotation, field]).validate_python(value[name])  # type: ignore[arg-type]
        if name in value
        else field.get_default(call_default_factory=True)
        for name, field in SourceCard.model_fields.items()
        if name not in wrong and (name in value or not field.is_required())
    }


def _contradictions(parts: Mapping[str, Any]) -> Iterator[tuple[str, CardError]]:
    """The keys that contradict others, each with what is wrong."""
    for key, needed, check in _CHECKS:
        if parts.keys() >= set(needed) and (found := check(*(parts[name] for name in needed))):
            yield key, found


def _collection_of_kind(kind: Kind, collection: str) -> CardError | None:
    if kind is Kind.QURAN and collection:
        return CardError("the Qur'an has no collection", found=collection, remedy="leave it out")
    if kind is not Kind.QURAN and not collection:
        return CardError(
            "collection is missing",
            expected=said("a word for this collection, as in {kind}:<collection>:12", kind=kind),
            remedy="add a line “collection:”",
        )
    return None


def _reference_names_columns(reference: str) -> CardError | None:
    if columns_of(reference):
        return None
    return CardError(
        "the reference names no column: every row would get the same id",
        expected='a template with a column, as in "hadith:bukhari:{id}"',
        found=reference,
        remedy="put the column with the number in braces",
    )


def _reference_begins(kind: Kind, collection: str, reference: str) -> CardError | None:
    begins = f"{kind}:{collection}:" if collection else f"{kind}:"
    if reference.startswith(begins):
        return None
    return CardError(
        "the reference does not begin with the kind and the collection of the card",
        expected=f"{begins}…",
        found=reference,
        remedy="correct the reference, the kind or the collection",
    )


def _reference_is_canonical(reference: str, canonical: tuple[str, ...]) -> CardError | None:
    used = columns_of(reference)
    unused = [name for name in canonical if name not in used]
    if not used or not unused:
        return None
    return CardError(
        said("canonical names {names:“”}, not a part of the reference", names=unused),
        expected=said("the columns that the reference is made of: {names}", names=", ".join(sorted(used))),
        found=reference,
        remedy="use the column in the reference, or take it out of canonical",
    )


def _texts_have_languages(languages: tuple[str, ...], fields: Fields) -> CardError | None:
    texts = {"ar": fields.text_ar, "en": fields.text_en}
    given = [language for language, text in texts.items() if text is not None]
    if sorted(set(languages)) == given:
        return None
    return CardError(
        "languages and the texts among the fields do not agree",
        expected=together([f"text_{language}" for language in languages]),
        found=together([f"text_{language}" for language in given]),
        remedy="correct languages, or the fields",
    )


def _groups_make_ranges(reference: str, group: Group | None) -> CardError | None:
    if group is None or reference.endswith("}"):
        return None
    return CardError(
        "rows can be grouped only when the reference ends with a number",
        expected='a reference such as "tafsir:x:{surah}:{ayah}"',
        found=reference,
        remedy="correct the reference, or leave group out",
    )


def _groups_compare_fields(fields: Fields, group: Group | None) -> CardError | None:
    given = fields.model_dump(exclude_none=True)
    unknown = [name for name in group.same if name not in given] if group is not None else []
    if not unknown:
        return None
    return CardError(
        said("same names {names:“”}, not among the fields of the card", names=unknown),
        expected=", ".join(given),
        found=", ".join(unknown),
        remedy="take fields of the card",
    )


def _merged_or_duplicate(group: Group | None, duplicates: Duplicates | None) -> CardError | None:
    if group is None or duplicates is None or not duplicates.by:
        return None
    return CardError(
        "group and duplicates.by cannot stand together: a row would be both merged and a duplicate",
        remedy="leave duplicates.by out; rows with one reference are told anyway",
    )


def _approved_is_counted(expected: Expected | None, review: Review) -> CardError | None:
    if review.status != "approved" or expected is not None:
        return None
    return CardError(
        "an approved source states its expected counts",
        remedy="fill in expected, as `isnad sources check` tells it, or write status: draft",
    )


def _approved_is_pinned(origin: PypiOrigin | FileOrigin, review: Review) -> CardError | None:
    if review.status != "approved" or origin.sha256 is not None:
        return None
    return CardError(
        "an approved source pins its bytes",
        remedy="fill in origin.sha256, as `isnad sources check` tells it, or write status: draft",
    )


# The key where a contradiction is told, the keys that it is between, and what tells it.
_CHECKS: tuple[tuple[str, tuple[str, ...], Callable[..., CardError | None]], ...] = (
    ("collection", ("kind", "collection"), _collection_of_kind),
    ("reference", ("reference",), _reference_names_columns),
    ("reference", ("kind", "collection", "reference"), _reference_begins),
    ("canonical", ("reference", "canonical"), _reference_is_canonical),
    ("fields", ("languages", "fields"), _texts_have_languages),
    ("group", ("reference", "group"), _groups_make_ranges),
    ("group", ("fields", "group"), _groups_compare_fields),
    ("duplicates", ("group", "duplicates"), _merged_or_duplicate),
    ("expected", ("expected", "review"), _approved_is_counted),
    ("origin", ("origin", "review"), _approved_is_pinned),
)


def card_json_schema() -> dict[str, object]:
    """The JSON Schema of a card, for text editors."""
    schema = SourceCard.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def card_json_schema_text() -> str:
    """The same as it stands in schemas/source-card.schema.json."""
    return json.dumps(card_json_schema(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
