"""The source card: what a source is, where its bytes come from, and which column becomes what.

A card is `source.yaml` in `data/sources/<id>/`. Everything that Isnad knows of a source stands there, in
words that an editor can check; nothing about a source stands in code. This module gives the form of a
card and what can be checked without rows. Templates such as `"{chapter.english}"` are read in
`pipeline.sources.mapping`, and cards from disk in `pipeline.sources.card`.

Unknown keys are refused. Every property has a description: the JSON Schema exported from here
(`isnad sources schema`) is what editors see in their text editor.
"""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from schemas.reference import Kind

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Language = Literal["ar", "en"]
Scalar = str | int | float | bool
Step = Literal[
    "strip", "html", "number", "parts", "first-number", "first-part", "last-part", "lower", "slug", "letters"
]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Titles(_Part):
    """The name of the source in both languages."""

    ar: str = Field(min_length=1, description="The name of the source in Arabic.")
    en: str = Field(min_length=1, description="The name of the source in English.")


class Licence(_Part):
    """Under what terms the text was found, in the source's own words."""

    name: str = Field(min_length=1, description="Short name, as in CC-BY-SA-4.0, or “none stated”.")
    url: str | None = Field(None, pattern="^https?://", description="Where the licence can be read.")
    statement: str = Field(
        min_length=3, description="What the source itself says about its licence, and where it says it."
    )
    redistribution: Literal["allowed", "forbidden", "unstated"] = Field(
        description="Whether the text may be passed on: allowed, forbidden, or unstated."
    )


class PypiOrigin(_Part):
    """A file of a pinned package on PyPI."""

    type: Literal["pypi"] = Field(description="A package on PyPI.")
    name: str = Field(min_length=1, description="Name of the package, as pip knows it.")
    version: str = Field(min_length=1, description="The exact version.")
    sha256: Sha256 = Field(description="sha256 of the downloaded wheel or source archive.")
    member: str = Field(min_length=1, description="The file inside the package that holds the rows.")


class NpmOrigin(_Part):
    """A file of a pinned package on npm."""

    type: Literal["npm"] = Field(description="A package on npm.")
    name: str = Field(min_length=1, description="Name of the package, as npm knows it.")
    version: str = Field(min_length=1, description="The exact version.")
    sha256: Sha256 = Field(description="sha256 of the downloaded .tgz.")
    member: str = Field(min_length=1, description="The file inside the package, as in package/dist/x.json.")


class HubOrigin(_Part):
    """A dataset of the Hugging Face hub at one revision; its rows are read as Parquet."""

    type: Literal["hf"] = Field(description="A dataset on the Hugging Face hub. Its format is parquet.")
    name: str = Field(pattern=r"^[\w.-]+/[\w.-]+$", description="owner/dataset.")
    revision: str = Field(pattern="^[0-9a-f]{40}$", description="The commit, 40 hexadecimal digits.")
    config: str | None = Field(None, description="The configuration of the dataset, if it has several.")
    split: str = Field("train", description="The split of the dataset.")
    path: str | None = Field(None, description="One data file of the dataset, where not all are meant.")
    sha256: Sha256 = Field(description="Digest of the rows, as `isnad` tells it at the first fetch.")


class HttpsOrigin(_Part):
    """A file at an https address."""

    type: Literal["https"] = Field(description="A file at an https address.")
    url: str = Field(pattern="^https://", description="The address.")
    sha256: Sha256 = Field(description="sha256 of the downloaded file.")
    size: int | None = Field(None, ge=0, description="Its size in bytes, where it is known.")
    member: str | None = Field(None, description="The file inside it, if it is an archive.")


class FileOrigin(_Part):
    """A file beside the card, or in the mirror folder that ISNAD_MIRROR names."""

    type: Literal["file"] = Field(
        description="A file beside the card, or in the folder that ISNAD_MIRROR names."
    )
    path: str = Field(min_length=1, description="The file, relative to the card's folder or to the mirror.")
    sha256: Sha256 | None = Field(
        None, description="sha256 of the file. Leave it out while a table beside the card is being written."
    )
    member: str | None = Field(None, description="The file inside it, if it is an archive.")


Origin = Annotated[PypiOrigin | NpmOrigin | HubOrigin | HttpsOrigin | FileOrigin, Field(discriminator="type")]


