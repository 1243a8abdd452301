"""What people say around a question is no part of it, and one plain name stands for all names of honour."""
# ruff: noqa: E501  (tables of phrases read better with many to a line)

from __future__ import annotations

import pytest
from demanded import demands, met

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.courtesies import LONGEST
from pipeline.answer.routing.route import route
from schemas.answer import Intent, Reason

LEXICON = default_lexicon()
ENGLISH = (
    "Assalamu alaikum. {}", "Asalamualaikum sheikh, {} JazakAllah khair.", "As-salaamu `alaykum wa rahmatullahi wa barakaatuh {}", "{} Thank you so much",
    "Hi! {}", "Good morning brothers and sisters. {}", "Dear respected mufti, {}", "Question: {}", "I have a quick question. {}", "My question is: {}",
    "I was wondering, {}", "Just wondering: {}", "I want to know {}", "I would like to ask: {}", "Can you please tell me {}", "please explain: {}",
    "Please tell me, {}", "Does anyone know {}", "Excuse me, {}", "A friend asked me: {}", "My non-Muslim colleague asked me {}", "Someone asked me today, {}",
    "{} Please give evidence from the Quran and Sunnah.", "{} with proof from hadith", "{} Short answer please", "{} Please answer in detail.", "{} Just curious.",
    "{} Any references?", "{} May Allah reward you.", "{} Please help me. Jazakallah.", "{} barakallahu feekum", "{} Step by step please", "{} brother",
    "I am new to Islam. {}", "As a recent convert, {}", "I'm writing a school essay on Islam. {}", "I recently reverted to Islam and {}",
    "In Islam, {}", "{} in Islam?", "According to the Quran and Sunnah, {}", "{} in the light of Quran and Hadith", "From an Islamic perspective, {}", "Islamically, {}",
    "I'm dying to know {}", "In your honest opinion, {}", "{} in your opinion?", "My mother asks {}", "My son asked me {} What should I tell him?",
    "As a Muslim, {}", "Salam brother, I'm new to Islam, so I was wondering {} Thanks!",
)  # fmt: skip
ARABIC = (
    "السلام عليكم ورحمة الله وبركاته، {}", "السلام عليكم يا شيخ {} وجزاكم الله خيرا", "سؤال: {}", "عندي سؤال بسيط، {}", "لو سمحت {}", "فضيلة الشيخ، {}",
    "أريد أن أعرف {}", "ممكن أعرف {}", "هل يمكنك أن تخبرني {}", "سألني صديقي {}", "نرجو الإفادة: {}", "أفيدونا مأجورين {}", "مرحبا، {}", "بارك الله فيكم، {}",
    "{} مع الدليل", "{} مع ذكر الدليل من القرآن والسنة", "{} باختصار", "{} بالتفصيل لو سمحت", "{} أفيدونا أفادكم الله", "{} نرجو توضيح ذلك", "{} وبارك الله فيكم",
    "{} ولكم جزيل الشكر", "{} بالأدلة من الكتاب والسنة", "{} يا شيخ", "أنا مسلم جديد. {}", "أسلمت حديثا، {}", "{} شرعا", "{} في الإسلام", "{} في القرآن والسنة",
    "في رأيك {}", "{} برأيك", "ابني يسألني {}", "جدتي تسأل: {}", "{} بماذا أجيبه؟", "أنا مسلم جديد وأريد أن أعرف {}",
    "من الناحية الشرعية {}", "{} في الفقه الإسلامي", "السَّلامُ عليكم، {} جزاكم الله خيرًا",
)  # fmt: skip
QUESTIONS = {
    ENGLISH: ("is music allowed?", "what breaks the fast?", "who was Bilal?", "can a woman lead the prayer?"),
    ARABIC: ("ما حكم الموسيقى؟", "هل يجوز صيام يوم الجمعة؟", "من هو بلال بن رباح؟", "كيف أصلي الوتر؟"),
}


def _bare(text: str) -> str:
    return text.strip(" ,.:؛،!?؟")


@pytest.mark.parametrize("form", ENGLISH + ARABIC)
def test_what_is_said_around_a_question_is_not_asked(form: str) -> None:
    for question in QUESTIONS[ENGLISH if form in ENGLISH else ARABIC]:
        asked, alone = route(form.format(question), LEXICON), route(question, LEXICON)
        assert _bare(asked.text) == _bare(alone.text), form.format(question)
        assert (asked.intent, asked.reason, asked.wording) == (alone.intent, alone.reason, alone.wording)


