"""Comments beside the verses that are shown: which of them, each once, and what they say of the verses' words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.composing.compose import RUN, as_sentence
from pipeline.answer.composing.explaining import explaining_part, opening_part
from pipeline.answer.composing.looked_up import sentence_for
from pipeline.answer.composing.pieces import Part
from pipeline.answer.composing.replies import comments_on, explaining_first
from pipeline.answer.composing.shown import display_title
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.route import Route
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import NOTHING
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

COMMENTED = 3  # verses with which commentary is shown
COMMENTARIES = 2
EXPLAINED = 11  # verses of which each is shown with a comment, where commentary is asked for


def comments_beside(
    index: Index,
    held: Sequence[Document],
    routed: Route,
    lexicon: Lexicon,
    *,
    explains: bool = False,
) -> list[Document]:
    """Comments on the verses shown, when they are few; one on each of more, where they are what is asked for."""
    verses = index.held(document.id for document in held if document.kind == Kind.QURAN)
    few = len(verses) <= COMMENTED
    if not few and not (explains and len(verses) <= EXPLAINED):
        return []
    comments: list[Document] = []
    for ordinal, _ in verses:
        found = (explaining_first if explains else comments_on)(
            index, ordinal, routed.language, lexicon, routed.mentions.commentaries
        )
        comments += [document for _, document in found[: COMMENTARIES if few else 1]]
    return each_once(comments)


def each_once(comments: Sequence[Document]) -> list[Document]:
    """Each comment once: one on several verses is held under each of them with the same text, and is shown under the
    first, with the verses up to the last in its title."""
    same: dict[tuple[str, str | None, str | None], list[Document]] = {}
    for one in {one.id: one for one in comments}.values():
        same.setdefault((one.collection, one.text_ar, one.text_en), []).append(one)
    return [_on_all(*held) for held in same.values()]


def _on_all(first: Document, *others: Document) -> Document:
    """A comment with the place of the last of those that say the same in its title."""
    last = ReferenceId.parse(others[-1].id).locators[-1] if others else None
    if last is None:
        return first
    until = f"-{last.last or last.first}"
    arabic, english = (title and f"{title}{until}" for title in (first.title_ar, first.title_en))
    return replace(first, title_ar=arabic, title_en=english)


def explained(
    held: Sequence[Document], comments: Sequence[Document], language: str, lexicon: Lexicon
) -> tuple[str, ...]:
    """What comments say of the verses shown, one on each and as many as there is room for, where their meaning is asked
    for."""
    verses = [document for document in held if document.kind == Kind.QURAN]
    told = [one for one in comments if one.text(language)]
    said = [_comment(one, verses, language, lexicon) for one in (told if len(held) > 1 else told[:1])]
    room = [sum(map(len, said[: place + 1])) <= RUN for place in range(len(said))]
    return tuple(said[: max(1, sum(room))])


def _comment(comment: Document, verses: Sequence[Document], language: str, lexicon: Lexicon) -> str:
    """What a comment says behind words of verses; else what it begins with."""
    reading = read_in(comment, "en", NOTHING) if language == "en" else None
    if reading is None:
        return sentence_for([comment], language, lexicon)
    part = explaining_part(reading, verses, NOTHING) or opening_part(reading)
    title = display_title(comment, language)
    return lexicon.phrases[language]["summary_said"].format(text=as_sentence(reading.text, part), title=title)


def explained_at(comment: Document, verses: Sequence[Document]) -> Part | None:
    """What a comment in English says behind words of verses."""
    reading = read_in(comment, "en", NOTHING) if verses else None
    return explaining_part(reading, verses, NOTHING) if reading else None