class Format(_Part):
    """How the bytes are to be read."""

    type: Literal["json", "jsonl", "csv", "xlsx", "parquet", "markdown", "openiti"] = Field(
        description="The format of the file. A table with tabs is csv with delimiter \\t; openiti is JSON lines "
        "with paragraphs of books of the OpenITI."
    )
    records: str = Field(
        "",
        description="JSON only: where the list of rows is, as in hadiths, or [].verses for the list in each "
        "element of a list. Leave it out when the file itself is the list.",
    )
    compression: Literal["auto", "none", "gz", "zst"] = Field(
        "auto", description="How the file is packed. auto looks at its first bytes."
    )
    encoding: str | None = Field(
        None, description="Text encoding. Leave it out for UTF-8; else as in cp1256 or utf-16."
    )
    delimiter: str | None = Field(
        None, min_length=1, max_length=1, description="CSV only: the character between columns."
    )
    header: tuple[str, ...] | None = Field(
        None, description="CSV and XLSX: the names of the columns, for a table that has no header row."
    )
    sheet: str | None = Field(
        None, description="XLSX only: name of the sheet. Needed when several sheets have content."
    )


class FieldRule(_Part):
    """How one field of a document is made, when a plain template is not enough."""

    from_: str = Field(
        alias="from", min_length=1, description='A template, as in "{english.narrator} {english.text}".'
    )
    otherwise: str | None = Field(None, description="A template to take when the first one comes out empty.")
    steps: tuple[Step, ...] = Field(
        (),
        description="What is done to the whole value, in order: strip (blanks at both ends), html (tags and "
        "entities to plain text), number (1.0 and ١ to 1), parts (8.2, the second part of 8, to 8b), "
        "first-number (the first number in it), first-part (what stands before the first /), last-part (behind the "
        "last), lower, slug (words with hyphens), letters (the letters alone).",
    )
    without: tuple[Annotated[str, Field(min_length=1)], ...] = Field(
        (),
        description="Words that the file adds to a text and that are none of it: taken out before the steps.",
    )
    when_empty: Literal["leave", "quarantine"] = Field(
        "leave", description="What to do with a row in which this field is empty: leave it so, or quarantine."
    )


Rule = str | FieldRule


class Fields(_Part):
    """Which column becomes which field of a document. Each value is a template, or an object with more."""

    title_ar: Rule | None = Field(None, description="Arabic title. Left out: the source's title and number.")
    title_en: Rule | None = Field(None, description="English title. Left out: the source's title and number.")
    chapter_ar: Rule | None = Field(None, description="Arabic heading of the chapter.")
    chapter_en: Rule | None = Field(None, description="English heading of the chapter.")
    question_ar: Rule | None = Field(None, description="What was asked, in Arabic (fatwas).")
    question_en: Rule | None = Field(None, description="What was asked, in English (fatwas).")
    text_ar: Rule | None = Field(None, description="The Arabic text, kept byte for byte.")
    text_en: Rule | None = Field(None, description="The English text, kept byte for byte.")
    author: Rule | None = Field(None, description="Narrator, commentator or mufti. Left out: the card's.")
    grade: Rule | None = Field(None, description="How sound a narration is, in the source's words.")
    url: Rule | None = Field(None, description="Where the document can be read.")

    @model_validator(mode="after")
    def _some_text(self) -> Fields:
        if self.text_ar is None and self.text_en is None:
            raise ValueError("text_ar or text_en must be given: a document without text cannot be found")
        return self


class Join(_Part):
    """A look-up table: further columns for each row, under the name of the table."""

    match: str = Field(min_length=1, description='A template whose value is looked up, as in "{chapterId}".')
    from_: str | None = Field(
        None, alias="from", description="A list in the same JSON file, beside the rows, as in chapters."
    )
    key: str = Field("id", description="With from: the column of that list that is compared.")
    rows: dict[Scalar, dict[str, Scalar]] | None = Field(
        None, description="The table itself, written in the card: a key, and its columns."
    )
    table: Literal["surahs"] | None = Field(
        None,
        description="A table that comes with Isnad: surahs has name_ar, name_en and verses of each "
        "surah, by its number.",
    )
    missing: Literal["quarantine", "empty"] = Field(
        "quarantine", description="What to do with a row whose value is not in the table."
    )

    @model_validator(mode="after")
    def _one_table(self) -> Join:
        if sum(part is not None for part in (self.from_, self.rows, self.table)) != 1:
            raise ValueError("give exactly one of from, rows and table")
        return self


class Group(_Part):
    """Rows that hold one and the same comment on verses that follow each other become one document."""

    same: tuple[str, ...] = Field(
        min_length=1,
        description="Fields that must be equal, as in [text_en]. Rows follow each other when the last number "
        "of their reference ids does, wherever they stand in the file; they become one document such as "
        "tafsir:x:2:1-5.",
    )
    why: str = Field(min_length=3, description="Why the rows belong together.")


