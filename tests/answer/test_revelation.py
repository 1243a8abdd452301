"""Why a surah or a verse was revealed is told by texts that recite it and say that it was revealed."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_index import index_of

from pipeline.answer import answer
from pipeline.answer.demands.read import Read
from pipeline.answer.finding.revelation import (
    Revealed,
    recited,
    revealed_in,
    surah_asked,
    telling,
    tells_of_revealing,
)
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import Asked
from pipeline.index import Index
from schemas.document import Document

LEXICON = default_lexicon()


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


TEXTS = (
    Document(
        "hadith:x:1", "hadith", "x", "x", text_ar="فنزلت تبت يدا القوم كلهم", text_en="So it was revealed."
    ),
    Document(
        "hadith:x:2",
        "hadith",
        "x",
        "x",
        text_ar="نزلت في البيت",
        text_en="It was revealed: the lamp was lit.",
    ),
    Document("quran:111:1", "quran", "", "q", text_en="May the hands be ruined", text_ar="تَبَّتۡ يَدَا ٱلۡقَوۡمِ"),
    Document("quran:111:2", "quran", "", "q", text_en="And the lamp was lit", text_ar="وَأُوقِدَ ٱلسِّرَاجُ لَيۡلٗا"),
    Document("quran:111:3", "quran", "", "q", text_en="The moon rose", text_ar="وَطَلَعَ ٱلۡقَمَرُ فَوۡقَ ٱلۡبَيۡتِ"),
    Document(
        "tafsir:x:111:1-2",
        "tafsir",
        "x",
        "x",
        text_ar="تبت يدا القوم نزلت في أهل البيت",
        text_en="The verse was revealed when the lamp was lit by hands.",
    ),
    Document("tafsir:x:111:3", "tafsir", "x", "x", text_en="The moon rose, and what was revealed is true."),
    Document("tafsir:x:11:1", "tafsir", "x", "x", text_ar="نزلت تبت يدا القوم قبلها"),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return index_of(TEXTS, tmp_path_factory.mktemp("revelation"))


@pytest.mark.parametrize(
    ("question", "reference"),
    [
        ("سبب نزول تبت يدا القوم", "quran:111:1"),
        ("فيمن نزلت وأوقد السراج", "quran:111:2"),
        ("لماذا نزلت الآية 2 من سورة المسد", "quran:111:2"),
        ("why was 111:2 revealed", "quran:111:2"),
        ("Why was the verse “and the lamp was lit” revealed?", "quran:111:2"),
        ("what is the reason for the revelation of verse 111:1", "quran:111:1"),
        ("Why was Surah al-Masad revealed?", ""),
        ("تفسير تبت يدا القوم", None),
        ("when was 111:2 recited", None),
        ("سبب نزول المطر", None),
        ("why was 112:1 revealed", None),  # the index has it not
    ],
)
def test_a_verse_is_asked_about_by_its_words_its_number_or_its_surah(
    index: Index, question: str, reference: str | None
) -> None:
    found = revealed_in(index, route(question, LEXICON), LEXICON)
    assert (found.reference if found else None) == reference


def test_it_is_sought_by_its_words_and_read_for_by_those_that_are_cited(index: Index) -> None:
    surah = revealed_in(index, route("why was surah al-masad revealed", LEXICON), LEXICON)
    verse = revealed_in(index, route("سبب نزول وأوقد السراج ليلا", LEXICON), LEXICON)
    assert surah is not None
    assert verse is not None
    both = "May the hands be ruined And the lamp was lit revealed"
    assert recited(index, surah, "en") == (both, both)
    assert recited(index, verse, "ar")[0] == "واوقد السراج ليلا نزلت"
    assert recited(index, verse, "ar")[1].endswith("نزلت")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("why was 111:1 revealed", {"hadith:x:1", "tafsir:x:111:1-2"}),
        ("سبب نزول تبت يدا القوم", {"hadith:x:1", "tafsir:x:111:1-2"}),
        ("why was 111:2 revealed", {"tafsir:x:111:1-2"}),
        ("Why was Surah al-Masad revealed?", {"hadith:x:1", "tafsir:x:111:1-2"}),
        ("why was 111:3 revealed", set()),
    ],
)
def test_a_comment_on_it_tells_of_it_and_a_narration_that_recites_it(
    index: Index, question: str, told: set[str]
) -> None:
    routed = route(question, LEXICON)
    asked_of = revealed_in(index, routed, LEXICON)
    assert asked_of is not None
    words = recited(index, asked_of, routed.language)[1]
    assert {hit.reference for hit in telling(index, asked_of, words)} == told


def test_words_that_other_verses_have_recite_none(tmp_path: Path) -> None:
    """The same opening, a verse that stands twice, and one word alone."""
    verses = (
        "يا أيها القوم احملوا السراج",
        "يا أيها القوم احملوا المصباح",
        "وطلع القمر",
        "وطلع القمر",
        "والفجر",
    )
    held = [
        Document(f"quran:3:{place}", "quran", "", "q", text_ar=one) for place, one in enumerate(verses, 1)
    ]
    made = index_of(held, tmp_path)
    runs = [
        found.runs
        if (found := revealed_in(made, route(f"why was 3:{verse} revealed", LEXICON), LEXICON))
        else None
        for verse in range(1, len(verses) + 1)
    ]
    assert runs == [("ايها القوم احملوا السراج",), ("ايها القوم احملوا المصباح",), (), (), ()]


def test_where_nothing_tells_why_the_verse_is_shown_with_a_word_on_that(index: Index) -> None:
    given = answer(index, "سبب نزول وطلع القمر فوق البيت")
    assert given.verdict.sources[0] == "quran:111:3"
    assert LEXICON.phrases["ar"]["note_no_occasion"] in (given.note or "")


VERSE = Revealed(111, 1, runs=("تبت يدا القوم",))


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("فقال رجل تبا لك فنزلت تبت يدا القوم", True),
        ("فنزلت يدا القوم وهم في الدار", False),  # some of its words
        ("قرأ تبت يدا القوم فأنزل الله يا أيها الذين آمنوا لا تقربوا الصلاة", False),
        ("قال: تبت يدا القوم نزلت في فلان", True),
        ("قرأ تبت يدا القوم ثم نزل عن المنبر", False),
        ("جلس في المنزل وقرأ تبت يدا القوم", False),
    ],
)
def test_a_narration_recites_what_was_revealed(text: str, tells: bool) -> None:
    assert VERSE.is_told_by(Document("hadith:x:1", "hadith", "x", "x", text_ar=text)) is tells


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("غضب القوم فنزلت تبت يدا القوم", True),
        ("غضب القوم فأنزل الله تبت يدا القوم", True),
        ("لما نزلت تبت يدا القوم خرج إلى البيت", False),
        ("خرج القوم فنزلوا البيت ثم قرأ تبت يدا القوم", False),
    ],
)
def test_a_narration_reasons_where_it_says_so_it_was_revealed(text: str, reasons: bool) -> None:
    revealed = Revealed(111, 1, runs=("تبت يدا القوم",))
    assert revealed.is_reasoned_in(Document("hadith:x:1", "hadith", "x", "x", text_ar=text)) is reasons
    assert not revealed.is_reasoned_in(Document("tafsir:x:111:1", "tafsir", "x", "x", text_ar=text))


def test_a_published_narration_that_reasons_answers_whatever_the_gate_says(tmp_path: Path) -> None:
    said = {"hadith:x:1": "غضب القوم فنزلت تبت يدا القوم", "quran:111:1": "تبت يدا القوم"}
    texts = [
        Document(
            one,
            one.split(":")[0],
            "x" if "x" in one else "",
            "x",
            text_ar=text,
            text_en="So it was revealed",
            status="approved",
        )
        for one, text in said.items()
    ]
    told = answer(index_of(texts, tmp_path), "Why was Surah al-Masad revealed?", explain=True).verdict
    assert (told.explanation["settled"], told.sources[0]) == ("by_occasion", "hadith:x:1")


def test_a_translation_tells_of_no_verse() -> None:
    text = "Then it was revealed: may the hands of the people be ruined."
    assert not VERSE.is_told_by(Document("hadith:x:1", "hadith", "x", "x", text_en=text))


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("نزلت في رجل من أهل المدينة", True),
        ("قال فلان: نـزلت هذه الآية في القوم", True),
        ("فعلوا ذلك فنزلت", True),
        ("فأنزل الله تبت يدا القوم حين قالوا ذلك", True),
        ("ذكر هنا العذاب الذي نزل بالقوم", False),
        ("قالوا لولا أنزل عليه ملك", False),
        ("The verse was revealed about the people of the town.", True),
        ("He revealed the truth and sent down rain.", False),
    ],
)
def test_a_comment_tells_of_an_occasion_and_not_of_what_comes_down(text: str, tells: bool) -> None:
    language = "en" if text.isascii() else "ar"
    comment = Document("tafsir:x:111:1", "tafsir", "x", "x", **{f"text_{language}": text})
    reading = read_in(comment, language, Asked((), (), language))
    assert reading is not None
    assert VERSE.is_told_by(comment) is tells
    assert tells_of_revealing(VERSE, Read("tafsir", reading, Asked((), (), language), LEXICON)) is tells


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
