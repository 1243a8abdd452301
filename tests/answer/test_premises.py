"""Why what the sources bid is forbidden, or what they forbid allowed or bidden, no text tells; what else is asked of it,
texts may."""

# ruff: noqa: E501  (tables of questions read better with many to a line)
from __future__ import annotations

import pytest

from pipeline.answer.demands.checks import answers_to_premise
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.validate import false_premise
from pipeline.answer.words.fold import fold
from tests.answer.demanded import demands, met, read_for

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Why did the Prophet forbid greeting?", "Do not greet the Jews first. Spread greeting among yourselves."),
        ("why is hajj haram", "Pilgrimage to the House is due to Allah; whoever disbelieves does what is forbidden."),
        ("Why can't Muslims give charity?", "The Prophet said: do not withhold charity."),
        ("since when is reading the Quran not allowed", "It is not allowed to neglect reading the Quran."),
        ("Why does Islam allow usury?", "Allah has permitted trade and has forbidden usury."),
        ("لماذا الصدقة حرام؟", "الصدقة حرام على آل محمد"),
        ("لماذا أحل الإسلام الربا؟", "وأحل الله البيع وحرم الربا"),
    ],
)  # fmt: skip
def test_why_the_contrary_is_so_only_an_answer_to_it_tells(question: str, text: str) -> None:
    assert "premise" in demands(question)
    assert not met(question, text)
    assert met(question, text, title=question, kind="fatwa")


@pytest.mark.parametrize(
    "question",
    [
        "Why did the Prophet forbid wine?", "why is pork haram, can you explain", "Why is usury not allowed?", "why can muslims not eat pork",
        "Why is it a sin not to pray?", "Is charity forbidden?", "Why is fasting on Eid forbidden?", "why is wine not haram",
        "Why did the Prophet forbid greeting the Jews first?", "Why is giving zakat to the Prophet's family not allowed?",
        "Why is prayer obligatory?", "Why did the Prophet allow lying?", "Why does Islam allow four wives?",
        "لماذا حرم الله الربا؟", "لماذا نهى النبي عن الصيام يوم العيد؟", "لماذا حرم الزواج من المشركات؟", "هل الصدقة حرام؟", "لماذا لا يجوز ترك الصلاة؟",
    ],
)  # fmt: skip
def test_what_texts_may_tell_is_asked_as_it_stands(question: str) -> None:
    assert "premise" not in demands(question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("لماذا امر القران بقتل الوالدين", "ولا تقتلوا أولادكم وبالوالدين إحسانا"),
        ("لماذا أمر القرآن بالسرقة؟", "أمر النبي بقطع يد السارق في السرقة"),
        ("لماذا امر القران بعقوق الوالدين", "نهى عن عقوق الوالدين وأمر ببرهما"),
        ("لماذا امر القران باكل مال اليتيم", "إن الذين يأكلون مال اليتيم ظلما"),
        ("لماذا يأمر الإسلام بظلم اليتيم؟", "أمر بالقسط ونهى عن ظلم اليتيم"),
        ("لماذا أمر القرآن بعبادة الأصنام؟", "أمرهم إبراهيم بترك عبادة الأصنام"),
        ("لماذا شرع الاسلام الربا", "وأحل الله البيع وحرم الربا"),
        ("لماذا حث النبي على الغيبة", "سئل النبي عن الغيبة فقال ذكرك أخاك بما يكره"),
        ("لماذا دعا القرآن إلى الشرك؟", "دعا القرآن إلى التوحيد ونهى عن الشرك"),
        ("لماذا أمر النبي بترك الصلاة؟", "أمر النبي بالصلاة ونهى عن ترك الصلاة"),
        ("لماذا جعل الاسلام الزكاة نصف المال", "فرض الله الزكاة في المال"),
        ("لماذا فرض الله الحج كل سنة؟", "فرض الله الحج مرة لا كل سنة"),
        ("لماذا أوجب النبي صيام الاثنين؟", "كان النبي يصوم الاثنين وأوجب صيام رمضان"),
        ("متى فرض الله صيام شهر رجب؟", "فرض الله صيام شهر رمضان"),
        ("لماذا تجب الصلاة على الحائض؟", "لا تجب على الحائض صلاة"),
        ("لماذا حرم النبي الصدقة على الفقراء", "إنما الصدقات للفقراء وحرم أخذها على الأغنياء"),
        ("لماذا حرم القران لحم الغنم", "حرم لحم الخنزير وأحل لحم الغنم"),
        ("why does the Quran tell us to kill our children", "Do not kill your children for fear of poverty."),
        ("Why did the Prophet order people to drink wine?", "The Prophet ordered that wine be poured out. Do not drink wine."),
        ("why does Islam command stealing", "Cut off the hand of the thief; stealing is forbidden."),
        ("why did the Prophet tell people to lie", "Do not lie, he told people."),
        ("why is fasting in shawwal obligatory", "Whoever fasts Ramadan, then six days of Shawwal, fasts for ever."),
        ("Why did Allah make zakat half of our wealth?", "Allah made zakat due on wealth."),
        ("ليه ربنا أمر بشرب الخمر؟", "شرب الخمر من الكبائر"),
        ("لماذا يأمر الإسلام أن نقتل أطفالنا؟", "ولا تقتلوا أطفالا"),
        ("ما الحكمة من تشريع الربا؟", "الربا حرام"),
        ("how come Islam tells us to steal", "Do not steal."),
    ],
)  # fmt: skip
def test_why_what_is_forbidden_was_bidden_only_an_answer_to_it_tells(question: str, text: str) -> None:
    assert "premise" in demands(question)
    assert not met(question, text)
    titled = read_for(question, text, question, "fatwa")
    assert answers_to_premise(titled)