class Duplicates(_Part):
    """Rows that are known to repeat an earlier row, and are counted as such."""

    by: tuple[str, ...] = Field(
        (), description="Templates: a row equal to an earlier row on all of them is a duplicate."
    )
    same_reference: bool = Field(
        False,
        description="true: a row with the reference id and the texts of an earlier row is a duplicate. With "
        "the id but other texts it is quarantined in any case.",
    )
    why: str = Field(min_length=3, description="Where the duplicates come from.")

    @model_validator(mode="after")
    def _says_something(self) -> Duplicates:
        if not self.by and not self.same_reference:
            raise ValueError("give by, or same_reference: true")
        return self


class Copies(_Part):
    """Documents that other sources have too: compared when a profile's documents are put together, and shown once."""

    of: tuple[str, ...] = Field(min_length=1, description="The sources that may have the same text, by id.")
    why: str = Field(min_length=3, description="Why the same texts are in both.")


class Quote(_Part):
    """A column that is said to quote the Qur'an: its letters are compared with the pinned Qur'an."""

    from_: str = Field(alias="from", min_length=1, description='The quotation, as in "{verse_text}".')
    verse: str = Field(min_length=1, description='The verse or range, as in "quran:{surah}:{ayah}".')
    whole: bool = Field(
        False, description="true: the quotation must be the whole verse; false: a part of it is enough."
    )
    when_differs: Literal["quarantine", "warning"] = Field(
        "quarantine", description="What to do with a row whose letters differ from the Qur'an."
    )


class Expected(_Part):
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
            raise ValueError(
                f"documents + quarantined + duplicates + merged = {told}, but rows = {self.rows}"
            )
        return self


class Review(_Part):
    """Who looked at the source, and whether it may be shown."""

    status: Literal["approved", "draft", "sample"] = Field(
        description="approved: may be served; draft: being worked on; sample: shows the form, is no source."
    )
    by: str | None = Field(None, description="Who approved it.")
    day: date | None = Field(None, description="When, as in 2026-11-21.")
    note: str | None = Field(None, description="What was looked at, and what was not.")

    @model_validator(mode="after")
    def _approved_by_someone(self) -> Review:
        if self.status == "approved" and not self.by:
            raise ValueError("an approved source says by whom: fill in by")
        return self


class SourceCard(_Part):
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
    reference: str = Field(
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
    copies: Copies | None = Field(None, description="Sources that have the same texts; a copy is shown once.")
    links: tuple[str, ...] = Field(
        (), description='Documents that a row speaks of, as in "quran:{surah}:{ayah}". Ranges are spread out.'
    )
    quotes: tuple[Quote, ...] = Field((), description="Columns that are said to quote the Qur'an.")
    known_characters: tuple[Annotated[str, Field(pattern=r"^U\+[0-9A-F]{4,6}$")], ...] = Field(
        (),
        description="Unusual characters that are known to be in this source and need no warning, as U+200F.",
    )
    expected: Expected | None = Field(
        None, description="What the source is known to give. Needed before it can be approved."
    )
    review: Review = Field(description="Who looked at the source, and whether it may be shown.")

    @model_validator(mode="after")
    def _consistent(self) -> SourceCard:
        if (self.kind is Kind.QURAN) == bool(self.collection):
            raise ValueError(
                "the Qur'an has no collection: leave it out"
                if self.collection
                else f"collection is missing: a word for this collection, as in {self.kind}:<collection>:12"
            )
        if not self.reference.startswith(f"{self.kind}:"):
            raise ValueError(f"reference must begin with “{self.kind}:”, the kind of this card")
        if self.review.status == "approved" and self.expected is None:
            raise ValueError("an approved source states its expected counts: fill in expected")
        if self.review.status == "approved" and getattr(self.origin, "sha256", None) is None:
            raise ValueError("an approved source pins its bytes: fill in origin.sha256")
        for language, rule in (("ar", self.fields.text_ar), ("en", self.fields.text_en)):
            if (language in self.languages) != (rule is not None):
                raise ValueError(f"languages and fields.text_{language} do not agree")
        return self


def card_json_schema() -> dict[str, object]:
    """The JSON Schema of a card, for text editors."""
    schema = SourceCard.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def card_json_schema_text() -> str:
    """The same as it stands in schemas/source-card.schema.json."""
    return json.dumps(card_json_schema(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
