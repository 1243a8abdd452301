"""What a surah says of something is told by its own verses. All texts are invented."""

from __future__ import annotations

import pytest
from made_index import index_of

from pipeline.answer.demands.read import Read
from pipeline.answer.demands.surahs import says_itself
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.routing.route import route
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked
from pipeline.index import Index
from schemas.answer import Intent
from schemas.document import Document

LEXICON = default_lexicon()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Index:
    said = {
        "quran:105:1": "The lantern of the elephant was lit at night",
        "quran:105:2": "And the boats came home",
        "quran:106:1": "The lantern of Quraysh was lit in winter, a lantern beside a lantern",
    }
    verses = [
        Document(one, "quran", "", "quran", text_ar="كلام", text_en=text, status="approved")
        for one, text in said.items()
    ]
    return index_of(verses, tmp_path_factory.mktemp("within"))


@pytest.mark.parametrize(
    ("question", "surah", "asked"),
    [
        ("What does Surah al-Fil say about lanterns?", 105, "what does the quran say about lanterns"),
        ("what is said about Moses in surah taha", 20, "what does the quran say about Moses"),
        ("ماذا تقول سورة الفيل عن القناديل؟", 105, "ماذا يقول القرآن عن القناديل"),
        ("ماذا ورد في سورة النساء عن اليتامى", 4, "ماذا يقول القرآن عن اليتامى"),
        ("ماذا ورد عن اليتامى في سورة النساء", 4, "ماذا يقول القرآن عن اليتامى"),
    ],
)
def test_the_topic_is_asked_of_the_quran(question: str, surah: int, asked: str) -> None:
    routed = route(question, LEXICON)
    assert (routed.within, routed.plain, routed.intent) == (surah, asked, Intent.TAFSIR)


@pytest.mark.parametrize(
    "question",
    [
        "What do scholars say about Surah al-Fil?",
        "what does surah lantern say about angels",
        "ماذا قال النبي عن سورة الفيل",
    ],
)
def test_other_questions_on_a_surah_stay_as_they_are(question: str) -> None:
    assert route(question, LEXICON).within == 0


@pytest.mark.parametrize(("surah", "verse"), [("al-Fil", "quran:105:1"), ("Quraysh", "quran:106:1")])
def test_its_own_verses_alone_tell_it(small: Index, surah: str, verse: str) -> None:
    seen = look(small, f"What does Surah {surah} say about lanterns?", resources_of(small))
    assert {one.document.id for one in seen.candidates if one.meets} == {verse}
    assert seen.failed is None


def test_none_tells_what_it_does_not_say(small: Index) -> None:
    seen = look(small, "What does Surah Quraysh say about boats?", resources_of(small))
    assert not any(one.meets for one in seen.candidates)
    assert seen.failed is not None


def test_an_arabic_verse_tells_no_english_question() -> None:
    verse = Document(
        "quran:105:1", "quran", "", "quran", text_ar="قنديل", text_en="lantern", status="approved"
    )
    for asked, read_in, told in (
        ("en", "en", True),
        ("en", "ar", False),
        ("ar", "ar", True),
        ("ar", "en", True),
    ):
        reading = read(verse, Asked((), (), read_in))
        assert reading is not None
        assert says_itself(105, Read("quran", reading, Asked((), (), asked), LEXICON)) is told
