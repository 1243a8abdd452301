"""Columns to documents: what a card says of its rows.

Parts of a source card (`schemas.card`): which column becomes which field of a document, which tables a row is
looked up in, and which rows are one text, repeat another, or quote the Qur'an.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator

from schemas.errors import CardError
from schemas.origin import CardPart
from schemas.template import Step, parse_template

Scalar = str | int | float | bool


def _readable(template: str) -> str:
    parse_template(template)
    return template


TemplateText = Annotated[str, AfterValidator(_readable)]


class FieldRule(CardPart):
    """How one field of a document is made, when a plain template is not enough."""

    from_: TemplateText = Field(
        alias="from", min_length=1, description='A template, as in "{english.narrator} {english.text}".'
    )
    otherwise: TemplateText | None = Field(
        None, description="A template to take when the first one comes out empty."
    )
    steps: tuple[Step, ...] = Field(
        (),
        description="What is done to the whole value, in order: strip (blanks at both ends), html (tags and "
        "entities to plain text), number (1.0 and ١ to 1), parts (8.2, the second part of 8, to 8b), "
        "first-number (the first number in it), first-part (what stands before the first /), last-part (behind the "
        "last), lower, slug (words with hyphens), letters (the letters alone), question (what a text prints as asked "
        "above its answer), answer (the text without it), pages (without the numbers of printed pages), sentences (a "
        "blank between sentences that touch).",
    )
    without: tuple[Annotated[str, Field(min_length=1)], ...] = Field(
        (),
        description="Words that the file adds to a text and that are none of it: taken out before the steps.",
    )
    when_empty: Literal["leave", "quarantine"] = Field(
        "leave", description="What to do with a row in which this field is empty: leave it so, or quarantine."
    )


Rule = Annotated[
    Annotated[TemplateText, Tag("template")] | Annotated[FieldRule, Tag("rule")],
    Discriminator(lambda written: "rule" if isinstance(written, dict | FieldRule) else "template"),
]


class Fields(CardPart):
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
    url: Rule | None = Field(None, description="Where the document can be read: a whole http(s) address.")

    @model_validator(mode="after")
    def _some_text(self) -> Fields:
        if self.text_ar is None and self.text_en is None:
            raise CardError(
                "text_ar or text_en must be given: a document without text cannot be found",
                remedy="say which column holds the text",
            )
        return self


class Join(CardPart):
    """A look-up table: further columns for each row, under the name of the table."""

    match: TemplateText = Field(
        min_length=1, description='A template whose value is looked up, as in "{chapterId}".'
    )
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
            raise CardError(
                "a look-up table needs exactly one of from, rows and table", remedy="keep one of them"
            )
        return self


class Group(CardPart):
    """Rows that hold one and the same comment on verses that follow each other become one document."""

    same: tuple[str, ...] = Field(
        min_length=1,
        description="Fields that must be equal, as in [text_en]. Rows follow each other when the last number "
        "of their reference ids does, wherever they stand in the file; they become one document such as "
        "tafsir:x:2:1-5.",
    )
    why: str = Field(min_length=3, description="Why the rows belong together.")


class Duplicates(CardPart):
    """Rows that are known to repeat an earlier row, and are counted as such."""

    by: tuple[TemplateText, ...] = Field(
        (), description="Templates: a row equal to an earlier row on all of them is a duplicate."
    )
    same_reference: bool = Field(
        False,
        description="true: a row that has the reference id of an earlier row and says the same in every field is a "
        "duplicate. With the id but anything else it is quarantined in any case.",
    )
    why: str = Field(min_length=3, description="Where the duplicates come from.")

    @model_validator(mode="after")
    def _says_something(self) -> Duplicates:
        if not self.by and not self.same_reference:
            raise CardError(
                "nothing says which rows are duplicates", remedy="give by, or same_reference: true"
            )
        return self


class SetAside(CardPart):
    """Rows that are no texts, or not of this source, told by a value that they have."""

    by: TemplateText = Field(min_length=1, description='What tells them, as in "{link|last-part}".')
    values: tuple[Scalar, ...] = Field(min_length=1, description="What it gives for each of these rows.")
    why: str = Field(min_length=3, description="Why they are set aside; told with each of them.")


class Copies(CardPart):
    """Documents that other sources have too: compared when a profile's documents are put together, and shown once."""

    of: tuple[str, ...] = Field(min_length=1, description="The sources that may have the same text, by id.")
    why: str = Field(min_length=3, description="Why the same texts are in both.")


class Quote(CardPart):
    """A column that is said to quote the Qur'an: its letters are compared with the pinned Qur'an."""

    from_: TemplateText = Field(
        alias="from", min_length=1, description='The quotation, as in "{verse_text}".'
    )
    verse: TemplateText = Field(min_length=1, description='The verse or range, as in "quran:{surah}:{ayah}".')
    whole: bool = Field(
        False, description="true: the quotation must be the whole verse; false: a part of it is enough."
    )
    when_differs: Literal["quarantine", "warning"] = Field(
        "quarantine", description="What to do with a row whose letters differ from the Qur'an."
    )
