"""Demands of an Arabic question: the first of a thing, and who a person of several names is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from demanded import LEXICON, demands, met, read_for

from pipeline.answer.demands.arabic import (
    asks_of_person,
    deed_of,
    in_order,
    ordered,
    said_word,
    says_word,
)
from pipeline.answer.demands.asking import Asking, fronted
from pipeline.answer.demands.nouns import judged_nouns
from pipeline.answer.demands.places import NEAR
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read
from pipeline.answer.words.spelling import spellings_of
from pipeline.answer.words.units import Asked, asked
from pipeline.text import Glossary
from schemas.document import Document


def _asked(text: str) -> Asked:
    return asked(text, None, lambda token: 5.0, lambda token: True, frozenset())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("أول من أسلم علي", True),
        ("أول ما أنزل من القرآن اقرأ", False),
        ("أسلم علي وهو أول الصبيان", False),
        ("هو أولى بالمؤمنين من قومه ومن أسلم معه", False),
    ],
)
def test_the_ordinal_must_stand_before_what_it_counts(text: str, told: bool) -> None:
    question = _asked("من أول من أسلم؟")
    pair = ordered(Asking("من أول من أسلم؟", question, LEXICON))
    reading = read(Document("book:a:1", "book", "a", "a", text_ar=text), question)
    assert pair is not None
    assert reading is not None
    assert in_order(reading, *pair) is told


def test_another_form_of_the_verb_is_the_same_deed() -> None:
    question = _asked("ما أول ما نزل من القرآن؟")
    pair = ordered(Asking("ما أول ما نزل من القرآن؟", question, LEXICON))
    text = "أول ما أنزل من القرآن اقرأ باسم ربك"
    reading = read(Document("book:a:1", "book", "a", "a", text_ar=text), question)
    assert pair is not None
    assert reading is not None
    assert in_order(reading, *pair)


def test_the_last_day_is_no_last_of_what_follows() -> None:
    asks = "من هي آخر زوجات الملك؟"
    question = _asked(asks)
    pair = ordered(Asking(asks, question, LEXICON))
    assert pair is not None
    for text, told in (("آخر زوجات الملك زينب", True), ("من آمن باليوم الآخر فزوجته معه", False)):
        reading = read(Document("book:a:1", "book", "a", "a", text_ar=text), question)
        assert reading is not None
        assert in_order(reading, *pair) is told


@pytest.mark.parametrize("asks", ["ما فضل أكبر المساجد؟", "هل أكثر الناس نائمون؟"])
def test_the_greatest_is_asked_for_where_the_question_begins_with_it(asks: str) -> None:
    assert ordered(Asking(asks, _asked(asks), LEXICON)) is None


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("من حمل القنديل؟", "فقام زيد فحمل القنديل إلى البيت", True),
        ("من حمل القنديل؟", "القنديل على الباب. وحمل عمرو الحطب", False),
        ("من ضرب زيد؟", "فلما ضربهم زيد رجعوا", False),
        ("من ضرب زيد؟", "جاء زيد فضربه عمرو", True),
        ("من الرجل الذي حملته السفينة؟", "نوح حملته السفينة", True),
        ("من الرجل الذي حملته السفينة؟", "حمل متاعه على ظهره ثم ركب في السفينة", False),
    ],
)
def test_who_did_a_thing_is_told_by_the_deed_done_to_it(question: str, text: str, told: bool) -> None:
    assert _meets(question, text) is told


def test_who_somebody_is_and_whoever_does_a_thing_ask_for_no_deed() -> None:
    for question in (
        "من هو صاحب القنديل؟",
        "من مات وعليه صيام",
        "من أكل ناسيا وهو يصلي",
        "من أول من حمل القنديل؟",
        "من آداب العطاس",
    ):
        assert deed_of(Asking(question, _asked(question), LEXICON)) is None


@pytest.mark.parametrize(
    ("asked_so", "led"),
    [
        ("قوم لوط كيف عذبوا", "كيف عذبوا قوم لوط"),
        ("أصحاب الفيل من قائدهم", "من قايدهم اصحاب الفيل"),
        ("كيف عذب قوم لوط", "كيف عذب قوم لوط"),
        ("على ماذا كان يفطر", "علي ماذا كان يفطر"),
        ("هل يعلم كيف خلق", "هل يعلم كيف خلق"),
    ],
)
def test_the_word_that_asks_goes_before_its_topic(asked_so: str, led: str) -> None:
    assert fronted(fold(asked_so)) == led


def test_what_the_prophet_is_said_to_have_said_is_told_by_its_words_together() -> None:
    question = "هل قال النبي اختلاف الجيران نعمة؟"
    assert _meets(question, "قال اختلاف الجيران نعمة للناس")
    scattered = "اختلاف القوم في السوق على البيع والشراء طول النهار، ثم رأوا الجيران على الجبال البعيدة فقالوا هذه نعمة"
    assert not _meets(question, scattered)


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("متى ينتهي وقت البيع؟", "وقت البيع إلى غروب الشمس", True),
        ("متى ينتهي وقت البيع؟", "البيع قبل الصلاة وبعدها", False),
        ("في أي يد كان يحمل القنديل؟", "كان يحمل القنديل في يمينه", True),
        ("في أي يد كان يحمل القنديل؟", "كان يحمل القنديل من الفضة", False),
        ("لماذا نهى عن حمل القنديل؟", "نهى عن حمل القنديل", True),
        ("لماذا نهى عن حمل القنديل؟", "ما حمل القنديل إلا يومئذ", False),
        ("هل يقع بيع القنديل؟", "بيع القنديل يقع", True),
        ("هل يقع بيع القنديل؟", "بيع الحطب يقع", False),
    ],
)
def test_an_end_a_side_and_a_ban_are_told_by_their_words(question: str, text: str, told: bool) -> None:
    assert _meets(question, text) is told


def test_a_word_that_no_search_finds_is_told_where_it_is_said() -> None:
    assert said_word(fold("حكم قول لو؟")) == fold("لو")
    assert said_word(fold("حكم قول الزور؟")) == ""
    assert says_word("لو", read_for("قول لو", "لا تقل لو كان كذا"))
    assert not says_word("لو", read_for("قول لو", "نهى عن قول الزور ولو مرة"))


def test_a_surah_that_is_sought_by_what_no_verse_says_is_told_by_its_name() -> None:
    question = "السورة التي فيها سجدتان"
    assert _meets(question, "فضلت سورة الحج بأن فيها سجدتين")
    assert not _meets(question, "إذا ذكروا بها خروا سجدا في كل سورة")


def test_the_first_time_counts_nothing() -> None:
    asks = "أين كان النبي عندما نزل عليه الوحي أول مرة؟"
    assert ordered(Asking(asks, _asked("أول مرة"), LEXICON)) is None


@pytest.mark.parametrize(
    ("question", "person"),
    [
        ("من هو خالد بن الوليد؟", True),
        ("من هي أم المؤمنين خديجة؟", True),
        ("من هو أول من أسلم؟", False),
        ("من هم الذين يحبهم الله؟", False),
        ("من هو بلال؟", False),
        ("من كان النبي سيتخذه خليلا؟", False),
        ("من كان النبي يونس بن متى؟", True),
    ],
)
def test_a_person_of_several_names_is_one_thing(question: str, person: bool) -> None:
    assert asks_of_person(fold(question), default_lexicon()) is person


def _meets(question: str, text: str, kind: str = "book", glossary: Glossary | None = None) -> bool:
    lexicon = default_lexicon()
    wanted = asked(question, glossary, lambda _: 1.0, lambda _: True, lexicon.frame)
    reference = "quran:1:1" if kind == "quran" else f"{kind}:a:1"
    reading = read(Document(reference, kind, "" if kind == "quran" else "a", "a", text_ar=text), wanted)
    assert reading is not None
    return meets(Read(kind, reading, wanted, lexicon), demands_of(Asking(question, wanted, lexicon)))


def test_a_term_of_two_words_is_told_by_a_text_that_has_both() -> None:
    terms = Glossary.from_dict(
        {
            "concepts": [
                {"id": "lantern-oil", "ar": ["الفانوس والزيت"], "en": ["lantern and oil"], "translit": []}
            ]
        }
    )
    question = "ما معنى الفانوس والزيت"
    assert _meets(question, "الفانوس والزيت هو ما يحمل ويوقد", glossary=terms)
    assert not _meets(question, "إنما الفانوس هو لمن حمله في الليل", glossary=terms)


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ("ولذكر الله أكبر وهو يعلم", "quran", False),
        ("الله أكبر أي هو أعظم من كل شيء", "book", True),
        ("عند الله يوم الحج الأكبر وهو يوم النحر", "book", False),
    ],
)
def test_what_is_said_in_praise_is_explained_by_no_verse_that_joins_its_words(
    text: str, kind: str, told: bool
) -> None:
    assert _meets("ما معنى الله أكبر", text, kind) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("نهى عن بيع الفانوس بالفانوس إلا مثلا بمثل", True),
        ("لا تبيعوا فانوسا، وَٱلۡفَانُوسَ بِٱلۡفَانُوسِ سواء", True),
        ("لا بأس ببيع الفانوس بالقنديل", False),
        ("من باع الفانوس فله ثمنه", False),
    ],
)
def test_what_is_given_for_its_like_is_not_given_for_another_thing(text: str, told: bool) -> None:
    assert met("حكم بيع الفانوس بالفانوس", text) is told


def test_a_manner_is_no_exchange() -> None:
    assert "for like" not in demands("شرح إشعال الفانوس خطوة بخطوة")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("وكانت الفوانيس سبعة في البيت", True),
        ("والفوانيس معلقة في البيت (٤) أو [ النساء : 34 ]", False),
        ("كل أهل البيت رأوا الفوانيس غير واحد منهم", False),
    ],
)
def test_a_place_in_a_book_and_every_one_count_nothing(text: str, told: bool) -> None:
    assert met("كم عدد الفوانيس في البيت؟", text) is told


def test_half_a_word_counts_nothing() -> None:
    end = f"الفوانيس {'ن' * (NEAR['ar'] - 6)} بالفحشاء"
    assert not met("كم عدد الفوانيس؟", f"رأى {end}")


@pytest.mark.parametrize(
    ("question", "text", "is_met"),
    [
        ("هل طلاء الأظافر يمنع صحة الوضوء؟", "الوسخ داخل الأظافر لا يمنع من صحة الوضوء", False),
        ("هل طلاء الأظافر يمنع صحة الوضوء؟", "الطلاء على الأظافر يمنع صحة الوضوء", True),
        ("هل يحرم اقتناء أواني الفضة والذهب في البيت؟", "أواني الذهب والفضة في البيت محرمة بالنص", True),
        ("هل الهدية للموظف رشوة؟", "دفع الرشوة للموظف لا يجوز", False),
        ("هل الهدية للموظف رشوة؟", "الهدية للموظف من الرشوة", True),
        ("هل القصم ركن؟", "إنما فعلوا القصم ليروا الناس قوتهم", False),
    ],
)
def test_an_arabic_text_names_what_is_asked_on(question: str, text: str, is_met: bool) -> None:
    assert met(question, text, kind="book") is is_met


def test_a_name_of_a_servant_is_another_than_that_of_another() -> None:
    question = "هل يجوز التسمي بعبد النبي؟"
    assert met(question, "لا يجوز التسمي بعبد النبي ولا بعبد الحسين", kind="book")
    assert not met(question, "قال النبي: التسمي بعبد المعطي لا بأس به", kind="book")


@pytest.mark.parametrize(
    ("question", "text", "is_met"),
    [
        ("هل تجب الزكاة على الجمعيات الخيرية؟", "تجب الزكاة عند جمع من أهل العلم وهو خير", False),
        ("هل تجب الزكاة على الجمعيات الخيرية؟", "لا تجب الزكاة على الجمعيات", True),
        ("هل تجب الزكاة على الجمعيات الخيرية؟", "الجمعية التي أنشئت للفقراء لا تجب عليها الزكاة", True),
        ("هل يجوز الوضوء بالصابون؟", "إذا أصابته نجاسة فلا يجوز الغسل", False),
    ],
)
def test_a_judgement_on_several_nouns_is_told_by_a_text_with_enough_of_them(
    question: str, text: str, is_met: bool
) -> None:
    wanted = Asking(question, read_for(question, text).question, LEXICON)
    spellings = spellings_of(question, wanted.question, None)
    nouns = judged_nouns(replace(wanted, spellings=spellings))
    assert nouns is not None
    assert nouns.told_by(read_for(question, text, kind="book")) is is_met


@pytest.mark.parametrize(
    ("title", "told"),
    [("حكم القطعة الموسيقية", False), ("ما معنى السلم الموسيقي", True), ("ما السلم", False)],
)
def test_an_answer_on_one_word_of_a_term_does_not_go_by_it(title: str, told: bool) -> None:
    question = "ما هو السلم الموسيقي؟"
    wanted = asked(
        question, None, lambda token: 9.0 if token == "موسيق" else 3.0, lambda _: True, LEXICON.frame
    )
    said = "لا أعرف السلم، وأما الموسيقى فمن آلات اللهو."
    reading = read(Document("fatwa:a:1", "fatwa", "a", "a", title_ar=title, text_ar=said), wanted)
    assert reading is not None
    found = demands_of(Asking(question, wanted, LEXICON))
    term = [one for one in found if one.name == "term"]
    assert term
    assert meets(Read("fatwa", reading, wanted, LEXICON), term) is told
