"""Numbers of the Qur'an: asked for in many ways, told by the list of surahs and shown by a verse."""

from __future__ import annotations

import pytest

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.counts import Count, count_in
from pipeline.answer.routing.route import route
from pipeline.answer.words.fold import fold
from pipeline.index import Index
from schemas.answer import Intent, Reason

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "of", "surah", "number"),
    [
        ("How many verses are in Surah Al-Baqarah?", "verses", 2, 286),
        ("how many ayat in yasin", "verses", 36, 83),
        ("How many verses does the chapter Al-Kahf have?", "verses", 18, 110),
        ("Surah Mulk has how many ayahs?", "verses", 67, 30),
        ("What is the number of verses of Ali Imran", "verses", 3, 200),
        ("كم عدد آيات سورة البقرة؟", "verses", 2, 286),
        ("عدد ايات سورة آل عمران", "verses", 3, 200),
        ("سورة الملك كم آية", "verses", 67, 30),
        ("What number is Surah Yusuf?", "place", 12, 12),
        ("ما ترتيب سورة يوسف في القرآن الكريم؟", "place", 12, 12),
        ("How many surahs are there in the Holy Quran?", "surahs", 114, 114),
        ("كم سورة في القرآن الكريم؟", "surahs", 114, 114),
        ("number of verses in the Quran", "all-verses", 114, 6236),
        ("كم آية في القرآن؟", "all-verses", 114, 6236),
    ],
)
def test_a_number_is_asked_for_in_many_ways(question: str, of: str, surah: int, number: int) -> None:
    count = count_in(fold(question), LEXICON)
    assert count == Count(of, surah)
    assert count.number(LEXICON) == number
    routed = route(question, LEXICON)
    assert (routed.intent, routed.mentions.references) == (Intent.LOOKUP, (count.shown_by(LEXICON),))


@pytest.mark.parametrize(
    "question",
    [
        "How many verses in the Quran mention wine?",
        "How many verses were revealed about Aisha?",
        "How many verses of Surah Al-Baqarah should I recite at night?",
        "How many verses does Surah Al-Sundus have?",
        "كم آية في سورة البقرة عن الصيام؟",
        "ما ترتيب سورة البقرة في النزول؟",
        "What number is the verse of the throne?",
        "How many surahs did Jibril recite?",
    ],
)
def test_what_is_asked_beside_a_number_is_no_count(question: str) -> None:
    assert count_in(fold(question), LEXICON) is None


def test_the_number_is_shown_with_the_verse_that_ends_the_surah(index: Index) -> None:
    given = answer(index, "How many verses are in Surah Al-Ikhlas?")
    assert given.verdict.intent is Intent.LOOKUP
    assert given.summary.startswith("Surah Al-Ikhlas has 4 verses")
    assert given.verdict.sources == ("quran:112:4",)
    assert "Hafs" in (given.note or "")
    told = answer(index, "ما رقم سورة الإخلاص؟")
    assert "112" in told.summary
    assert told.verdict.sources[0] == "quran:112:1"
    assert told.note is None or "حفص" not in told.note


def test_nothing_is_counted_of_a_surah_that_is_not_held(index: Index) -> None:
    given = answer(index, "How many verses are in Surah Al-Baqarah?")
    assert given.verdict.reason is Reason.NO_SUCH_REFERENCE
    assert "286" not in given.summary.replace("quran:2:286", "")
