"""What a question demands of a text, the numbers it claims, and deeds told of the wrong person."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import pytest
from demanded import demands, met, read_for

from pipeline.answer.demands import counting
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon, default_lexicon
from pipeline.answer.routing.numbers import in_digits, numbers_in
from pipeline.answer.validate import confirmed, false_premise
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from pipeline.text import Glossary
from schemas.document import Document

LEXICON = default_lexicon()
PERSONS = Glossary.from_dict(
    {
        "concepts": [
            {"id": "adam", "ar": ["آدم"], "en": ["Adam"]},
            {"id": "aishah", "ar": ["عائشة"], "en": ["Aisha"]},
            {"id": "lut", "ar": ["لوط"], "en": ["Prophet Lot"]},
            {"id": "musa", "ar": ["موسى"], "en": ["Moses"]},
            {"id": "sulayman", "ar": ["سليمان"], "en": ["Solomon"]},
        ]
    }
)


def _asked(question: str) -> Asked:
    return asked(question, None, lambda token: 5.0, lambda token: True, LEXICON.frame)


@pytest.mark.parametrize(
    ("question", "told", "silent"),
    [
        ("What was the name of the camel of the traveller?", "The traveller rode a camel called Qaswa to the market.", "The traveller rode a camel to the market in the morning."),
        ("What was the name of the uncle of the traveller?", "The traveller met his uncle Hamza at the market.", "The traveller met his uncle at the market one day."),
        ("What was the name of the uncle of the traveller?", "The uncle of the traveller was Hamza.", "The traveller met his uncle and Hamza at the market."),
        ("What was the name of the uncle of the traveller?", "The uncle of the traveller was named Hamza.", "The traveller is the uncle of Hamza the merchant."),
        ("ما اسم زوجة سليمان؟", "كان سليمان مع زوجة اسمها سحاب في تلك القرية", "كان سليمان بن داود مع زوجة له في تلك القرية"),
        ("What colour was the dog of the traveller?", "The traveller had a black dog with him.", "The traveller had a dog with him on the road."),
        ("From which forest came the wood of the door?", "The wood of the door came from a forest beyond the river.", "The wood of the door was brought to the city."),
        ("How many camels did the traveller own?", "The traveller owned seven camels in that year.", "The traveller owned camels and sheep in that year."),
        ("What are the twelve cases of envy?", "The twelve cases of envy are these which follow.", "The cases of envy are two, and these follow here."),
        ("Which thirty cases of envy are told?", "The thirty cases of envy are these which follow.", "The cases of envy are told here, by a man who had ridden for days from the river to the city with thirty camels."),
        ("Who planted the palm of the traveller?", "The traveller planted the palm with his own hands.", "The palm of the traveller stood beside the old road."),
        ("Why are the four hundred camels of the traveller white?", "The four hundred camels of the traveller are white.", "The thousand camels of the traveller are white."),
        ("لماذا سافر خمسمائة رجل إلى الوادي؟", "سافر خمسمائة رجل إلى الوادي في الليل", "سافر ألف رجل إلى الوادي في الليل"),
        ("Is envy a quarter of hatred?", "Envy is a quarter of hatred, said the traveller.", "Envy is half of hatred, said the traveller."),
        ("Why did the Prophet say that patience leads to hunger?", "Patience leads to hunger, said the traveller.", "Patience leads to joy, said the traveller."),
        ("Where does the Qur'an say that camels were made from clay?", "The camels were made from clay and water.", "The camels were made from water alone."),
        ("لماذا قال النبي إن الصبر يهدي إلى الجوع؟", "الصبر يهدي إلى الجوع في ذلك الزمان", "الصبر يهدي إلى الخير في ذلك الزمان"),
        ("من الذي غرس نخلة المسافر؟", "غرس المسافر نخلة عند باب بيته", "كانت نخلة المسافر عند باب بيته"),
        ("Can camels carry the wood of the palm?", "The camels carry the wood of the palm to the river.", "The traveller may carry the wood of the palm."),
        ("Who killed the traveller?", "A robber killed the traveller beside the river.", "The robber was killed by the traveller beside the river."),
        ("Who killed the traveller?", "The traveller was killed by a robber.", "The robber and his brother were killed. The traveller said so."),
        ("When was the battle of the river?", "The battle of the river was in Ramadan.", "The traveller was fifteen years old on the day of the battle of the river."),
        ("When was the treaty of the river?", "The treaty of the river was in the sixth year.", "In the year following the treaty of the river the traveller returned."),
        ("Is working in a bank allowed?", "Working in a bank is allowed to the traveller.", "He was working on the land that grows on the banks of the river."),
        ("Is interest from a bank allowed?", "Interest is not allowed, be it from a bank.", "He walked along the river without a word."),
        ("Can a woman wear trousers?", "A woman may wear trousers, said the traveller.", "The woman in ihram may not wear trousers or a hood."),
        ("Can a muhrim wear trousers?", "A muhrim may not wear trousers or a hood.", "A traveller asked about his camel and his dog."),
        ("How old was the traveller when he married?", "The traveller was twenty years old when he married.", "The traveller died three years before he married."),
        ("Are stocks allowed?", "The stocks of a company are allowed.", "Two shares of the spoils are allowed to the traveller."),
        ("Can I go to a bar?", "Do not go to the bars of that city.", "They would bar you, if you go to the house."),
        ("هل الأسهم حلال؟", "الأسهم حلال في شركة يعمل فيها المسافر", "كانت الأسهم في يد المسافر يرمي بها وهي حلال"),
        ("هل العمل في بنك حلال؟", "العمل في بنك حلال عند المسافر", "العمل في الربوة حلال عند المسافر"),
        ("Who was the first traveller?", "The first traveller was a merchant.", "Firstly, a traveller rests; the first reward of travellers is rest."),
        ("Why was fasting on the market day forbidden?", "He forbade fasting on the market day for that reason.", "He praised fasting on the market day for that reason."),
        ("ما لون كلب المسافر؟", "كان مع المسافر كلب اسود يمشي خلفه في الطريق", "كان مع المسافر كلب يمشي خلفه في الطريق الطويل"),
        ("كم جملا كان عند المسافر؟", "كان عند المسافر سبعة جمال في تلك السنة", "كان عند المسافر جمال وغنم في تلك السنين"),
        ("متى هاجر المسافر إلى القرية؟", "هاجر المسافر إلى القرية سنة تسع", "هاجر المسافر إلى القرية يوم أحد وأهله معه"),
        ("متى هاجر المسافر إلى القرية؟", "هاجر المسافر إلى القرية في شهر رجب مع أهله", "لما هاجر المسافر إلى القرية فرح به أهلها"),
        ("لماذا سميت قرية المسافر بهذا الاسم؟", "سميت قرية المسافر باسم رجل سكن فيها", "نزل في قرية المسافر ثم مضى في طريقه"),
        ("كم كان عمر المسافر؟", "مات المسافر وهو ابن ثلاث وستين سنة في القرية", "مات المسافر بعد أخيه بثلاث سنين في القرية"),
        ("ما اسم كلب المسافر؟", "كان مع المسافر كلب اسمه سحاب يمشي خلفه", "كان مع المسافر كلب يمشي خلفه في الطريق"),
    ],
)  # fmt: skip
def test_a_text_that_speaks_of_the_subject_must_also_tell_what_is_asked(
    question: str, told: str, silent: str
) -> None:
    assert met(question, told)
    assert not met(question, silent)


@pytest.mark.parametrize(
    ("question", "text", "kind", "met"),
    [
        ("What did Moses eat in the city?", "The traveller ate bread in the city.", "hadith", False),
        ("What did Moses eat in the city?", "Moses ate bread in the city.", "hadith", True),
        ("What did Moses eat in the city?", "He ate bread in the city.", "quran", True),
        ("What did Aisha eat in the city?", "Narrated Aisha: The traveller ate bread in the city.", "hadith", True),
        ("ماذا أكل سليمان في القرية؟", "حدثنا سليمان بن كثير عن أبيه قال حدثنا مالك عن نافع عن عبد الله بن دينار عن أنس بن مالك عن أبي هريرة رضي الله عنه أنه قال أكل المسافر خبزا في القرية", "hadith", False),
        ("ماذا أكل سليمان في القرية؟", "أكل نبي الله سليمان خبزا في القرية", "hadith", True),
        ("ما حق ابن آدم؟", "حق المسافر أن يأكل من خبز القرية", "hadith", True),
        ("What did Aisha eat in the city?", "Ibn Aisha ate bread in the city.", "hadith", False),
        ("What did Aisha eat in the city?", "Abdullah b. Aisha, then Aisha, ate bread in the city.", "hadith", True),
        ("What did Moses eat in the city?", "Moses b. Uqba came. Moses ate bread in the city.", "hadith", False),
        ("What did Moses eat in the city?", "Moses b. Imran ate bread in the city.", "hadith", True),
        ("What did Ibn Aisha eat in the city?", "The traveller ate bread in the city.", "hadith", True),
        ("ماذا أكل سليمان في القرية؟", "أكل أبو سليمان خبزا في القرية", "hadith", False),
        ("What is done with lots?", "The traveller sold the lot to a man of the city.", "hadith", True),
    ],
)  # fmt: skip
def test_who_is_asked_about_is_named_but_by_a_verse(question: str, text: str, kind: str, met: bool) -> None:
    arabic = "\u0621" <= text[0] <= "\u064a"
    document = Document(f"{kind}:a:1", kind, "a", "a", text_ar=text if arabic else None, text_en=None if arabic else text)  # fmt: skip
    question_units = asked(question, PERSONS, lambda token: 5.0, lambda token: True, LEXICON.frame)
    demands = [one for one in demands_of(Asking(question, question_units, LEXICON)) if one.name == "persons"]
    reading = read(document, question_units)
    assert reading is not None
    assert meets(Read(kind, reading, question_units, LEXICON), demands) is met


@pytest.mark.parametrize(
    "question",
    ["What does surah 112 say?", "هل بنيت الكعبة قرب الوادي؟", "في أي شهر نصوم؟"],
)  # fmt: skip
def test_a_question_of_several_things_without_a_form_demands_nothing(question: str) -> None:
    assert demands_of(Asking(question, _asked(question), LEXICON)) == []


@pytest.mark.parametrize(
    "question",
    ["Why did Hamza leave the city of his fathers?", "أين كان النبي عندما نزل المطر على القرية؟"],
)
def test_only_what_the_prophet_or_the_quran_is_said_to_have_said_must_be_told_in_full(question: str) -> None:
    assert not any(one.name == "stated" for one in demands_of(Asking(question, _asked(question), LEXICON)))


def test_a_number_that_a_closed_list_confirms_need_not_be_repeated() -> None:
    question = "What are the five pillars of Islam?"
    assert demands_of(Asking(question, _asked(question), LEXICON, taken=confirmed(question, LEXICON))) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("forty five days and 7 nights", {45, 7}), ("خمسة وأربعين يوما", {45}), ("الأربعة عشر", {14}),
        ("إلى نهاية اليوم الثالث عشر", set()), ("ليلة السابع والعشرين", set()),
        ("الحالات الإحدى عشرة", {11}), ("اثنا عشر شهرا", {12}), ("ثنتي عشرة ركعة", {12}), ("لم يأت أحد قبل عشرين يوما", {20}),
        ("fourteen", {14}), ("the seventh door", set()), ("three hundred years", {300}), ("2:255", set()), ("", set()),
        ("four hundred and five", {405}), ("two thousand five hundred or 7", {2500, 7}), ("a thousand months", {1000}),
        ("70,000 or 70 thousand", {70000}), ("thousands of angels", set()), ("a hundred, then five", {100, 5}),
        ("أربعمائة شهر", {400}), ("ثلاثمائة وستين مفصلا", {360}), ("مائة وأربعة وعشرون ألف نبي", {124000}),
        ("سبعون ألفا أو خمسة آلاف", {70000, 5000}), ("ألف وأربعمائة", {1400}), ("آلاف الملائكة", set()),
        ("مائة إلا واحدا", {100}), ("بمائة ضعف", {100}), ("على ستين وثلاثمائة مفصل", {360}), ("خمس وعشرون ومائة ناقة", {125}),
        ("twenty-five", {25}), ("7-8", {7, 8}), ("10-5 or 20 3", {10, 5, 20, 3}), ("70 thousand and 5", {70005}),
    ],
)  # fmt: skip
def test_numbers_are_read_in_both_languages(text: str, numbers: set[int]) -> None:
    assert numbers_in(fold(text), LEXICON) == numbers


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("the one hundred and fourteen surahs, and five", "the 114 surahs, and 5"),
        ("المائة والأربع عشرة سورة", "ال114 سوره"), ("وخمسا وعشرين", "25"), ("ألف ألف", "1000 1000"), ("بالخمس", "ال5"),
        ("الإحدى عشرة", "ال11"), ("hundreds of the first two", "hundreds of the first 2"), ("the second rakah", "the 2 rakah"),
        ("2:255", "2:255"), ("7-8", "7-8"), ("", ""),
    ],
)  # fmt: skip
def test_numbers_are_written_in_digits_where_they_stand(text: str, digits: str) -> None:
    assert in_digits(fold(text), LEXICON) == digits


@pytest.mark.parametrize(
    ("question", "folded", "normal"),
    [
        ("أصحاب الفيل كيف أُهلكوا", "اصحاب الفيل كيف اهلكوا", "كيف اهلكوا اصحاب الفيل"),
        ("Who is named in Surah 12", "who is named in surah 12", "who is named in"),
        ("What is a lantern?", "what is a lantern?", "what is a lantern?"),
    ],
)
def test_a_question_is_read_whole_and_as_it_demands(question: str, folded: str, normal: str) -> None:
    asking = Asking(question, _asked(question), LEXICON)
    assert (asking.folded, asking.normal.strip()) == (folded, normal)


def test_what_both_scripts_share_is_read_for_its_numbers_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word of two scripts by turns is as many words, each with the place of the whole."""
    read = []

    def counted(text: str, lexicon: Lexicon) -> frozenset[int]:
        read.append(text)
        return numbers_in(text, lexicon)

    monkeypatch.setattr(counting, "numbers_in", counted)
    question = "خمسof" * 200 + " 45 days"
    counting.counted_in(Asking(question, _asked(question), LEXICON))
    assert len(read) <= 4