@pytest.mark.parametrize(
    "question",
    [
        "what does jazakallah khair mean", "what is the meaning of jazakallah khair", "how to reply to assalamu alaikum", "is it allowed to say thank you",
        'what does "barakallahu feek" mean', "meaning of salam", "salam meaning", "the virtue of belief in Islam", "I want to die in Islam",
        "ما معنى جزاك الله خيرا", "حكم قول جزاك الله خيرا", "السلام عليكم دار قوم مؤمنين", "أريد أن أموت على الإسلام", "دعاء السلام عليكم أهل الديار",
        "الدخول في الإسلام", "what is evidence", "ما هو الدليل", "hello", "Assalamu alaikum", "can I marry my sheikh", "2:255", "who is the sheikh", "1 camel", "is 7 a holy number", "شكرا جزيلا", "تفسير القرآن بالتفصيل المعروف",
    ],
)  # fmt: skip
def test_what_is_asked_about_stays(question: str) -> None:
    assert LEXICON.without_courtesies(question).text == question


def test_who_one_is_stays_where_the_question_speaks_of_oneself() -> None:
    told = "I am a new Muslim. Do I have to make up the prayers that I missed?"
    assert LEXICON.without_courtesies(told).text == told
    assert (
        LEXICON.without_courtesies("I am a new Muslim. How many pillars are there?").text
        == "How many pillars are there?"
    )


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("can i eat shrimp, i am a new muslim", "can i eat shrimp"),
        ("how do i pray witr? i reverted last month", "how do i pray witr?"),
        ("I converted two weeks ago, how do i pray fajr", "how do i pray fajr"),
        ("how do i say my prayer, i took my shahada three weeks ago", "how do i say my prayer"),
        (
            "is my husband an heir, i am a new muslim",
            "is my husband an heir, i am a new muslim",
        ),  # of her own
        (
            "do i need to take a shower, i just converted",
            "do i need to take a shower, i just converted",
        ),  # it matters
        ("are converts told that i am a new muslim", "are converts told that i am a new muslim"),
    ],
)
def test_who_one_is_may_stand_behind_what_is_asked(question: str, asked: str) -> None:
    assert LEXICON.without_courtesies(question).text == asked


def test_a_letter_keeps_what_is_said_around_it() -> None:
    letter = "Assalamu alaikum. " + "a" * LONGEST + " b"
    assert LEXICON.without_courtesies(letter).text == letter


def test_that_islam_is_asked_about_keeps_a_question_in_its_subject() -> None:
    assert route("hair transplant", LEXICON).of_islam is False
    framed = route("hair transplant in Islam", LEXICON)
    assert (framed.text, framed.of_islam) == ("hair transplant", True)
    strange = "who won the football match"
    assert route(strange, LEXICON).reason is Reason.OUT_OF_SCOPE
    assert route(f"{strange} in Islam", LEXICON).reason is None


def test_help_comes_first_whatever_is_said_around_it() -> None:
    assert (
        route("Assalamu alaikum brother, I want to kill myself. JazakAllah", LEXICON).intent is Intent.CRISIS
    )


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("how often did our beloved Prophet Muhammad (peace be upon him) fast", "how often did the prophet fast"),
        ("the Holy Prophet's ring", "the prophet's ring"), ("Rasulullah’s ring", "the prophet’s ring"), ("Prophet Mohammed SAW and the moon", "the prophet and the moon"),
        ("Allah's Messenger said", "the prophet said"), ("the Messenger of Allah ﷺ said", "the prophet said"), ("the Prophet said", "the Prophet said"),
        ("the Prophet Moses", "the Prophet Moses"), ("is he a prophet of Allah", "is he a prophet of Allah"), ("messenger of God Noah", "messenger of God Noah"),
        ("Allah (swt) forgives", "Allah forgives"), ("Allah Almighty's mercy", "Allah's mercy"), ("the Holy Qur’ān", "the Quran"), ("reading Quraan", "reading Quran"),
        ("كم مرة احتجم رسول الله", "كم مرة احتجم النبي"), ("خاتم سيدنا محمد ﷺ", "خاتم النبي"), ("نبينا محمد عليه الصلاة والسلام", "النبي"), ("النبي موسى", "النبي موسى"),
        ("رحمة الله عز وجل", "رحمة الله"), ("القرآن الكريم", "القرآن"), ("", ""),
        ("when was our beloved Holy Prophet Muhammad born", "when was the prophet born"), ("the beloved Messenger fasted", "the prophet fasted"), ("our master the noble Prophet Muhammad", "the prophet"),
        ("our last and final Messenger", "the prophet"), ("who is the last messenger", "who is the last messenger"), ("the messenger of Heraclius", "the messenger of Heraclius"),
        ("our beloved Prophet Ibrahim", "our beloved Prophet Ibrahim"), ("a noble messenger", "a noble messenger"), ("my master Musa", "my master Musa"),
        ("ولد سيدنا وحبيبنا محمد", "ولد النبي"), ("كان الحبيب المصطفى يصوم", "كان النبي يصوم"), ("خاتم لسيدنا محمد", "خاتم للنبي"), ("لقاء الحبيب", "لقاء الحبيب"),
        ("الفرق بين الرسول والنبي", "الفرق بين الرسول والنبي"), ("the messenger and the prophet differ", "the messenger and the prophet differ"),
        ("سيدنا وحبيبنا إبراهيم", "سيدنا وحبيبنا إبراهيم"), ("محمد خاتم الأنبياء", "محمد خاتم الأنبياء"),
    ],
)  # fmt: skip
def test_one_plain_name_stands_for_all(text: str, plain: str) -> None:
    assert LEXICON.epithets.plain(text) == plain


