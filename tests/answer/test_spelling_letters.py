"""Letters that the search takes for one are told apart where a text is to hold the very word."""

from __future__ import annotations

import pytest

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.spelling import _held, _variants, spelled, spellings_of
from pipeline.answer.words.units import asked
from pipeline.text import words
from schemas.document import Document


def _spells(question: str, text: str) -> bool:
    kindred = default_lexicon().kindred(question)
    sought = asked(question, None, lambda token: 5.0, lambda token: True, frozenset(), kindred)
    reading = read(Document("book:a:1", "book", "a", "a", text_ar=text), sought)
    assert reading is not None
    return bool(spelled(reading, spellings_of(question, sought, None, kindred)))


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("الغيبة", "الغيبة ذكرك أخاك بما يكره", True),
        ("الغيبة", "فلا يظهر على غيبه أحدا", False),
        ("الغيبه", "الغيبة ذكرك أخاك بما يكره", True),
        ("الزنا", "ولا تقربوا الزنى", True),
        ("الزنا", "وَلَا تَقۡرَبُواْ ٱلزِّنَىٰٓ", True),
        ("العصا", "وعصى آدم ربه", False),
        ("أذان", "سمع الأذان فأجاب", True),
        ("أذان", "يجعلون أصابعهم في آذانهم", False),
        ("الإيمان", "وَٱحۡفَظُوٓاْ أَيۡمَٰنَكُمۡ", False),
        ("الإيمان", "حب الأنصار من الإيمان", True),
        ("الإيمان", "فما طعم الايمان", True),
        ("الايمان", "وَٱحۡفَظُوٓاْ أَيۡمَٰنَكُمۡ", True),
        ("الأيمان", "فما طعم بالإيمان", False),
        ("أمة", "جَعَلۡنَٰكُمۡ أُمَّةٗ وَسَطٗا", True),
        ("الصبيان", "مر على صبي فسلم عليه", True),
        ("النمل", "نهى عن قتل النملة", True),
    ],
)
def test_a_word_is_held_with_its_letters(question: str, text: str, held: bool) -> None:
    assert _spells(question, text) is held


@pytest.mark.parametrize(
    ("text", "held"), [("لا بأس بالرقية ما لم تكن شركا", True), ("وإعتاق مملوك من الرق", False)]
)
def test_a_short_question_is_answered_by_a_text_that_holds_its_noun(text: str, held: bool) -> None:
    lexicon = default_lexicon()
    question = "ما أمر الرقية؟"
    sought = asked(question, None, lambda token: 5.0, lambda token: True, frozenset(("امر",)))
    spellings = spellings_of(question, sought, None)
    demands = demands_of(Asking(question, sought, lexicon, spellings=spellings))
    reading = read(Document("hadith:a:1", "hadith", "a", "a", text_ar=text), sought)
    assert [one.name for one in demands] == ["spelled"]
    assert reading is not None
    assert meets(Read("hadith", reading, sought, lexicon), demands) is held


@pytest.mark.parametrize(
    "text",
    [
        "ونهى عن الغيبة، والنملة وأُمَّةٗ",
        "«الجار» و_الوتر_ ۞ ﷺ",
        "The Prophet's [الصبيان]",
        "a&amp;b الغيبة &#39;",
    ],
)
def test_written_words_are_remembered_as_they_are_read(text: str) -> None:
    read_anew = frozenset().union(*(_variants(one.text, text[one.start : one.end]) for one in words(text)))
    for _ in range(2):
        _held.cache_clear()
        assert _held(text) == read_anew