@pytest.mark.parametrize(
    ("question", "deed"),
    [
        ("Why did Moses build the ark?", "ark"), ("Who built the ark?", None), ("Why did Noah build the ark?", None),
        ("لماذا بنى موسى السفينة؟", "ark"), ("لماذا بنى نوح السفينة؟", None), ("Why did the wolf eat Joseph?", "wolf"),
        ("Was Abraham swallowed by the whale?", "whale"), ("من ابتلعه الحوت؟", None), ("Who parted the sea?", None),
        ("How did Solomon part the sea?", "sea-parted"), ("Who brought the throne of the Queen of Sheba to Solomon?", None),
    ],
)  # fmt: skip
def test_a_deed_of_another_is_a_false_premise(question: str, deed: str | None) -> None:
    found = false_premise(question, LEXICON, "en")
    assert (found.name if found else None) == deed
    if found:
        assert found.phrase in LEXICON.phrases["en"]
        assert found.phrase in LEXICON.phrases["ar"]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("why was the battle of badr in shawwal", "month-of-badr"), ("لماذا كانت غزوة بدر في شوال", "month-of-badr"),
        ("هل كانت غزوة بدر في رمضان", None), ("Was Badr in Ramadan or in Shawwal?", None), ("who was at badr", None),
        ("why is hajj in ramadan", "month-of-hajj"), ("لماذا فرض الحج في رمضان", "month-of-hajj"),
        ("does umrah in ramadan equal hajj", None), ("عمرة في رمضان تعدل حجة", None), ("ihram for hajj in shawwal", None),
        ("why does laylat al qadr fall in shaban", "month-of-the-night-of-decree"), ("ليلة القدر في رمضان", None),
        ("لماذا نزل القران في شعبان", "month-of-the-quran"), ("which verses of the quran were revealed in rajab", None),
        ("why was the prophet born in medina", "birthplace-of-the-prophet"), ("where was the prophet born", None),
        ("when did the prophet die in mecca", "where-the-prophet-died"), ("متى توفي النبي في مكة", "where-the-prophet-died"),
        ("when did the prophet die in madinah", None), ("which wife of the prophet died in mecca", None),
        ("in which battle did the prophet Muhammad die", "prophet-killed-in-battle"), ("was the prophet killed at uhud", "prophet-killed-in-battle"),
        ("في أي غزوة استشهد النبي", "prophet-killed-in-battle"), ("في أي غزوة استشهد عم النبي", None), ("which uncle of the prophet died at uhud", None),
        ("how did hamza die at badr", "where-hamzah-was-killed"), ("كيف استشهد حمزة في احد", None),
        ("first surah revealed in madinah", None), ("كيف نزل الوحي على النبي في غار ثور", "where-revelation-began"),
        ("when was the hijra from medina to mecca", "hijra-from-medina"), ("متى كانت الهجرة من مكة إلى المدينة", None),
        ("هجرة النبي من المدينة الى مكة", "hijra-from-medina"), ("how many migrated from mecca to medina", None),
        ("why did muslims win the battle of uhud", "won-at-uhud"), ("did the muslims win uhud", None),
        ("لماذا انتصر المسلمون في احد", "won-at-uhud"), ("لماذا انهزم المسلمون في احد", None),
        ("which book of hadith did the prophet write", "prophets-book"), ("متى كتب النبي صحيح البخاري", "prophets-book"),
        ("which book did the prophet write to Amr ibn Hazm", None), ("ما الكتاب الذي كتبه النبي إلى هرقل", None),
        ("why did yusuf throw his brothers in the well", "brothers-of-joseph"), ("لماذا ألقى إخوة يوسف أخاهم في البئر", None),
        ("متى هاجر الرسول الى الحبشة", "prophet-to-abyssinia"), ("why did the companions of the prophet go to abyssinia", None),
        ("لماذا كان عمر أول الخلفاء", "first-caliph"), ("who was the first caliph", None),
        ("when was the quran revealed to musa", "quran"), ("لماذا نزلت التوراة على عيسى", "torah"), ("على من نزل الإنجيل", None),
        ("لماذا أسري بالنبي من المدينة", "night-journey-from-medina"), ("متى أسري بالنبي", None), ("كيف كلم إبراهيم الناس في المهد", "cradle"), ("من تكلم في المهد", None),
        ("which verses are on the slander of Hafsa", "slander"), ("which verses are on the slander of Aisha", None), ("who slandered Aisha and Safwan", None),
        ("آيات نزلت في براءة حفصة", "slander"), ("آيات نزلت في براءة عائشة", None),
        ("how did khalid ibn al-walid fight for the muslims at badr", "khalid-before-islam"), ("when did khalid become a muslim", None),
    ],
)  # fmt: skip
def test_what_was_not_so_is_a_false_premise(question: str, name: str | None) -> None:
    found = false_premise(question, LEXICON, "ar" if question[0] > "z" else "en")
    assert (found.name if found else None) == name


