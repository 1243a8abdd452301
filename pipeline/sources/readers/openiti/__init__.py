"""Books of the OpenITI, cut into paragraphs: JSON Lines with `book`, `n`, `heading` and `text`.

A paragraph carries the marks of its file (mARkdown): page and folio marks, milestones, line breaks, tags of
quotations. They are the container, not the text, and are taken off; `marks` says how. What one row holds is
often no paragraph: a page mark, a heading, half a sentence before the end of a page. `join` says which rows
are one text.

Every row of the file comes out as one row. The row that opens a text carries all of it, with these columns:

    book, n               as the file has them; n is that of the paragraph that gives the text its place
    heading               the heading that it stands under, without its marks
    text                  the words, paragraphs on lines of their own
    place                 locators of a reference id, see `places`
    place_ar, place_en    the same for a person: ج 2 ص 35, vol. 2, p. 35
    verses                surah and verses of a comment, as in 2:255; empty for other texts

The others are `joined`. Rules: a book is held in memory as a whole, and no more than one. A row without a book,
without a text, or with a tag that nobody can read is a row with a problem; reading goes on behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from pipeline.sources.readers.jsonlines import read_jsonlines
from pipeline.sources.readers.openiti.join import TITLE, Text, join
from pipeline.sources.readers.openiti.marks import Paragraph, paragraph, unknown_tag
from pipeline.sources.readers.openiti.places import Places
from pipeline.sources.readers.row import Row, RowProblem
from schemas.origin import Format
from schemas.sentence import said


def read_openiti(path: Path, spec: Format) -> Iterator[Row]:
    """The rows of one file, in its order; holds one book at a time."""
    places: dict[object, Places] = {}
    for book, rows in groupby(read_jsonlines(path, spec), key=_book):
        held = list(rows)
        if book is None:
            yield from (row if row.problem else replace(row, problem=_no_book(row)) for row in held)
        else:
            yield from _book_rows(held, places.setdefault(book, Places()))


def _book(row: Row) -> str | None:
    book = row.fields.get("book")
    return book.strip() or None if isinstance(book, str) and row.problem is None else None


def _book_rows(rows: list[Row], places: Places) -> Iterator[Row]:
    """The rows of one book, each with its text, joined to another, or with its problem."""
    problems = {place: problem for place, row in enumerate(rows) if (problem := _problem(row))}
    paragraphs = [_paragraph(row, bad=place in problems) for place, row in enumerate(rows)]
    texts: dict[int, Text] = {text.opens.row: text for text in join(places.located(paragraphs))}
    for place, row in enumerate(rows):
        if place in problems:
            yield replace(row, problem=problems[place])
        elif place in texts:
            text = texts[place]
            number = row.fields.get("n")
            columns = {
                "heading": _title(text.opens.heading),
                "text": text.text,
                **places.name(text.opens, number, parts=text.parts),
            }
            yield replace(row, fields={**row.fields, **columns})
        elif texts:
            yield replace(row, joined=True)
        else:
            yield replace(row, problem=_no_words(row))


def _title(heading: str) -> str:
    return heading if len(heading) <= TITLE else heading[: TITLE // 2].rsplit(" ", 1)[0] + " …"


def _paragraph(row: Row, *, bad: bool) -> Paragraph:
    heading = row.fields.get("heading")
    text = "" if bad else str(row.fields["text"])
    return paragraph(text, heading if isinstance(heading, str) else "")


def _problem(row: Row) -> RowProblem | None:
    text, heading = row.fields.get("text"), row.fields.get("heading")
    if not isinstance(text, str) or not (heading is None or isinstance(heading, str)):
        field = "heading" if isinstance(text, str) else "text"
        found = heading if isinstance(text, str) else text
        return RowProblem(
            "not-a-text",
            field,
            repr(found),
            said("the column “{field}” holds no text", field=field),
            "write the paragraph as the OpenITI file has it",
        )
    tag = unknown_tag(text)
    if tag:
        return RowProblem(
            "unknown-mark",
            "text",
            tag,
            said("the paragraph holds the mark {tag}, which this reader does not know", tag=tag),
            "look the mark up in the OpenITI's list; remove it, or have the reader learn it",
        )
    return None


def _no_words(row: Row) -> RowProblem:
    return RowProblem(
        "empty-text",
        "text",
        str(row.fields["text"]),
        "the book has no text that this row could belong to",
        "fill in the text, or remove the row",
    )


def _no_book(row: Row) -> RowProblem:
    return RowProblem(
        "no-book",
        "book",
        repr(row.fields.get("book")),
        "the row does not say which book it is of",
        "fill in the column book with the name of the OpenITI file",
    )