@pytest.mark.parametrize(
    "question",
    [
        "لماذا امر النبي بقتل الوزغ", "لماذا أمر النبي بقتل الكلاب؟", "لماذا أمر فرعون بقتل الأطفال؟", "لماذا أمر الله إبراهيم بذبح ابنه؟",
        "لماذا شرع الاذان", "لماذا شرع الطلاق", "لماذا شرع حد السرقة؟", "لماذا امر الله ببر الوالدين", "لماذا حث على السواك",
        "لماذا أمر الله باجتناب الخمر؟", "لماذا لم يأمر الإسلام بالزنا؟", "لماذا أمر الله بعدم شرب الخمر؟", "لماذا حث النبي على صيام الاثنين؟",
        "لماذا أباح النبي الكذب في الحرب؟", "لماذا جعلت زكاة المال ربع العشر؟", "لماذا يأمر الشيطان بالزنا؟", "لماذا جعل الله الشرك أعظم الذنوب؟", "لماذا جعل الله الخمر حراما؟", "لماذا كتب الله علي الزنا؟", "لماذا حرم الله لحم الخنزير",
        "لماذا حرمت الصدقة على آل محمد؟", "لماذا أمرت الحائض بترك الصلاة؟", "لماذا فرض صيام رمضان؟", "متى فرض صيام رمضان؟", "لماذا يجب على الحائض قضاء الصوم؟", "لماذا لا تجب الصلاة على الحائض؟", "لماذا فرضت الزكاة في المال؟",
        "why did the Prophet order the killing of geckos", "why did the Prophet order the killing of dogs", "Why did Allah make pigs?",
        "why is zakat obligatory", "Why is hajj obligatory?", "Why is hajj not obligatory every year?", "why did the Prophet encourage fasting on Mondays",
        "Why does the Quran tell us stories of adultery?", "Why did Allah command us not to drink wine?", "Why did God make killing children a sin?",
        "Why did Pharaoh order the killing of children?", "Why does Allah allow innocent children to be killed?",
    ],
)  # fmt: skip
def test_why_it_was_bidden_what_was_bidden_texts_may_tell(question: str) -> None:
    assert "premise" not in demands(question)


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("لماذا جعل الاسلام الصلوات سبعا", "daily-prayers"),
        ("لماذا جعل الاسلام رمضان شهرين", "ramadan-months"),
        ("لماذا فرض الله صيام رمضان ثلاثة أشهر؟", "ramadan-months"),
        ("why did Islam make the daily prayers seven", "daily-prayers"),
        ("Why did Islam make Ramadan two months?", "ramadan-months"),
        ("لماذا فرض الإسلام الصيام شهرين؟", "ramadan-months"),
        ("لماذا فرض الله صيام شهرين متتابعين؟", None),
        ("لماذا جعل الله الصلوات خمسا؟", None),
        ("لماذا فرض الله الصلوات خمسين؟", None),
        ("لماذا جعلت كفارة الجماع في رمضان شهرين متتابعين؟", None),
        ("Why did Allah make the prayers fifty at first?", None),
        ("الأصناف العشرة للزكاة", "zakat-recipients"),
        ("الأصناف الثمانية للزكاة", None),
        ("لماذا هاجر النبي من المدينة إلى مكة", "hijra-from-medina"),
        ("لماذا هاجر النبي من مكة إلى المدينة", None),
        ("Why is Ramadan two months after Rajab?", None),
    ],
)
def test_a_number_that_something_was_made_is_held_against_its_list(question: str, fact: str | None) -> None:
    found = false_premise(question, LEXICON, "ar" if question[0] > "z" else "en")
    assert (found and found.name) == fact


@pytest.mark.parametrize(
    ("question", "unworthy"),
    [
        ("لماذا ترك النبي الهجرة", True),
        ("لماذا ترك النبي الدعوة إلى الله", True),
        ("لماذا رفض النبي الصلاة", True),
        ("Why did the Prophet refuse to pray?", True),
        ("لماذا رفض النبي الصلاة على المدين", False),
        ("Why did the Prophet refuse to pray for the debtor?", False),
        ("لماذا ترك النبي مكة", False),
    ],
)
def test_what_the_prophet_never_left_or_refused(question: str, unworthy: bool) -> None:
    assert bool(LEXICON.unworthy(fold(question))) is unworthy


@pytest.mark.parametrize(
    "question", ["Why did the Prophet forbid fasting?", "why is wine halal", "لماذا الزنا حلال؟"]
)
def test_it_is_no_common_question_on_the_thing(question: str) -> None:
    assert LEXICON.wordings.wording(question) is not None
    assert route(question, LEXICON).wording is None


@pytest.mark.parametrize(
    ("question", "common"),
    [
        ("On what date will Judgement Day be?", "when-judgement-day"),
        ("how many years are left until the last hour", "when-judgement-day"),
        ("How long is the Day of Judgement?", "length-of-the-day"),
        ("Which verse says God does not burden a soul beyond what it can bear?", "no-burden-beyond-capacity"),
        ("verse that says whoever fears Allah will find a way out", "a-way-out"),
        ("Is Islam not for Arabs only?", None),
        ("Can I burden my wife?", None),
        ("What did Allah create from fire?", None),
    ],
)  # fmt: skip
def test_a_time_that_none_knows_and_a_verse_in_other_words_are_common(
    question: str, common: str | None
) -> None:
    wording = route(question, LEXICON).wording
    assert (wording and wording.name) == common
