"""Verses that ask what a thing is, and the verse behind them that says it; verses with the comment that explains them.

"What will make you know what the Striker is?" only names it; the next verse tells. An answer that shows a verse which
ends with such a question shows its reply right behind it, and quotes both. Which verses are shown is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.composing.explaining import explains
from pipeline.answer.composing.passage import verse_at
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import NOTHING, Asked
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

# In folded text, of either spelling.
_ASKS = re.compile(r"(?:^|\s)ادر[اي]ك ما(?:\s+\S+){1,3}\s*$|^\W*ما \S+\s*$")


def asks(document: Document) -> bool:
    """Whether a verse ends by asking what the thing is that it names."""
    return document.kind == Kind.QURAN and _ASKS.search(fold(document.text_ar or "")) is not None


def with_replies(index: Index, chosen: Sequence[Candidate], question: Asked) -> list[Candidate]:
    """The texts to show, each verse that asks followed by the verse that replies; no text stands twice."""
    shown: dict[str, Candidate] = {}
    for one in chosen:
        following: Candidate | None = one
        while following is not None:
            shown.setdefault(following.document.id, following)
            following = _reply(index, following, question)
    return list(shown.values())


def comments_on(
    index: Index, verse: int, language: str, lexicon: Lexicon, named: Sequence[str] = ()
) -> list[tuple[int, Document]]:
    """The comments on the verse of an ordinal, with theirs: those of the collections that are named, then those that
    can be read in a language, then in the order of the list."""
    linked = ((ordinal, index.document(ordinal)) for ordinal in index.linking(verse))

    def esteem(one: tuple[int, Document]) -> tuple[bool, bool, int, bool, object]:
        reference = ReferenceId.parse(one[1].id)
        place = lexicon.commentaries.get(reference.collection, len(lexicon.commentaries))
        other = reference.collection not in named
        return other, not one[1].text(language), place, one[1].status != "approved", reference.key()

    return sorted((one for one in linked if one[1].kind == Kind.TAFSIR), key=esteem)


def explaining_first(
    index: Index, verse: int, language: str, lexicon: Lexicon, named: Sequence[str] = ()
) -> list[tuple[int, Document]]:
    """The comments on a verse, before the others the first that says something of this one: a comment on a whole run
    may tell of the others alone. One of a collection that is named stays the first."""
    comments, shown = comments_on(index, verse, language, lexicon, named), index.document(verse)
    if comments and ReferenceId.parse(comments[0][1].id).collection in named:
        return comments
    for one in comments:
        reading = read_in(one[1], language, NOTHING)
        if reading is not None and explains(one[1], reading, shown):
            return [one, *(other for other in comments if other is not one)]
    return comments


def with_comment(
    index: Index,
    chosen: Sequence[Candidate],
    asking: Asking,
    named: Sequence[str] = (),
) -> list[Candidate]:
    """The texts to show, the first one followed by what a comment says of it where it is a verse, rather one of the
    collections that are named.

    A verse that asks what the thing is gives its place to one that does not; without one, the verse behind it replies.
    """
    first, question = chosen[0], asking.question
    if asks(first.document):
        first = next(
            (one for one in chosen if one.document.kind == Kind.QURAN and not asks(one.document)), first
        )
    if first.document.kind != Kind.QURAN or asks(first.document):
        return with_replies(index, chosen, question)
    shown = [one for one in chosen if one is not first and not _explains(one, first)]
    for ordinal, document in explaining_first(index, first.ordinal, question.language, asking.lexicon, named):
        reading = read_in(document, question.language, question)
        if reading is not None:
            return [
                first,
                replace(first, document=document, reading=reading, ordinal=ordinal, same=()),
                *shown,
            ]
    return list(chosen)


def leading(chosen: Sequence[Candidate]) -> Sequence[Candidate]:
    """The first text, with the verses that reply to it or the comment that explains it."""
    last = 0
    while last + 1 < len(chosen) and (
        asks(chosen[last].document) or _explains(chosen[last + 1], chosen[last])
    ):
        last += 1
    return chosen[: last + 1]


def _explains(one: Candidate, verse: Candidate) -> bool:
    """Whether a text is a comment on a verse, or on some among which it is."""
    place = verse_at(verse.document.id)
    if place is None or one.document.kind != Kind.TAFSIR:
        return False
    told = ReferenceId.parse(one.document.id).locators
    return len(told) > 1 and told[0].covers(place[0]) and told[1].covers(place[1])


def _reply(index: Index, one: Candidate, question: Asked) -> Candidate | None:
    place = verse_at(one.document.id)
    if place is None or not asks(one.document):
        return None
    for ordinal, document in index.held([f"quran:{place[0]}:{place[1] + 1}"]):
        if reading := read_in(document, one.reading.language, question):
            return replace(one, document=document, reading=reading, ordinal=ordinal, same=())
    return None