def test_every_deed_points_to_a_reference() -> None:
    from schemas.reference import ReferenceId

    for deed in LEXICON.deeds:
        assert ReferenceId.parse(deed.source)


def test_a_verse_that_names_a_thing_does_not_say_what_it_is() -> None:
    units = _asked("ما هو السراب؟")
    demands = demands_of(Asking("ما هو السراب؟", units, LEXICON))
    for text, says in (
        ("ومشى خلف السراب", False),
        ("وما أدراك ما السراب", True),
        ("وَمَآ أَدۡرَىٰكَ مَا ٱلسَّرَابُ", True),
    ):
        verse = Document("quran:1:1", "quran", "", "quran", text_ar=text, status="approved")
        reading = read(verse, units)
        assert reading is not None
        assert meets(Read("quran", reading, units, LEXICON), demands) is says


@pytest.mark.parametrize(
    ("question", "about", "naming"),
    [
        (
            "What is charity?",
            "Charity is what is given to the poor.",
            "He left charity and the people behind him.",
        ),
        (
            "How do I pray?",
            "When you stand for prayer pray like this.",
            "They pray in the corner of the house.",
        ),
        (
            "Why do Muslims fast?",
            "You fast so that you may be mindful.",
            "The people of the city fast on Sunday.",
        ),
        (
            "Is music haram?",
            "He forbade music at the gathering there.",
            "There was music in the city at night.",
        ),
        (
            "ما معنى السراب؟",
            "يرون من بعيد لمعانا يقال له السراب في الصحراء",
            "رأى المسافر السراب ومضى إلى أهله",
        ),
        ("ما هو السراب؟", "قيل يا شيخ وما السراب قال لمعان في الصحراء", "مشى خلف السراب ولم يجد ماء"),
        ("ما هو السراب؟", "السراب: ما يرى في الصحراء وقت الحر", "مشى خلف السراب ولم يجد ماء"),
        ("ما هي الصدقة؟", "الصدقة هي ما يعطى للفقراء والمساكين", "ترك الصدقة ومضى إلى أهله في الليل"),
    ],
)
def test_a_question_of_one_thing_wants_a_text_about_it(question: str, about: str, naming: str) -> None:
    assert met(question, about)
    assert not met(question, naming)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How many units does the prayer of Fajr have?", True),
        ("What does somebody do who forgets how many units he has prayed?", False),
        ("كم ركعة صلاة الفجر؟", True),
        ("من نسي كم ركعة صلى ماذا يفعل؟", False),
    ],
)
def test_who_forgot_how_many_does_not_ask_how_many(question: str, asks: bool) -> None:
    lexicon = default_lexicon()
    assert bool(lexicon.counted(fold(question))) is asks
    assert (lexicon.wanted_type(fold(question)) is not None) is asks


