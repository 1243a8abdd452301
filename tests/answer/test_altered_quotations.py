"""Words that were added to scripture or altered in it are told to be no part of it. All texts are invented."""

from __future__ import annotations

import pytest
from made_index import index_of

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.lacking import held_places, in_marks
from pipeline.answer.quotations.misquoted import misplaced, misquoted
from pipeline.answer.quotations.quotes import copied_texts, find_quotation
from pipeline.index import Index
from schemas.answer import Reason
from schemas.document import Document

LEXICON = default_lexicon()
NARRATION = "من حمل المصباح إلى السوق ليلا ثم عاد إلى بيته قبل الفجر فله زيت"
ENGLISH = "whoever carries the lamp to the market at night and comes home before dawn has oil"
VERSES = (
    ("وَرَفَعۡنَا ٱلۡفَنۡقُوسَ فَوۡقَ ٱلۡبُيُوتِ", "And We raised the lantern above the houses of the town"),
    ("وَخَفَضۡنَا ٱلسِّرَاجَ تَحۡتَ ٱلشَّجَرِ", "And We lowered the lamp below the trees of the garden"),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Index:
    narration = Document(
        "hadith:bukhari:1", "hadith", "bukhari", "b", text_ar=NARRATION, text_en=ENGLISH, status="approved"
    )
    verses = [
        Document(f"quran:81:{place}", "quran", "", "quran", text_ar=ar, text_en=en, status="approved")
        for place, (ar, en) in enumerate(VERSES, start=1)
    ]
    return index_of([narration, *verses], tmp_path_factory.mktemp("altered"))


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        (NARRATION, ()),
        (f"{NARRATION} ومن شرب القهوة", ("ومن شرب القهوة",)),
        (f"قال رسول الله: {NARRATION} ومن شرب القهوة", ("ومن شرب القهوة",)),
        (NARRATION.replace("المصباح", "الهاتف"), ("الهاتف",)),
        (NARRATION.replace("زيت", "سيارة جديدة"), ("سيارة جديدة",)),
        (f"hadith {ENGLISH}", ()),
        (f"hadith {ENGLISH} and a new car", ("and a new car",)),
        (f"{VERSES[0][0]} وشربنا القهوة", ("وشربنا القهوة",)),
        (" ".join(verse for verse, _ in VERSES), ()),
    ],
)
def test_words_that_no_text_holds_are_known(small: Index, question: str, lacking: tuple[str, ...]) -> None:
    found = find_quotation(small, question, LEXICON, [small.document(one) for one in range(3)])
    assert found is not None
    assert found.lacking == lacking


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """A verse, and a narration that begins as it does."""
    said = {
        "quran:82:1": "من حمل المصباح إلى السوق ليلا فله زيت",
        "hadith:bukhari:1": "من حمل المصباح إلى السوق ليلا فليوقد سراجه",
    }
    texts = [
        Document(one, one.split(":")[0], "", "quran", text_ar=text, text_en="A lamp", status="approved")
        for one, text in said.items()
    ]
    return index_of(texts, tmp_path_factory.mktemp("beside"))


@pytest.mark.parametrize(
    ("altered", "lacking"),
    [
        ("من حمل المصباح إلى السوق ليلا فله ماء", "ماء"),
        ("من حمل المصباح إلى البيت ليلا فله زيت", "البيت"),
        ("من حمل القنديل إلى السوق ليلا فله زيت", "القنديل"),
    ],
)
def test_a_verse_but_for_one_word_is_found_wherever_a_search_puts_it(
    beside: Index, altered: str, lacking: str
) -> None:
    found = find_quotation(beside, altered, LEXICON)
    assert found is not None
    assert (found.references, found.lacking) == (("quran:82:1",), (lacking,))


def test_words_of_which_a_narration_has_more_are_no_verse(beside: Index) -> None:
    texts = [beside.document(one) for one in range(2)]
    found = find_quotation(beside, "من حمل المصباح إلى السوق ليلا فليوقد ناره", LEXICON, texts)
    assert found is not None
    assert (found.references, found.lacking) == (("hadith:bukhari:1",), ("ناره",))


