"""Why a surah was revealed is told by texts that recite it and say that it was revealed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from pipeline.answer.demands.read import Read
from pipeline.answer.finding.revelation import recited, surah_asked, telling, tells_of_revealing
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from pipeline.index import Index
from pipeline.index.types import Filters, Hit
from schemas.document import Document

LEXICON = default_lexicon()
VERSE = Document("quran:111:1", "quran", "quran", "q", text_en="May the hands be ruined", text_ar="تبت يدا")


@pytest.mark.parametrize(
    ("question", "surah"),
    [
        ("Why was Surah al-Masad revealed?", 111),
        ("What is the reason for the revelation of Surah Abasa?", 80),
        ("About whom was surah al-Kawthar revealed?", 108),
        ("reasons for revelation of surah abasa", 80),
        ("the reason for the revelation of Surah al-Masad", 111),
        ("reasons for reading surah abasa", 0),
        ("When was surah al-Kawthar revealed?", 0),
        ("ما سبب نزول سورة المسد؟", 111),
        ("لماذا نزلت سورة عبس؟", 80),
        ("Why is Surah al-Fatihah recited in every prayer?", 0),
        ("Why was the Quran revealed in Arabic?", 0),
        ("Why was Surah al-Masad revealed before Surah al-Kawthar?", 0),
        ("ما سبب نزول المطر؟", 0),
        ("ما فضل سورة الملك؟", 0),
    ],
)
def test_only_the_revelation_of_one_surah_is_asked_about(question: str, surah: int) -> None:
    assert surah_asked(question, LEXICON) == surah


def _index(*references: str) -> Index:
    def search(words: str, *, k: int, filters: Filters) -> SimpleNamespace:
        assert filters.kinds == ("tafsir", "hadith")
        return SimpleNamespace(hits=tuple(Hit(n, one, 0, 9, 9, 9, 0) for n, one in enumerate(references)))

    found = {"quran:111:1": 0}
    return cast(Index, SimpleNamespace(find=found.get, document=lambda _: VERSE, search=search))


def test_it_is_sought_by_its_opening_among_its_comments_and_narrations() -> None:
    index = _index("tafsir:x:111:1", "tafsir:x:11:1", "hadith:x:4", "tafsir:x:111:1-5")
    assert recited(index, 111, "en") == "May the hands be ruined revealed"
    assert recited(index, 111, "ar") == "تبت يدا نزلت"
    assert recited(index, 112, "ar") == ""
    found = [hit.reference for hit in telling(index, 111, "تبت يدا نزلت")]
    assert found == ["tafsir:x:111:1", "hadith:x:4", "tafsir:x:111:1-5"]


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Abu Lahab said: is it for this? Then it was revealed: may the hands be ruined.", True),
        ("May the hands be ruined: that is, lost.", False),
        ("فقال أبو لهب تبا لك فنزلت تبت يدا", True),
        ("He recited: may the hands be ruined. So Allah revealed: do not come near to prayer.", False),
        ("قرأ تبت يدا فأنزل الله يا أيها الذين آمنوا لا تقربوا الصلاة", False),
        ("May the hands be ruined was revealed about Abu Lahab.", True),
    ],
)
def test_a_text_says_that_it_was_revealed(text: str, tells: bool) -> None:
    arabic = not text.isascii()
    document = Document(
        "hadith:x:1", "hadith", "x", "x", text_ar=text if arabic else None, text_en=None if arabic else text
    )
    question = asked(
        "تبت يدا" if arabic else "hands ruined", None, lambda _: 5.0, lambda _: True, frozenset()
    )
    reading = read(document, question)
    assert reading is not None
    assert tells_of_revealing(Read("hadith", reading, question, LEXICON)) is tells


@pytest.mark.parametrize(
    "question",
    [
        "Which surah is called the heart of the Quran?",
        "ما هي السورة التي تسمى قلب القرآن؟",
        "What is the heart of the Quran?",
    ],
)
def test_the_heart_of_the_quran_is_sought_in_the_words_that_name_it(question: str) -> None:
    wording = LEXICON.wordings.wording(question)
    assert wording is not None
    assert wording.name == "heart-of-quran"