@pytest.mark.parametrize("question", ["كم مدة قصر الصلاة للمسافر؟", "كم مسافة السفر التي تقصر فيها الصلاة؟"])
def test_a_time_or_a_distance_is_measured_and_not_counted(question: str) -> None:
    assert default_lexicon().counted(fold(question)) == []


@pytest.mark.parametrize(
    ("question", "language", "measures", "times"),
    [
        (
            "How much is the charity of the lamp?",
            "en",
            "It is one sa' of dates.",
            "Two days before the feast.",
        ),
        ("كم مقدار زكاة المصباح؟", "ar", "صاع من تمر", "قبل العيد بيومين"),
    ],
)
def test_how_much_is_answered_by_a_measure_and_not_by_a_time(question, language, measures, times) -> None:
    wanted = default_lexicon().wanted_type(fold(question))
    assert wanted is not None
    assert wanted[f"need_{language}"].search(fold(measures))
    assert not wanted[f"need_{language}"].search(fold(times))


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("He prayed Maghrib with three rak'ahs.", True),
        ("Maghrib, three rak'ahs, and Isha, two.", True),
        ("Pray two rak'ahs before Maghrib.", False),
        ("Two rak'ahs; and Maghrib is prayed at sunset.", False),
    ],
)
def test_units_of_a_prayer_are_counted_beside_it_and_not_before_it(text: str, counts: bool) -> None:
    assert met("How many rakahs are in Maghrib?", text) is counts