def test_the_answer_says_which_words_are_not_there(small: Index) -> None:
    told = answer(small, f"{NARRATION} ومن شرب القهوة")
    assert told.verdict.sources == ("hadith:bukhari:1",)
    assert "«ومن شرب القهوة»" in told.summary
    assert LEXICON.phrases["ar"]["summary_quote"].split("{")[0] not in told.summary
    whole = answer(small, NARRATION)
    assert whole.summary.startswith(LEXICON.phrases["ar"]["summary_quote"].split("{")[0])


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("حديث ثم عاد إلى داره", ("داره",)),
        ("قال النبي حمل المصباح إلى الحقل", ("الحقل",)),
        ("حديث حمل الناس إلى الحقل", None),  # two are others
        ("حديث إلى السوق نهارا", None),  # too few
        ("حمل المصباح إلى الحقل", None),  # nothing says that it is one
        ("حديث حمل المصباح عن زيد", None),  # by its narrator
        ("ما صحة حديث حمل المصباح إلى الحقل", None),
    ],
)
def test_a_short_narration_with_another_word_is_told(
    small: Index, question: str, lacking: tuple[str, ...] | None
) -> None:
    found = find_quotation(small, question, LEXICON, graded="صحة" in question)
    assert (found.lacking if found else None) == lacking


def test_no_grade_is_told_of_what_is_mostly_added(small: Index) -> None:
    assert answer(small, f"ما صحة حديث: {NARRATION}").verdict.answered
    added = answer(small, f"ما صحة حديث: {NARRATION} ومن شرب القهوة دخل المدينة ومن أكل التفاح نام")
    assert added.verdict.reason is Reason.NOTHING_FOUND
    one = answer(small, f"ما صحة حديث: {NARRATION.replace('زيت', 'ماء')}")
    assert one.verdict.answered
    assert "«ماء»" in one.summary


def test_an_altered_copy_is_no_case_of_ones_own(small: Index) -> None:
    found = copied_texts(small, f"hadith {ENGLISH} and my car", LEXICON)
    assert found is not None
    assert found.lacking == ("and my car",)


def test_a_verse_that_is_cited_with_other_words_is_told_so(small: Index) -> None:
    verse = small.find("quran:81:1")
    assert verse is not None
    shown = [small.document(verse)]
    assert misquoted("ما تفسير قوله تعالى: ورفعنا القهوة فوق البيوت", shown, LEXICON).lacking == ("القهوة",)
    assert misquoted("ما تفسير قوله تعالى: ورفعنا الفنقوس فوق البيوت", shown, LEXICON).lacking == ()
    assert (
        misquoted("ما حكم رفع القهوة فوق البيوت؟", shown, LEXICON).lacking == ()
    )  # a topic, and no quotation
    assert misquoted("what does the Quran say about coffee in houses?", shown, LEXICON).lacking == ()


@pytest.mark.parametrize(
    ("reference", "statement", "lacking"),
    [
        ("hadith:bukhari:1", ENGLISH, ()),
        (
            "hadith:bukhari:1",
            ENGLISH.replace("market", "office"),
            ("office",),
        ),  # in two runs, of which none is most
        ("hadith:bukhari:1", "whoever carries the lamp has oil in the house and in the garden at night", ()),
        ("quran:81:9", "ورفعنا الفنقوس فوق البيوت في المدن", ("المدن",)),
        ("quran:81:9", "ورفعنا الفنقوس فوق البيوت في المدي", ("المدي",)),  # cut within a word
        ("quran:81:9", "رفع الفنقوس إلى السقف في المدينة", ()),  # words of its own
        ("quran:81:9", "ورفعنا الفنقوس فوق الشجر", ("الشجر",)),
        ("quran:81:9", "البيوت فوق الفنقوس ورفعنا", ("البيوت فوق الفنقوس ورفعنا",)),
        ("quran:81:9", "فضل الفنقوس فوق البيوت", ()),  # a topic, by its first word
        ("quran:81:9", "ورفعنا الفنقوس القديم", ()),  # too few for a verse of more
    ],
)
def test_a_statement_in_the_words_of_a_text_but_one_is_told_so(
    reference: str, statement: str, lacking: tuple[str, ...]
) -> None:
    verse = Document(reference, "quran", "", "quran", text_ar=f"{VERSES[0][0]} فِي ٱلۡمَدِينَةِ")
    narration = Document(reference, "hadith", "bukhari", "b", text_en=ENGLISH)
    text = verse if reference.startswith("quran") else narration
    assert misquoted(statement, [text], LEXICON).lacking == lacking


