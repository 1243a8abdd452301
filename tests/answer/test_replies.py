"""A verse that asks what a thing is brings the verse that replies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

import pytest

from pipeline.answer.composing.replies import asks, comments_on, leading, with_comment, with_replies
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from pipeline.index import Index
from schemas.document import Document

LEXICON = default_lexicon()
# invented, but for the words of asking
VERSES = {
    1: "والفانوس",
    2: "وما ادراك ما الفانوس",
    3: "ثم ما أدراك ما الفانوس",
    4: "سراج على الباب",
    5: "وَمَآ أَدۡرَىٰكَ مَا ٱلۡبَابُ",
}


def _verse(number: int, text: str) -> Document:
    return Document(f"quran:1:{number}", "quran", "", "quran", text_ar=text, status="approved")


class Held:
    """The verses, as an index tells them."""

    documents = (
        *(_verse(number, text) for number, text in VERSES.items()),
        Document("tafsir:a:1:1-2", "tafsir", "a", "a", text_ar="الفانوس سراج يحمل", status="approved"),
        Document("tafsir:b:1:1", "tafsir", "b", "b", text_en="A lantern is a lamp that is carried."),
        Document("tafsir:saadi:1:1", "tafsir", "saadi", "saadi", text_ar="الفانوس ما يحمل من السرج"),
        Document("fatwa:c:1", "fatwa", "c", "c", text_ar="الفانوس في المسجد", links=("quran:1:1",)),
    )

    def held(self, references: Iterable[str]) -> list[tuple[int, Document]]:
        return Index.held(cast(Index, self), references)

    def find(self, reference: str) -> int | None:
        return next((place for place, one in enumerate(self.documents) if one.id == reference), None)

    def document(self, ordinal: int) -> Document:
        return self.documents[ordinal]

    def linking(self, ordinal: int) -> tuple[int, ...]:
        return (5, 6, 7, 8) if ordinal == 0 else ()


def _question() -> Asked:
    return asked("ما الفانوس", None, lambda _: 1.0, lambda _: True, LEXICON.frame)


def _candidate(number: int) -> Candidate:
    document = _verse(number, VERSES[number])
    reading = read(document, _question())
    assert reading is not None
    return Candidate(document, reading, number - 1, 0)


def _shown(*numbers: int) -> list[str]:
    held = cast(Index, Held())
    found = with_replies(held, [_candidate(one) for one in numbers], _question())
    return [one.document.id for one in found]


@pytest.mark.parametrize("number", VERSES)
def test_a_verse_asks_in_either_spelling(number: int) -> None:
    assert asks(_verse(number, VERSES[number])) is (number in (2, 3, 5))


def test_a_narration_does_not_ask() -> None:
    narration = Document("hadith:bukhari:1", "hadith", "bukhari", "bukhari", text_ar=VERSES[2])
    assert not asks(narration)


def test_replies_follow_until_one_says_it() -> None:
    assert _shown(2) == ["quran:1:2", "quran:1:3", "quran:1:4"]
    assert _shown(1) == ["quran:1:1"]


def test_no_verse_stands_twice() -> None:
    assert _shown(2, 4, 1) == ["quran:1:2", "quran:1:3", "quran:1:4", "quran:1:1"]
    assert _shown(4, 2) == ["quran:1:4", "quran:1:2", "quran:1:3"]


def test_the_last_verse_may_ask_without_a_reply() -> None:
    assert _shown(5) == ["quran:1:5"]


def test_the_summary_quotes_the_question_and_its_replies() -> None:
    chosen = [_candidate(one) for one in (2, 3, 4, 1)]
    assert [one.document.id for one in leading(chosen)] == ["quran:1:2", "quran:1:3", "quran:1:4"]
    assert [one.document.id for one in leading(chosen[3:])] == ["quran:1:1"]


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ((1,), ["quran:1:1", "tafsir:saadi:1:1"]),
        ((2, 1), ["quran:1:1", "tafsir:saadi:1:1", "quran:1:2"]),
        ((3,), ["quran:1:3", "quran:1:4"]),
        ((4,), ["quran:1:4"]),
    ],
)
def test_a_meaning_is_told_by_a_verse_with_its_comment(numbers: tuple[int, ...], shown: list[str]) -> None:
    held = cast(Index, Held())
    found = with_comment(held, [_candidate(one) for one in numbers], Asking("", _question(), LEXICON))
    assert [one.document.id for one in found] == shown
    assert len(leading(found)) == min(2, len(found))


@pytest.mark.parametrize(("language", "order"), [("ar", ["saadi", "a", "b"]), ("en", ["b", "saadi", "a"])])
def test_comments_in_the_language_come_first_and_then_those_of_the_list(
    language: str, order: list[str]
) -> None:
    found = comments_on(cast(Index, Held()), 0, language, LEXICON)
    assert [document.source for _, document in found] == order


def test_a_comment_on_several_verses_explains_each_of_them() -> None:
    verse = _candidate(1)
    comment = replace(verse, document=Held.documents[5])
    other = replace(verse, document=Held.documents[3])
    assert leading([verse, comment, other]) == [verse, comment]
    assert leading([other, comment]) == [other]