@pytest.mark.parametrize("called", ["سيدنا", "سيدنا وحبيبنا", "سيدنا النبي", "نبينا وحبيبنا"])
def test_names_of_reverence_before_the_name_change_no_question(called: str) -> None:
    assert route(f"متى ولد {called} محمد؟", LEXICON).plain == "متى ولد النبي؟"


@pytest.mark.parametrize(
    "question",
    [
        "im on my period can i read quran", "I am travelling, do I have to fast?", "I'm a woman, can I lead the prayer?", "im left handed can i eat with my left hand",
        "I am a convert, do I need to change my name?", "i have tattoos are my prayers accepted", "I have a cat, is that allowed?", "I want to become a Muslim, what do I do?",
        "I forgot the tashahhud, what should I do?", "i slept through asr what should i do", "I had a wet dream, do I need ghusl?",
    ],
)  # fmt: skip
def test_what_holds_of_many_is_no_case_of_ones_own(question: str) -> None:
    assert route(question, LEXICON).reason is None


@pytest.mark.parametrize(
    "question",
    [
        "im pregnant and my husband wants a divorce what should i do", "im a girl can i marry him", "im pregnant can i abort", "im on my period for 15 days now do i pray",
        "I am sick and missed 12 fasts last year, do I have to pay for each?", "I have debt of 5000 to my brother, should I pay him before hajj?",
        "i missed 3 fasts because of my period what do i do", "I had sex before marriage, what should I do?", "i forgot my wife's birthday is she angry",
    ],
)  # fmt: skip
def test_who_tells_more_of_himself_tells_a_case(question: str) -> None:
    assert route(question, LEXICON).reason is Reason.NEW_RULING


@pytest.mark.parametrize(
    "question",
    [
        "Am I going to paradise?", "will i go to hell", "Is my late mother in Jannah?", "Is Allah angry with me?", "has Allah accepted my fast",
        "هل أنا من أهل الجنة؟", "هل امي في الجنه ام في النار", "هل ربي راضي عني", "هل تقبل الله صيامي", "هل جدي مات على خير", "هل سأدخل الجنة",
    ],
)  # fmt: skip
def test_what_becomes_of_oneself_or_ones_kin_no_text_tells(question: str) -> None:
    routed = route(question, LEXICON)
    assert routed.wording is None
    assert "fate" in demands(routed.plain)
    assert not met(routed.plain, question)


@pytest.mark.parametrize(
    "question",
    [
        "Will I see my family in paradise?", "Are children who die in paradise?", "Is the Prophet's father in hell?", "Did Allah forgive Adam?",
        "Will Allah forgive me?", "Will I go to hell if I miss prayers?", "هل الشهيد في الجنة", "هل والدا النبي في النار", "هل أبو طالب في النار",
        "هل يغفر الله لي", "كيف أعرف أن الله راض عني", "هل الله راض عن الصحابة",
    ],
)  # fmt: skip
def test_what_becomes_of_others_and_what_is_hoped_for_is_told(question: str) -> None:
    assert "fate" not in demands(route(question, LEXICON).plain)


@pytest.mark.parametrize(
    "question",
    [
        "i just converted to islam what should i do",
        "I am a new Muslim, what do I do first",
        "أنا مسلم جديد ماذا أفعل",
    ],
)
def test_what_to_do_is_asked_of_what_is_said_before_it(question: str) -> None:
    assert route(question, LEXICON).plain == question
