"""What is asked most, as people type it: openings that ask for the same, wishes after a name, commentary on a surah,
the answers of muftis that books print."""

from __future__ import annotations

import pytest

from pipeline.answer import answer
from pipeline.answer.composing.choose import answering_part
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from pipeline.index import Index
from schemas.answer import Mode
from schemas.document import Document

LEXICON = default_lexicon()


def _wording(question: str) -> str:
    found = route(question, LEXICON).wording
    return found.name if found else ""


# ---- openings that ask for the same


@pytest.mark.parametrize(
    ("question", "wording"),
    [
        ("الجمبري حلال ولا حرام", "seafood"),
        ("هل الجمبري حلال؟", "seafood"),
        ("هل يحل الجمبري", "seafood"),
        ("هو سماع الاغاني حرام", "singing"),
        ("حلق اللحيه حرام ولا لا", "beard"),
        ("ما ثواب صيام يوم عرفة", "reward-arafah"),
        ("ما المقصود بالغيبة", "backbiting"),
        ("السلام عليكم ورحمة الله، ما حكم حلق اللحية؟", "beard"),
        ("ممكن اعرف حكم حلق اللحية", "beard"),
        ("هل يجوز للمسلمة الزواج من مسيحي", "muslim-woman-marrying-out"),
        ("زواج المسلمة من نصراني", "muslim-woman-marrying-out"),
        ("is allah real", "god-exists"),
        ("quran verse for depression", "verse-for-sorrow"),
        ("i am depressed what does quran say", "verse-for-sorrow"),
        ("آية عن الاكتئاب", "verse-for-sorrow"),
        ("هل يجوز للمسلمه ان تتزوج مسيحي", "muslim-woman-marrying-out"),
    ],
)
def test_a_common_question_is_known_by_any_opening_that_asks_for_it(question: str, wording: str) -> None:
    assert _wording(question) == wording


@pytest.mark.parametrize(
    "question",
    [
        "هل أكل الجمبري ينقض الوضوء",
        "هل يجوز بيع الجمبري",
        "هل يدخل الجن البيت",
        "ماذا قال عمر عن عائشة",
        "هل يجوز زواج الرجل بدون ولي",
        "معجزات النبي صالح",
        "هل الحلق حرام",
        "من هو عبيد الله",
    ],
)
def test_an_opening_makes_no_other_question_common(question: str) -> None:
    assert _wording(question) == ""


@pytest.mark.parametrize(
    ("question", "wording"),
    [
        ("هل خروج الريح ينقض الوضوء", "wind-wudu"),
        ("كيف اقضي الصلوات الفائتة", "missed-prayers"),
        ("هل صلاة الجماعة واجبة", "congregational-prayer"),
        ("من هم مستحقي الزكاة", "zakat-recipients"),
        ("ما هي علامات الساعة الصغرى", "minor-signs"),
        ("ما هي علامات الساعة", "signs-of-the-hour"),
        ("قصة سيدنا يوسف عليه السلام", "joseph"),
        ("من هم الخوارج", "kharijites"),
        ("Who are the Khawarij?", "kharijites"),
        ("What are the minor signs of the Hour?", "minor-signs"),
        ("ما هو الخلع", "khul"),
        ("هل يجوز الزواج بدون ولي", "marriage-without-guardian"),
        ("ايه حكم قطع صلة الرحم", "severing-ties"),
    ],
)
def test_what_is_asked_most_is_asked_in_the_words_of_the_texts(question: str, wording: str) -> None:
    assert _wording(question) == wording


# ---- what asks for nothing


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("قصة موسى عليه السلام", "قصة موسى"),
        ("من هو عمر رضي الله عنه؟", "من هو عمر ؟"),
        ("قصة سيدنا موسى", "قصة موسى"),
        ("بلع الريق بيفطر ولا لا", "هل بلع الريق يفطر"),
        ("الكافيار حلال ولا حرام؟", "حكم الكافيار؟"),
        ("هو الكافيار حرام", "هل الكافيار حرام"),
        ("هل الكافيار حلال أم حرام", "هل الكافيار حلال أم حرام"),
        ("حكم قول عليه السلام لغير الأنبياء", "حكم قول عليه السلام لغير الأنبياء"),
        ("السلام عليكم", "السلام عليكم"),
        ("حكم بيت المال", "حكم بيت المال"),
    ],
)
def test_a_wish_a_greeting_and_a_letter_of_the_dialect_are_no_part_of_a_question(
    question: str, said: str
) -> None:
    assert " ".join(route(question, LEXICON).text.split()) == said


# ---- commentary on a surah


def test_commentary_on_a_surah_is_shown_where_it_is_asked_for(index: Index) -> None:
    shown = answer(index, "What is the tafsir of Surah 112?", Mode.MUSLIM, None, False)
    assert "tafsir:sample:112:1" in shown.verdict.sources
    assert "oneness of Allah" in shown.summary


def test_a_surah_that_is_only_named_is_shown_alone(index: Index) -> None:
    shown = answer(index, "Surah 112", Mode.MUSLIM, None, False)
    assert shown.verdict.sources == tuple(f"quran:112:{verse}" for verse in range(1, 5))


def test_that_scholars_differ_is_not_told_as_the_answer() -> None:
    question = "هل لمس الزمرد ينقض الوضوء؟"
    text = (
        "لمس الزمرد في نقضه للوضوء خلاف بين العلماء: فمنهم من قال: إنه ينقض مطلقًا. "
        "والصواب: أن لمس الزمرد لا ينقض الوضوء مطلقًا."
    )
    held = Document("fatwa:a:1", "fatwa", "a", "a", text_ar=text, status="approved")
    wanted = asked(question, None, lambda _: 3.0, lambda _: True, LEXICON.frame)
    reading = read(held, wanted)
    assert reading is not None
    assert answering_part(held, reading, Asking(question, wanted, LEXICON)).text.startswith("والصواب")


def test_intentions_in_general_are_not_those_said_aloud() -> None:
    found = route("What did the Prophet say about intentions?", LEXICON).wording
    assert found is None or found.name != "intention-aloud"
