"""Words whose place in the Qur'an is asked for: told by verses that have them, and declined where none has."""

from __future__ import annotations

import pytest
from made_index import index_of

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.placed import is_held, words_placed
from pipeline.index import Index
from schemas.answer import Reason
from schemas.document import Document

LEXICON = default_lexicon()
VERSES = (  # invented, as is the narration
    ("وَرَفَعۡنَا ٱلۡفَنۡقُوسَ فَوۡقَ ٱلۡبُيُوتِ", "And We raised the lantern above the houses of the town"),
    ("وَخَفَضۡنَا ٱلسِّرَاجَ تَحۡتَ ٱلشَّجَرِ", "And We lowered the lamp below the trees of the garden"),
)
NARRATION = ("إنما القناديل بالزيوت", "Verily lanterns are judged by their oils")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Index:
    ar, en = NARRATION
    texts = [
        Document("hadith:bukhari:1", "hadith", "bukhari", "b", text_ar=ar, text_en=en, status="approved")
    ]
    texts += [
        Document(f"quran:81:{place}", "quran", "", "quran", text_ar=ar, text_en=en, status="approved")
        for place, (ar, en) in enumerate(VERSES, start=1)
    ]
    return index_of(texts, tmp_path_factory.mktemp("placed"))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ('Which verse says "time heals all wounds"?', "time heals all wounds"),
        ("which surah says dont call each other with nicknames", "dont call each other with nicknames"),
        ("In which surah does Allah say “honesty is the best policy”?", "honesty is the best policy"),
        ("Where in the Quran does it say patience is a virtue?", "patience is a virtue"),
        ("في أي سورة قوله تعالى: خيركم خيركم لأهله؟", "خيركم خيركم لأهله"),
        ("ما الآية التي تقول الصبر مفتاح الفرج؟", "الصبر مفتاح الفرج"),
        ("أين ورد في القرآن: الجزاء من جنس العمل؟", "الجزاء من جنس العمل"),
        ("في أي سورة: إنما الأعمال بالنيات؟", "إنما الأعمال بالنيات"),
        ("أين قال الله لا إكراه في الدين في القرآن؟", "لا إكراه في الدين"),
        ("Which verse mentions fasting?", None),
        ('Which surah talks about "the people of the cave"?', None),
        ("Where does the Quran speak of Maryam?", None),
        ("Where does the Quran say that wine is forbidden?", None),
        ("Where does the Quran say to be kind to parents?", None),
        ("What does the Quran say about patience?", None),
        ("في أي سورة ذكر الصيام؟", None),
        ("في أي سورة قصة موسى والخضر؟", None),
        ("أين قال الله إن الخمر حرام؟", None),
        ("ما السورة التي فيها سجدتان؟", None),
        ("أين ولد النبي؟", None),
        ("Is it in the Quran: the lamp is lit?", "the lamp is lit"),
        ("Is this a verse of the Qur'an: the lamp is lit", "the lamp is lit"),
        ("هل هذه آية: إن المصباح منير", "إن المصباح منير"),
        ("هل ورد في القرآن: إن المصباح منير؟", "إن المصباح منير"),
        ("Is it in the Quran that lamps are lit?", None),
        ("قال تعالى إن المصباح منير", "إن المصباح منير"),
        ("قال الله تعالى: «إن المصباح منير»", "إن المصباح منير"),
        ("قوله عز وجل المصباح في البيت", "المصباح في البيت"),
        ("قال تعالى وبشر الغافلين", "وبشر الغافلين"),
        ("قال تعالى هل رأى ما في المصباح", "هل رأى ما في المصباح"),
        ("قال الله إن المصباح منير", None),  # retold
        ("قال تعالى عن المصباح المنير", None),
        ("قال تعالى في سورة النور المصباح في زجاجة", None),
        ("قال تعالى المصباح في زجاجة ما معنى المصباح", None),
        ("قال تعالى المصباح في زجاجة، فلماذا ذكر؟", None),
    ],
)
def test_words_are_told_from_topics(question: str, words: str | None) -> None:
    placed = words_placed(question)
    assert (placed.words if placed else None) == words


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ('Which verse says "We raised the lantern above the houses"?', True),
        (
            'Which verse says "We lifted the lantern over the houses of the town"?',
            True,
        ),  # another translation
        ("Which verse says above the houses", True),  # however little the words name
        ('Which verse says "lanterns light the houses of those who sleep in peace"?', False),
        ('Which verse says "Lanterns are judged by their oils"?', False),
        ("في أي سورة قوله تعالى: ورفعنا الفنقوس فوق البيوت؟", True),
        ("في أي سورة قوله تعالى: البيوت فوق الفنقوس بناء عظيم؟", False),
        ("قال تعالى ورفعنا الفنقوس فوق البيوت", True),
        ("قال تعالى ورفعنا الفنقوس فوق الشجر", False),  # but for one word
    ],
)
def test_a_verse_has_words_closely_or_not(small: Index, question: str, held: bool) -> None:
    placed = words_placed(question)
    assert placed is not None
    assert is_held(small, placed, (), LEXICON) is held


@pytest.mark.parametrize(
    "question",
    [
        'Which verse says "lamps are sold by the weavers"?',
        "ما الآية التي تقول: السراج يباع في السوق العتيق؟",
        "قال تعالى السراج يباع في السوق العتيق",
    ],
)
def test_words_of_no_verse_are_declined(small: Index, question: str) -> None:
    told = answer(small, question)
    assert told.verdict.reason is Reason.NOTHING_FOUND
    assert not told.sources
    assert "lamps are sold by the weavers" in told.summary or "السراج يباع في السوق العتيق" in told.summary


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ('In which surah is "Verily lanterns are judged by their oils"?', "is a narration"),
        ("في أي سورة قال الله: إنما القناديل بالزيوت؟", "النص المعروض حديث"),
    ],
)
def test_a_narration_is_told_to_be_no_verse(small: Index, question: str, note: str) -> None:
    told = answer(small, question)
    assert told.verdict.sources == ("hadith:bukhari:1",)
    assert note in (told.note or "")


def test_a_verse_that_has_the_words_is_shown(small: Index) -> None:
    told = answer(small, "في أي سورة قوله تعالى: ورفعنا الفنقوس فوق البيوت؟")
    assert told.verdict.sources[0] == "quran:81:1"
    assert "حديث" not in (told.note or "")
