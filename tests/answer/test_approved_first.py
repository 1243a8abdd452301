"""Approved verses and narrations stand before a draft that is little better, where they hold as much of a question."""

from __future__ import annotations

from dataclasses import replace

from pipeline.answer.candidates import Candidate
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import _approved_first
from pipeline.answer.reading import read
from pipeline.answer.units import asked
from schemas.document import Document

QUESTION = asked("the honey of the hill", None, lambda _: 1.0, lambda _: True, default_lexicon().frame)


def _text(reference: str, status: str, merit: int, text: str = "the honey of the hill is sweet") -> Candidate:
    kind, collection, *_ = reference.split(":")
    document = Document(reference, kind, collection, collection, text_en=text, status=status)
    reading = read(document, QUESTION)
    assert reading is not None
    return Candidate(document, reading, 0, merit)


DRAFT = _text("fatwa:x:1", "draft", 8000)
VERSE = _text("quran:1:1", "approved", 7000)
NARRATION = _text("hadith:x:1", "approved", 7500)


def _first(*texts: Candidate) -> list[str]:
    return [one.document.id for one in _approved_first([DRAFT, *texts])]


def test_approved_texts_that_answer_as_well_go_first_in_their_order() -> None:
    assert _first(NARRATION, VERSE) == ["hadith:x:1", "quran:1:1", "fatwa:x:1"]


def test_what_is_far_behind_or_holds_less_or_is_no_such_text_stays() -> None:
    for other in (
        replace(VERSE, merit=6999),
        replace(VERSE, meets=False),
        _text("quran:1:2", "approved", 7900, "the honey is sweet"),
        _text("hadith:x:2", "draft", 7900),
        _text("fatwa:x:2", "approved", 7900),
    ):
        assert _first(other)[0] == "fatwa:x:1"


def test_nothing_moves_behind_an_approved_text_or_without_any() -> None:
    assert _approved_first([]) == []
    best = replace(DRAFT, document=replace(DRAFT.document, status="approved"))
    assert _approved_first([best, VERSE])[0] is best