def test_the_first_that_was_made_is_told_by_an_ordinal_before_the_deed() -> None:
    assert met("What did the carpenter carve first?", "The first thing that the carpenter carved was a door.")
    assert not met("What did the carpenter carve first?", "He carved it for them as he did the first time.")


def test_a_list_may_be_headed_by_the_title_of_an_answer() -> None:
    question = "What are the pillars of repentance?"
    assert met(
        question, "To regret, to stop, and to resolve.", kind="fatwa", title="The pillars of repentance"
    )
    assert not met(question, "To regret, to stop, and to resolve.", kind="fatwa", title="On repentance")


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Can penguins see angels?", True),
        ("Can men see angels?", False),
        ("Does anybody see angels?", False),
        ("Do scholars see angels?", False),
    ],
)
def test_who_does_something_is_named_unless_it_may_be_anybody(question: str, named: bool) -> None:
    assert ("doer" in demands(question)) is named


@pytest.mark.parametrize(
    ("question", "tells", "silent"),
    [
        ("are the khawarij kafir", "Ali called none of the Khawarij kafir.", "No zakat is given to the Khawarij; he has to pay it again."),
        ("are sufis muslim", "The Sufis are Muslims of many kinds.", "Do not pray with the Sufis in their lodges."),
        ("is the khariji sect muslim", "The Khariji sect left Islam, they said.", "The Khariji sect lived beside a river."),
    ],
)  # fmt: skip
def test_whether_a_group_is_of_the_faith_is_told_beside_its_name(
    question: str, tells: str, silent: str
) -> None:
    assert "of-the-faith" in demands(question)
    assert met(question, tells)
    assert not met(question, silent)


