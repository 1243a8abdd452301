"""Who asks for a narration or a verse on something wants one, whatever else tells of it."""

# ruff: noqa: E501  (tables of questions read better with many to a line)

from __future__ import annotations

import pytest

from pipeline.answer.composing.notes import of_another_kind
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.considering import Anew
from pipeline.answer.finding.retrieve import sought_for
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.words.narration import is_chain, told_end
from pipeline.answer.words.units import asked
from schemas.document import Document

LEXICON = default_lexicon()
NARRATION, VERSE = ("hadith",), ("quran", "tafsir")


@pytest.mark.parametrize(
    ("question", "kinds", "on"),
    [
        ("hadith about lanterns", NARRATION, "lanterns"),
        ("Give me a sahih hadith on lanterns?", NARRATION, "lanterns?"),
        ("is there any hadith which mentions lanterns", NARRATION, "lanterns"),
        ("buying lanterns hadith", NARRATION, "buying lanterns"),
        ("lanterns in the hadith?", NARRATION, "lanterns?"),
        ("sayings of the Prophet about lanterns", NARRATION, "lanterns"),
        ("What did the Messenger of Allah say about lanterns?", NARRATION, "lanterns?"),
        ("hadith about Moses", NARRATION, "Moses"),
        ("hadith about the Quran", NARRATION, "the Quran"),
        ("quran verses about lanterns", VERSE, "lanterns"),
        ("lantern quran verse", VERSE, "lantern"),
        ("lanterns in the Quran", VERSE, "lanterns"),
        ("What does Allah say about lanterns?", VERSE, "lanterns?"),
        ("which ayah talks about lanterns", VERSE, "lanterns"),
        ("which verse commands lanterns", VERSE, "lanterns"),
        ("which surah is about lanterns", VERSE, "lanterns"),
        ("where does the Quran talk about lanterns?", VERSE, "lanterns?"),
        ("حديث عن القنديل", NARRATION, "القنديل"),
        ("أعطني حديثا صحيحا عن القنديل", NARRATION, "القنديل"),
        ("أحاديث القنديل", NARRATION, "القنديل"),
        ("القنديل في الحديث الشريف", NARRATION, "القنديل"),
        ("ماذا قال رسول الله صلى الله عليه وسلم عن القنديل؟", NARRATION, "القنديل؟"),
        ("هل هناك آية تتحدث عن القنديل؟", VERSE, "القنديل؟"),
        ("آيات قرآنية في القنديل", VERSE, "القنديل"),
        ("القنديل في القرآن الكريم", VERSE, "القنديل"),
        ("الحديث اللي يقول اشعلوا القنديل", NARRATION, "اشعلوا القنديل"),
        ("الحديث الذي فيه القنديل", NARRATION, "القنديل"),
        ("آية تحث على القنديل", VERSE, "القنديل"),
    ],
)
def test_the_word_of_a_kind_at_either_end_is_no_word_that_is_sought(
    question: str, kinds: tuple[str, ...], on: str
) -> None:
    sought = sought_for(route(question, LEXICON), LEXICON)
    assert (sought.kinds, sought.alone) == (kinds, True)
    assert sought.searched.strip(" ?؟") == sought.about.strip(" ?؟") == on.strip("?؟")


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("which ayah talks about wudu", "what-wudu"),
        ("which verse speaks about backbiting", "backbiting"),
        ("hadith about Moses", None),
        ("which verse mentions lanterns", None),
    ],
)
def test_a_verse_on_a_common_question_is_asked_by_it(question: str, name: str | None) -> None:
    wording = route(question, LEXICON).wording
    assert (wording and wording.name) == name


@pytest.mark.parametrize(
    "question",
    [
        "what is a hadith", "books of hadith", "what is a qudsi hadith", "memorizing verses", "touching quran", "random hadith", "tell me a hadith",
        "Did the Prophet wear a ring?", "What did the Prophet Moses say about lanterns?", "who collected the hadith", "last two verses",
        "ما هو الحديث", "علم الحديث", "أطول آية في القرآن", "هل كان النبي يلبس الخاتم؟",
    ],
)  # fmt: skip
def test_what_is_asked_of_narrations_or_verses_themselves_and_deeds_ask_for_no_kind_alone(
    question: str,
) -> None:
    assert not LEXICON.kind_wanted(LEXICON.epithets.plain(question)).alone


def _document(kind: str, text: str, language: str = "en") -> Document:
    texts = {f"text_{language}": text}
    return Document(f"{kind}:sample:1", kind, "sample", "sample", status="approved", **texts)


def test_a_note_tells_that_a_text_of_another_kind_is_shown() -> None:
    verse, narration = _document("quran", "a"), _document("hadith", "b")
    assert of_another_kind([narration, verse], NARRATION, "en", LEXICON) == []
    assert of_another_kind([verse], (), "en", LEXICON) == []
    assert "narration" in of_another_kind([verse], NARRATION, "en", LEXICON)[0]
    assert "آية" in of_another_kind([narration], VERSE, "ar", LEXICON)[0]


REFERRING = [
    ("The traveller lit his lantern. The rest of the hadith is the same.", "en"),
    ('The Prophet said, "If one lights a lantern ..." (See next hadith)', "en"),
    ("Zaid told that he lit the lantern, but he made no mention of the oil.", "en"),
    ("Zaid reported a narration like this.", "en"),
    ("قال أوقد القنديل في المسجد . بمثل حديث زيد .", "ar"),
    ("أن رجلا أوقد القنديل . فذكر نحوه .", "ar"),
]
TELLING = [
    ('The Prophet said, "Light the lantern before the night."', "en"),
    ('He said: "Light the lantern before the night, and put it out." Abu Dawud said: Zaid told a similar tradition.', "en"),
    ("They lit the lantern, and the like of it was never seen in the town.", "en"),
    ("قال من أوقد القنديل فله مثل أجر من أوقده .", "ar"),
    ("قال أوقدوا القنديل قبل الليل وأطفئوه قبل النوم . قال أبو داود رواه زيد نحوه", "ar"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "language", "refers"), [(*one, True) for one in REFERRING] + [(*one, False) for one in TELLING]
)
def test_a_narration_that_only_refers_to_another_is_known_by_its_words(
    text: str, language: str, refers: bool
) -> None:
    document = _document("hadith", text, language)
    question = asked(
        "lantern" if language == "en" else "القنديل", None, lambda _: 5.0, lambda _: True, LEXICON.frame
    )
    considered = Anew.considered(document, Asking("", question, LEXICON), (language, 0, 1))
    assert considered is not None
    assert bool(considered.signals["refers"]) is refers


def test_a_chain_with_a_word_of_reference_is_dropped_and_what_it_tells_is_not() -> None:
    assert is_chain("وحدثناه زيد، حدثنا عمرو، عن سعيد، بهذا الإسناد .")
    assert is_chain("وحدثني زيد، حدثنا عمرو، عن النبي بمعنى حديث سعيد عن بكر .")
    assert not is_chain('حدثنا زيد، حدثنا عمرو، بهذا الإسناد قال " أوقدوا القنديل "')
    assert not is_chain("حدثنا زيد عن عمرو قال أوقدوا القنديل قبل الليل .")


def test_the_remark_of_a_collector_is_no_part_of_what_is_told() -> None:
    told = "He lit the lantern before the night, and put it out before he slept. "
    assert told_end(f"{told}Abu Dawud said: Zaid told the like.") == len(told)
    assert told_end(told) == len(told)
    assert told_end("Abu Dawud said: Zaid told the like.") == len("Abu Dawud said: Zaid told the like.")
