"""One word of the Qur'an in Latin letters: the verses that have it, and nothing else taken for one."""

from __future__ import annotations

import pytest
from made_index import index_of

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.transcribed import key_of, transcriptions, verses_of_word
from pipeline.index import Index
from schemas.document import Document

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "verses"),
    [
        ("What is as-Samad?", ["quran:112:2"]),
        ("meaning of samad", ["quran:112:2"]),
        ("what does kufuwan mean in the Quran", ["quran:112:4"]),
        ("define kufuwan", ["quran:112:4"]),
        ("who is samad", []),
        ("What is the ruling on samad", []),
        ("What is prayer?", []),  # a word of English
        ("What is dogecoin?", []),
        ("what is Allah", []),  # English knows it
        ("", []),
    ],
)
def test_a_word_is_found_however_it_is_transcribed(index: Index, question: str, verses: list[str]) -> None:
    assert [index.document(one).id for one in verses_of_word(index, question, LEXICON)] == verses


@pytest.mark.parametrize(
    ("written", "latin"),
    [
        ("ٱلۡحُطَمَةِ", "hutamah"), ("قَسۡوَرَةِۭ", "qaswara"), ("وَغَسَّاقٗا", "ghassaq"), ("كَٱلۡعِهۡنِ", "'ihn"),
        ("سِجِّيلٖ", "sijjeel"), ("لَكَنُودٞ", "kanood"), ("ٱلصَّآخَّةُ", "sakhkhah"), ("مُدۡهَآمَّتَانِ", "mudhaammataan"),
    ],
)  # fmt: skip
def test_what_transcriptions_have_in_common(written: str, latin: str) -> None:
    assert key_of(latin) in {key for key, _ in transcriptions(written)}


WORDS = ("خِطۡـٔٗا", "فَرِيضَةٗ", "وَعِنَبٗا", "بِضَٰعَةٗ", "خُلَّةٞ", "مَّسۡحُورًا", "لَكَنُودٞ", "ٱلتَّـٰبِعِينَ", "عَلَّمَهُۥ", "سَحَابٗا")


@pytest.fixture(scope="module")
def worded(tmp_path_factory: pytest.TempPathFactory) -> Index:
    verses = [
        Document(f"quran:81:{place}", "quran", "", "q", text_ar=one) for place, one in enumerate(WORDS, 1)
    ]
    glossary = {
        "concepts": [{"id": "followers", "ar": ["التابعون"], "en": ["followers"], "translit": ["tabi'in"]}]
    }
    return index_of(verses, tmp_path_factory.mktemp("worded"), glossary)


@pytest.mark.parametrize(
    ("word", "verses"),
    [
        ("khitan", []),  # circumcision: between two syllables of the verse stands a hamza
        ("khit'an", ["quran:81:1"]),
        ("riddah", []),
        ("faridah", ["quran:81:2"]),
        ("inabah", []),  # the ending of an object is none of a feminine noun
        ("inab", ["quran:81:3"]),
        ("bidah", []),
        ("bida'ah", ["quran:81:4"]),
        ("khula", []),  # what is doubled makes another word
        ("khullah", ["quran:81:5"]),
        ("mashhur", []),
        ("mashur", ["quran:81:6"]),
        ("kanood", ["quran:81:7"]),
        ("tabi'in", []),  # the glossary knows it
        ("allamah", []),
        ("sahabah", []),
        ("sahab", ["quran:81:10"]),
    ],
)
def test_a_word_that_only_sounds_alike_is_another(worded: Index, word: str, verses: list[str]) -> None:
    found = verses_of_word(worded, f"what is {word}", LEXICON)
    assert [worded.document(one).id for one in found] == verses


@pytest.mark.parametrize(
    "question",
    [
        'what does "kanood" mean in surah al-adiyat',
        "meaning of kanood in surat al adiyat",
        "kanood in the quran",
    ],
)
def test_the_surah_may_be_named_beside_its_word(worded: Index, question: str) -> None:
    assert [worded.document(one).id for one in verses_of_word(worded, question, LEXICON)] == ["quran:81:7"]


def test_the_reader_is_shown_the_verse_and_told_how_it_was_found(index: Index) -> None:
    shown = answer(index, "What does kufuwan mean?")
    assert shown.verdict.sources[0] == "quran:112:4"
    assert "Latin letters" in (shown.note or "")
