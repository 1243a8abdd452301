"""Words that somebody says are scripture, what stands beside a verse, and words that a text has otherwise. All texts are
invented."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import pytest
from made_index import index_of

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.around import ways_to_read_marks
from pipeline.answer.quotations.in_verses import placed_verse, verbatim
from pipeline.answer.quotations.placed import words_placed
from pipeline.answer.quotations.quotes import find_quotation
from pipeline.answer.quotations.told import unheld_words, words_told
from pipeline.answer.routing.mentions import find_mentions
from pipeline.answer.routing.neighbours import verse_beside
from pipeline.index import Index
from schemas.answer import Reason
from schemas.document import Document

LEXICON = default_lexicon()
VERSES = (
    ("وَرَفَعۡنَا ٱلۡفَنۡقُوسَ فَوۡقَ ٱلۡبُيُوتِ عَلَيۡهِم لَيۡلٗا", "And We raised the lantern"),
    ("إِنَّمَا يَحۡمِلُ ٱلۡمِصۡبَاحَ مَنۡ خَافَ ٱلظَّلَامَ وَأَيۡقَنَ بِٱلۡفَجۡرِ", "Only he carries the lamp who fears the dark"),
    ("وَأَوۡفُواْ بِٱلۡفَنَاقِيسِ", "And be true to the lanterns"),
)  # fmt: skip
NARRATION = "المصباح نصف الزيت ومن أوقده بالليل فله ظل البيت"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Index:
    verses = [
        Document(f"quran:81:{place}", "quran", "", "quran", text_ar=ar, text_en=en, status="approved")
        for place, (ar, en) in enumerate(VERSES, start=1)
    ]
    narration = Document(
        "hadith:bukhari:1", "hadith", "bukhari", "b", text_ar=NARRATION, text_en="A lamp", status="approved"
    )
    return index_of([narration, *verses], tmp_path_factory.mktemp("claimed"))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ('my teacher says "the lamp is half of the oil" is a verse, is it?', "the lamp is half of the oil"),
        (
            "my teacher says 'the lamp is half of the oil' is a verse of the Quran, is it true?",
            "the lamp is half of the oil",
        ),
        ('is "the lamp is half of the oil" in the Quran?', "the lamp is half of the oil"),
        ('"the lamp is half of the oil" which verse is this', "the lamp is half of the oil"),
        (
            "Whoever carries the lamp to the market has oil - which surah?",
            "Whoever carries the lamp to the market has oil",
        ),
        ('Allah says in the Quran: "carry the lamp by night". Which surah?', "carry the lamp by night"),
        (
            "hadith qudsi: carry the lamp by night for My sake, which verse?",
            "carry the lamp by night for My sake",
        ),
        ("قال لي معلمي إن «المصباح نصف الزيت» آية، هل هذا صحيح؟", "المصباح نصف الزيت"),
        ("المصباح نصف الزيت هل هي آية؟", "المصباح نصف الزيت"),
        ("وأوقدوا مصابيح السوق ليلا في أي سورة", "وأوقدوا مصابيح السوق ليلا"),
        ("هل هذه آية من القرآن: المصباح نصف الزيت", "المصباح نصف الزيت"),
        ("هل هذه آية: لكل امرئ مصباح", "لكل امرئ مصباح"),  # the hamza is a letter
        ("قال تعالى في سورة النساء: وأوقدوا مصابيح السوق", "وأوقدوا مصابيح السوق"),  # whatever surah has them
        ("قال تعالى: يَٰمُصۡبَاحُ أَوۡقِدۡ", "يَٰمُصۡبَاحُ أَوۡقِدۡ"),  # and so is a small alif
    ],
)
def test_words_are_claimed_to_be_the_qurans(question: str, words: str) -> None:
    placed = words_placed(question)
    assert placed is not None
    assert placed.words == words


@pytest.mark.parametrize(
    "question",
    [
        "stoning, is it in the Quran?",
        "what does the Quran say about patience, which verse",
        "the story of Joseph, which surah?",
        "They say the hijab is in the Quran, where?",
        "My husband says I must carry the lamp because the Quran says so, is it in the Quran?",
        "إذا قال لي زوجي «احملي المصباح» هل هو من القرآن",
        "تحريم المصابيح في السوق هل هو في القرآن",
        "قصة موسى في أي سورة",
        "قصة أصحاب المصباح في أي سورة",
        "ما حكم السرقة هل هي في القرآن",
    ],
)
def test_what_is_asked_about_is_no_claim(question: str) -> None:
    assert words_placed(question) is None


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("The Prophet (ﷺ) said: the lamp is half of the oil", "the lamp is half of the oil"),
        ("Did the Prophet say the lamp is half of the oil?", "the lamp is half of the oil"),
        ('hadith "the lamp is half of the oil"', "the lamp is half of the oil"),
        ('Is "the lamp is half of the oil" a hadith?', "the lamp is half of the oil"),
        ("The lamp is half of the oil. Is it a hadith?", "The lamp is half of the oil"),
        ("whoever recites it before a meal finds a lamp", "whoever recites it before a meal finds a lamp"),
        ("قال رسول الله ﷺ: المصباح نصف الزيت", "المصباح نصف الزيت"),
        ("هل من قرأ السورة يوم السوق أضاء له مصباح", "من قرأ السورة يوم السوق أضاء له مصباح"),
        ("هل روى البخاري: المصباح نصف الزيت", "المصباح نصف الزيت"),
        ("What did the Prophet say about lamps?", ""),
        ("hadith about lamps at night", ""),
        ("ماذا قال النبي عن المصابيح", ""),
    ],
)
def test_words_are_said_to_be_a_narration(question: str, words: str) -> None:
    assert words_told(question) == words


def test_a_text_that_has_words_otherwise_does_not_have_them(small: Index) -> None:
    texts = [small.document(one) for one in range(small.documents.count)]
    assert unheld_words("قال رسول الله: المصباح نصف البيت", texts) == "المصباح نصف البيت"
    assert unheld_words("قال رسول الله صلى الله عليه وسلم: المصباح نصف الزيت", texts) == ""
    assert unheld_words('what is meant by "he carries the lamp by day alone"', texts)
    assert unheld_words('the book "The Sealed Lamp"', texts) == ""  # a name


@pytest.mark.parametrize(
    ("question", "lacking", "apart"),
    [
        ("إنما يحمل المصباح من خاف الظلام وأيقن بالفجر", (), False),
        ("من خاف الظلام وأيقن بالفجر إنما يحمل المصباح", (), True),  # an order of his own
        ("قال تعالى: إنما يحمل المصباح من خاف وأيقن بالفجر", (), True),  # some are left out
        ("ورفعنا الفنقوس فوق البيوت عليكم ليلا", ("عليكم",), False),  # a word that also asks
        ("ورفعنا الفنقوس فوق البيوت عليهم الله", ("الله",), False),
    ],
)
def test_words_that_do_not_stand_so_are_not_said_to_stand_there(
    small: Index, question: str, lacking: tuple[str, ...], apart: bool
) -> None:
    told = answer(small, question)
    assert told.verdict.answered
    assert told.verdict.sources[0].startswith("quran:81:")
    assert all(word in told.summary for word in lacking)
    part, whole = ("بعض هذه الألفاظ" in told.summary, "هذه الألفاظ واردة" in told.summary)
    assert (part, "لا تتوالى" in told.summary, whole) == (bool(lacking), apart, not (lacking or apart))


def test_words_that_all_stand_in_a_verse_but_not_so_stand_apart(small: Index) -> None:
    verse = small.find("quran:81:2")
    assert verse is not None
    found = find_quotation(
        small, "إنما يحمل المصباح من خاف وأيقن بالفجر الظلام", LEXICON, [small.document(verse)]
    )
    assert found is not None
    assert (found.lacking, found.apart) == ((), True)


@pytest.mark.parametrize(
    ("question", "verse"),
    [
        (VERSES[0][0], "quran:81:1"),
        ("وأوفوا بالفناقيس", None),  # two words may be a topic
        ("we raised the lantern", "quran:81:1"),  # a whole verse, without its "and"
        ("raised the lantern", None),
    ],
)
def test_a_verse_and_nothing_else_is_that_verse(small: Index, question: str, verse: str | None) -> None:
    found = verbatim(small, question)
    assert (found.references[0] if found else None) == verse


def test_words_that_no_verse_has_are_told_so_though_a_case_of_ones_own_is_told(small: Index) -> None:
    told = answer(small, 'my husband says "the market is half of the lamp" is a verse, is it?')
    assert told.verdict.reason is Reason.NOTHING_FOUND
    assert "the market is half of the lamp" in told.summary


def test_the_words_that_are_asked_about_are_looked_for_without_those_that_ask(small: Index) -> None:
    placed = words_placed("Allah says: And We raised the lantern")
    assert placed is not None
    found = placed_verse(small, placed)
    assert found is not None
    assert (found.references, found.lacking) == (("quran:81:1",), ())


@pytest.mark.parametrize(
    ("question", "verse"),
    [
        ("What is the verse after ayat al kursi?", "quran:2:256"),
        ("what verse comes before 2:255", "quran:2:254"),
        ("What is the verse after 2:286?", "quran:3:1"),
        ("next verse after 3:200", "quran:4:1"),
        ("which surah comes after surah al-kahf", "quran:19:1"),
        ("what is the last word of surah al-baqarah", "quran:2:286"),
        ("What is the first word of the Quran", "quran:1:1"),
        ("ما الآية التي قبل آية الكرسي", "quran:2:254"),
        ("ما السورة التي تلي سورة البقرة", "quran:3:1"),
        ("ما آخر كلمة في سورة الناس", "quran:114:6"),
    ],
)
def test_what_stands_beside_is_shown_and_not_what_is_named(question: str, verse: str) -> None:
    mentions = find_mentions(question, LEXICON)
    assert mentions.references[0] == verse
    assert mentions.only


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("what is the verse after 114:6", "verse"),
        ("what comes after surah an-nas", "surah"),
        ("what surah comes before al-fatiha", "surah"),
    ],
)
def test_nothing_stands_before_the_first_and_behind_the_last(question: str, missing: str) -> None:
    assert [one.kind for one in find_mentions(question, LEXICON).missing] == [missing]


@pytest.mark.parametrize(
    "question", ["what was revealed after surah al-alaq", "what is the surah after the prophet's death"]
)
def test_what_was_before_in_time_is_no_neighbour(question: str) -> None:
    assert not find_mentions(question, LEXICON).references


def test_verses_go_on_from_one_surah_to_the_next() -> None:
    assert verse_beside("quran:2:1", -1, LEXICON.surahs) == (1, 7)


def test_the_verse_behind_some_words_is_shown(small: Index) -> None:
    told = answer(small, "ما الآية التي بعد: ورفعنا الفنقوس فوق البيوت")
    assert told.verdict.sources == ("quran:81:2",)


@pytest.mark.parametrize(
    ("question", "reference"),
    [
        ('109:6 "to you your lamp and to me mine"', "quran:109:6"),
        ("البخاري ١ «الدين مصباح»", "hadith:bukhari:1"),
    ],
)
def test_words_between_marks_beside_a_number_are_said_to_be_its_own(question: str, reference: str) -> None:
    mentions = find_mentions(question, LEXICON)
    assert mentions.references == (reference,)
    assert mentions.clear


def test_words_that_a_narration_of_a_number_does_not_have_are_told(small: Index) -> None:
    told = answer(small, "البخاري ١ «الدين مصباح»")
    assert told.verdict.sources == ("hadith:bukhari:1",)
    assert "«الدين مصباح»" in (told.note or "")
    assert "المصباح نصف" not in (answer(small, "البخاري ١ «المصباح نصف الزيت»").note or "")


@pytest.mark.parametrize("question", ["bukhari 0", "صحيح البخاري ٠"])
def test_there_is_no_narration_nought(small: Index, question: str) -> None:
    assert answer(small, question).verdict.reason is Reason.NO_SUCH_REFERENCE


def test_what_leads_to_words_between_marks_is_not_what_is_quoted() -> None:
    ways = ways_to_read_marks('hadith "and he said to them: "the lamp of the market is not lit by day"')
    assert [one.count("«") + one.count('"') for one in ways] == [1, 0]
    assert "he said to them:  the lamp of the market" in ways[0]
