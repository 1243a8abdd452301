"""A text that is shown and misquotes a verse: the reader is led to the verse itself, wherever the text is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_index import index_of

from pipeline.answer import answer
from pipeline.answer.composing.quoting import misquoting
from pipeline.answer.composing.shown import Shown
from pipeline.answer.lexicon import default_lexicon
from pipeline.index import Index
from schemas.document import Document

LEXICON = default_lexicon()
VERSE = "وَرَفَعۡنَا ٱلۡفَنۡقُوسَ فَوۡقَ ٱلۡبُيُوتِ ٱلۡعَالِيَةِ"
WRONG = "قال: ﴿ورفعنا الفنقوس فوق البيات العالية﴾ انتهى."
RIGHT = "قال: ﴿ورفعنا الفنقوس فوق البيوت العالية﴾ انتهى."


def narration(number: int, text: str) -> Document:
    return Document(
        f"hadith:bukhari:{number}", "hadith", "bukhari", "b", status="approved", text_ar=text,
        title_ar=f"صحيح البخاري {number}", title_en=f"Sahih al-Bukhari {number}",
    )  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    verse = Document(
        "quran:81:1", "quran", "", "quran", text_ar=VERSE, status="approved",
        title_ar="التكوير 1", title_en="At-Takwir 81:1",
    )  # fmt: skip
    return index_of([verse, narration(1, WRONG), narration(2, RIGHT)], tmp_path_factory.mktemp("quoting"))


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Sahih al-Bukhari 1. See the verse itself: At-Takwir 81:1 (“البيات”)."),
        ("ar", "التكوير 1 («البيات»)"),
    ],
)
def test_the_note_names_the_text_the_words_and_the_verse(index: Index, language: str, says: str) -> None:
    texts = [Shown(one, {}, whole=True) for one in (narration(1, WRONG), narration(2, RIGHT))]
    [note] = misquoting(index, texts, language, LEXICON)
    assert says in note
    assert "Bukhari 2" not in note


def test_the_same_mistake_is_told_once_and_a_verse_never(index: Index) -> None:
    twice = Shown(narration(1, f"{WRONG} {WRONG}"), {}, whole=True)
    [note] = misquoting(index, [twice], "ar", LEXICON)
    assert note.count("البيات") == 1
    verse = Shown(replace(narration(1, WRONG), kind="quran"), {}, whole=True)
    assert misquoting(index, [verse], "ar", LEXICON) == []


def test_what_is_not_shown_is_not_told(index: Index) -> None:
    long = Document(
        "fatwa:a:1", "fatwa", "a", "a", text_ar=f"{'كلام طويل. ' * 2000}{WRONG}", title_ar="عنوان"
    )
    assert misquoting(index, [Shown(long, {"ar": (0, 10)})], "ar", LEXICON) == []
    assert misquoting(index, [Shown(long, {}, whole=True)], "ar", LEXICON)


@pytest.mark.parametrize(("number", "told"), [(1, True), (2, False)])
def test_a_text_that_is_looked_up_is_told_so_too(index: Index, number: int, told: bool) -> None:
    given = answer(index, f"صحيح البخاري {number}")
    assert given.verdict.sources == (f"hadith:bukhari:{number}",)
    assert ("على قراءة أخرى" in (given.note or "")) is told
    assert (WRONG if told else RIGHT) in given.evidence[0].content
