"""What is asked about a surah by its name is told by a text that speaks of the surah. All texts are invented."""

from __future__ import annotations

import pytest
from demanded import demands

from pipeline.answer.demands.read import Read
from pipeline.answer.demands.surahs import (
    asks_of_the_whole,
    asks_virtue_of_verses,
    asks_which_surah,
    names_surah,
    speaks_of_surah,
    surah_asked_about,
)
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked
from schemas.document import Document

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "surah"),
    [
        ("virtue of Surah al-Fajr", 89),
        ("فضل سورة الفجر", 89),
        ("فضل صلاة الفجر", 0),
        ("story of Musa in Surah Taha", 0),  # the surah is where it stands
        ("قصة موسى في سورة طه", 0),
        ("what is the virtue of surah lantern", 0),
    ],
)
def test_a_question_is_about_a_surah_by_the_word_and_a_name(question: str, surah: int) -> None:
    assert surah_asked_about(fold(question), LEXICON) == surah


def _read(text: str, **where: object) -> Read:
    told = {"id": "hadith:a:1", "kind": "hadith", "collection": "a", "source": "a", **where}
    language = "ar" if "\u0621" <= text.rstrip()[-1] <= "\u064a" else "en"
    document = Document(**{**told, f"text_{language}": text})  # type: ignore[arg-type]
    nothing = Asked((), (), language)
    reading = read(document, nothing)
    assert reading is not None
    return Read(document.kind, reading, nothing, LEXICON)


def _speaks(surah: int, text: str, *, whole: bool = True, **where: object) -> bool:
    return speaks_of_surah(surah, _read(text, **where), whole=whole)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("which surah tells of the lantern", True),
        ("in what chapter is the lantern", True),
        ("في أي سورة ذكر الفنقوس", True),
        ("ما هي السورة التي فيها الفنقوس", True),
        ("which verse tells of the lantern", False),
        ("should I read a surah", False),
    ],
)
def test_which_surah_it_is_may_be_asked(question: str, asks: bool) -> None:
    assert asks_which_surah(fold(question)) is asks


def test_which_surah_it_is_is_told_by_a_verse_or_by_its_name() -> None:
    assert names_surah(_read("The lantern is lit", id="quran:24:35", kind="quran", collection=""))
    assert names_surah(_read("The lantern stands in Surah An-Nur"))
    assert names_surah(_read("المصباح في سورة النور"))
    assert not names_surah(_read("The lantern is a light"))


@pytest.mark.parametrize(
    ("surah", "told", "beside"),
    [
        (89, "من قرأ سورة الفجر في الليل", "فضل صلاة الفجر على غيرها"),
        (65, "سورتي الطلاق والفجر", "فضل الصبر على الطلاق"),
        (112, "من قرأ قل هو الله أحد في ليلة", "فضل الإخلاص في العمل"),
        (106, "He recited Surat Quraysh at night", "The virtue of Quraysh over others"),
        (18, "Whoever recites Al-Kahf has light", "The virtue of the people of the cave"),
        (50, 'I learned (surah) "Qaf" from him', "The virtue of a letter"),
        (67, "It is Tabarak that protects", "The virtue of a just king"),
        (114, "He recited surah an-Nas", "Anas told of the virtue of people"),
        (44, "Whoever recites Ha Mim Ad-Dukhan", "The smoke (ad-dukhan) is a sign"),
    ],
)
def test_a_text_speaks_of_it_by_the_word_or_a_name_of_its_own(surah: int, told: str, beside: str) -> None:
    assert _speaks(surah, told)
    assert not _speaks(surah, beside)


def test_a_text_speaks_of_the_surah_that_its_chapter_names() -> None:
    assert _speaks(89, "It was recited at night", chapter_en="On Surah al-Fajr")


@pytest.mark.parametrize("whole", [True, False])
def test_a_verse_and_a_comment_speak_of_their_surah_but_not_of_it_as_a_whole(whole: bool) -> None:
    comment = {"kind": "tafsir", "id": "tafsir:a:12:3", "links": ("quran:12:3",)}
    for where in ({"kind": "quran", "id": "quran:12:3"}, comment):
        assert _speaks(12, "Surah Yusuf has virtue", whole=whole, **where) is not whole
        assert not _speaks(13, "Surah ar-Rad has virtue", whole=whole, **where)


def test_a_question_on_a_surah_demands_it() -> None:
    assert "surah" in demands("virtue of Surah al-Fajr")
    assert "surah" not in demands("virtue of the Fajr prayer")
    assert asks_of_the_whole(fold("فضل سورة الفجر"))
    assert not asks_of_the_whole(fold("قصة سورة يوسف"))


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("virtue of Ayat al-Kursi after prayer", True),
        ("what is the reward for reading the last verses of al-Baqarah?", True),
        ("ما فضل آية الكرسي؟", True),
        ("ثواب قراءة آيات الرقية", True),
        ("verses about the reward of charity", False),
        ("virtue of patience", False),
        ("آية في فضل الصدقة", False),
        ("فضل سورة الملك", False),  # a demand of its own
    ],
)
def test_no_verse_tells_of_the_virtue_of_verses(question: str, asks: bool) -> None:
    assert asks_virtue_of_verses(fold(question)) is asks