@pytest.mark.parametrize(
    "question", ["are muslims allowed to fast", "who are the hypocrites", "is zakat for muslims"]
)
def test_other_questions_on_groups_demand_no_judgement(question: str) -> None:
    assert "of-the-faith" not in demands(question)


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("what does seeing a snake in a dream mean", "A snake in a dream is an enemy.", "He threw the staff down and it was a snake. He slept."),
        ("what does it mean to dream of milk", "While I was asleep I was given milk; he said: it is knowledge.", "Milk is a pure drink."),
        ("ما تفسير رؤية القميص في المنام", "رأى في المنام قميصا يجره", "اذهبوا بقميصي هذا"),
        ("تفسير حلم اللبن", "بينا أنا نائم أتيت بقدح لبن", "لبنا خالصا سائغا للشاربين"),
    ],
)  # fmt: skip
def test_what_is_seen_in_a_dream_a_text_on_that_dream_tells(question: str, told: str, untold: str) -> None:
    assert "dream-meaning" in demands(question)
    assert (met(question, told), met(question, untold)) == (True, False)


@pytest.mark.parametrize(
    "question",
    [
        "ما تفسير رؤية الله في الآخرة",
        "ما معنى رؤية الهلال",
        "what is a true dream",
        "what to do after a bad dream",
    ],
)
def test_other_sights_and_dreams_demand_none(question: str) -> None:
    assert "dream-meaning" not in demands(question)


FAR = "Lanterns hang in the city. " + "The traveller ate bread with his brother and slept in a tent. " * 3


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("fatwa", f"{FAR}Do not ask about milk.", False),
        ("fatwa", "He hung lanterns and sold milk.", True),
        ("tafsir", f"{FAR}Do not ask about milk.", False),
        ("hadith", f"{FAR}Do not ask about milk.", True),
    ],
)
@pytest.mark.parametrize(
    "question", ["Why did the Prophet command lanterns of milk?", "What did the lantern say to the milk?"]
)
def test_what_is_said_to_be_said_stands_together_in_what_is_no_scripture(
    question: str, kind: str, text: str, told: bool
) -> None:
    one = read_for(question, text, kind=kind)
    found = [
        one
        for one in demands_of(Asking(question, one.question, LEXICON))
        if one.name in ("stated", "parties")
    ]
    assert found
    assert meets(one, found) is told
