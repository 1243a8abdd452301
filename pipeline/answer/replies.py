"""Verses that ask what a thing is, and the verse behind them that says it.

"What will make you know what the Striker is?" only names it; the next verse tells. An answer that shows a verse which
ends with such a question shows its reply right behind it, and quotes both. Which verses are shown is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.candidates import Candidate
from pipeline.answer.fold import fold
from pipeline.answer.reading import read_in
from pipeline.answer.units import Asked
from schemas.document import Document
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index

_ASKS = re.compile(r"(?:^|\s)ادر[اي]ك ما(?:\s+\S+){1,3}\s*$")  # in folded text, of either spelling
_REFERENCE = re.compile(r"quran:(\d+):(\d+)$")


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


def leading(chosen: Sequence[Candidate]) -> Sequence[Candidate]:
    """The first text, with the verses that reply to it."""
    last = 0
    while last + 1 < len(chosen) and asks(chosen[last].document):
        last += 1
    return chosen[: last + 1]


def _reply(index: Index, one: Candidate, question: Asked) -> Candidate | None:
    place = _REFERENCE.match(one.document.id)
    if place is None or not asks(one.document):
        return None
    ordinal = index.find(f"quran:{place[1]}:{int(place[2]) + 1}")
    if ordinal is None:
        return None
    document = index.document(ordinal)
    reading = read_in(document, one.reading.language, question)
    return (
        None
        if reading is None
        else replace(one, document=document, reading=reading, ordinal=ordinal, same=())
    )