@pytest.mark.parametrize(
    ("statement", "lacking"),
    [
        ("من حمل المصباح الى البيت ليلا", ("البيت",)),
        ("من حمل المصباح الى السوق", ()),
        ("حمل المصباح الى البيت", ()),  # a topic
        ("ليلا الى السوق من حمل المصباح", ()),  # a narration is told in many orders
    ],
)
def test_a_few_words_of_a_narration_but_one_are_told_so(statement: str, lacking: tuple[str, ...]) -> None:
    other = Document("hadith:bukhari:2", "hadith", "bukhari", "b", text_ar="من أوقد النار في الدار")
    text = Document("hadith:bukhari:1", "hadith", "bukhari", "b", text_ar=NARRATION)
    assert misquoted(statement, [other, text], LEXICON).lacking == lacking


def test_of_a_common_question_only_what_is_altered_is_told(small: Index) -> None:
    verse = small.find("quran:81:1")
    assert verse is not None
    shown = [small.document(verse)]
    assert misquoted("ورفعنا الفنقوس فوق الشجر", shown, LEXICON, common=True).lacking == ("الشجر",)
    assert misquoted("فضل «القهوة والشاي معا» في البيوت", shown, LEXICON, common=True).lacking == ()


def test_words_beside_the_name_of_another_verse_are_told_to_stand_elsewhere(small: Index) -> None:
    def beside(question: str, rest: str) -> tuple[str, tuple[str, ...]] | None:
        return misplaced(small, question, rest, ["quran:81:2"])

    first, second = "ورفعنا الفنقوس فوق البيوت", "وخفضنا السراج تحت الشجر"
    assert beside(f"{first} سورة التكوير آية 2", first) == (first, ("quran:81:1",))
    assert beside(f"({first}) سورة التكوير آية 2", "") == (first, ("quran:81:1",))
    assert beside(f"{second} سورة التكوير آية 2", second) is None
    assert beside("«ورفعنا القهوة فوق البيوت» 81:2", "") == ("ورفعنا القهوة فوق البيوت", ())
    assert beside("(آية في سورة التكوير الكريمة) 81:2", "") is None  # nothing marks it as a quotation
    assert beside("ما تفسير الآية الثانية من سورة التكوير", "تفسير الثانية من سورة") is None
    told = answer(small, f"تفسير ({first}) سورة التكوير آية 2")
    assert told.note is not None
    assert first in told.note


def test_a_word_is_held_where_it_stands_beside_others_of_the_text() -> None:
    held = "a b c d e f g h i j".split()
    assert held_places("a b x d e".split(), held) == {0, 1, 3, 4}
    assert held_places("b x d e".split(), held) == {0, 2, 3}
    assert held_places("e f a".split(), held) == {0, 1}  # elsewhere in the text
    assert held_places("ab c d e".split(), held) == {0, 1, 2, 3}  # two words in one
    assert held_places("x y".split(), held) == set()
    assert held_places([], held) == held_places("x".split(), []) == set()


def test_many_and_long_runs_are_told_by_their_beginning() -> None:
    assert in_marks(["a", "b"], "en") == "“a”, “b”"
    assert in_marks(list("abcd"), "ar") == "«a»، «b»، «c» …"
    assert len(in_marks(["word " * 100], "en")) < 130
