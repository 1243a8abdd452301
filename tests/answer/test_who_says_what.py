"""Whose words are asked for, which verse, between whom, and by what name: what a text must hold to answer that."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.answer.common import kinds_that_tell
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.failing import failing
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.finding.retrieve import sought_for
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.seen import Seen
from pipeline.answer.validate import false_premise
from pipeline.answer.words.reading import read
from pipeline.answer.words.spelling import spellings_of
from pipeline.answer.words.units import asked
from schemas.document import Document

LEXICON = default_lexicon()


def met(question: str, text: str, kind: str = "hadith", title: str = "A") -> bool:
    """Whether a text meets what a question demands."""
    about = LEXICON.without_attribution(question)
    wanted = asked(about, None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    arabic = any("\u0621" <= letter <= "\u064a" for letter in text)
    document = Document(
        f"{kind}:sample:1", kind, "sample", "sample", title_ar=title, title_en=title,
        text_ar=text if arabic else None, text_en=None if arabic else text, status="approved",
    )  # fmt: skip
    reading = read(document, wanted)
    assert reading is not None
    spellings = spellings_of(about, wanted, None)
    return meets(
        Read(kind, reading, wanted, LEXICON),
        demands_of(Asking(question, wanted, LEXICON, spellings=spellings)),
    )


@pytest.mark.parametrize(
    ("question", "told", "silent"),
    [
        ("How long does a lantern take to burn out?", "The lantern burns out in three nights.", "Light the lantern until the lantern burns out."),
        ("How many times a day was the lantern lit?", "The lantern was lit three times every day.", "Once the lantern was lit three times on the road."),
        ("On which day of the week was the lantern lit?", "The lantern was lit on a Monday.", "The market is held on Monday, and the people of the town and those of the villages around come to it with their goods, and they lit the lantern."),
        ("What did the lantern say to the ship?", "The lantern said to the ship: come home.", "The lantern said to the sea: lie still."),
        ("ما اسم صاحب القنديل؟", "صاحب القنديل رجل يقال له سحاب", "عن أبي سعيد قال صاحب القنديل قام في الليل"),
        ("ما أسماء التجار الذين اشتروا القناديل؟", "التجار الذين اشتروا القناديل يقال له أحدهم سحاب", "التجار الذين اشتروا القناديل قدموا من الشام"),
        ("في أي بلدة صنع القنديل؟", "صنع القنديل في بلدة بعيدة", "صنع القنديل رحمة بالناس والحيوان"),
        ("In which city was the lantern maker born?", "The lantern maker was born in Basra.", "The lantern maker set out for the city."),
        ("How much did the sailor pay for the lantern?", "The sailor bought the lantern for two dirhams.", "The sailor lit the lantern at night."),
        ("How many wings does the lantern bird have?", "The lantern bird has four wings.", "The lantern bird rests upon the wings of two angels."),
        ("Which lantern is a ninth of the light?", "This lantern is one ninth of the light.", "The lantern is lit in the ninth night."),
        ("What part of light is a tenth of the lantern?", "It is a tenth of the lantern in light.", "He lit the tenth lantern for its light."),
        ("في أي مدينة ولد صاحب القنديل؟", "ولد صاحب القنديل بالبصرة", "خرج صاحب القنديل إلى المدينة"),
        ("بكم اشترى الملاح القنديل؟", "اشترى الملاح القنديل بدرهمين", "أوقد الملاح القنديل ليلا"),
        ("كم جناحا لطائر القنديل؟", "لطائر القنديل أربعة أجنحة", "لطائر القنديل ثلاث بيضات"),
        ("كم سنة أوقد القنديل؟", "أوقد القنديل عشر سنين", "أوقد القنديل في ثلاثة بيوت"),
        ("أي قنديل يعدل خمس القرآن؟", "هذا القنديل يعدل خمس القرآن", "القنديل في خمسة أيام من القرآن"),
        ("أي قنديل يعدل تسع القرآن؟", "هذا القنديل يعدل تسع القرآن", "في القنديل تسع آيات"),
        ("من الصانع الذي صنع القنديل؟", "صنع القنديل نجار", "القنديل كأنه كوكب دري يوقد من شجرة"),
    ],
)  # fmt: skip
def test_a_detail_is_told_of_the_thing_itself(question: str, told: str, silent: str) -> None:
    assert met(question, told)
    assert not met(question, silent)


def test_what_the_prophet_said_is_told_by_who_speaks_of_him() -> None:
    question = "What did the Prophet say about lanterns?"
    assert met(question, "Lanterns are lit at night.", kind="hadith")
    assert met(question, "The Prophet praised lanterns.", kind="fatwa", title="Lanterns")
    assert not met(question, "Lanterns are lit at night.", kind="fatwa", title="Lanterns")


def test_who_said_some_words_is_told_by_a_text_that_has_them() -> None:
    for question, told, silent in (
        (
            'who said "lanterns are lit when boats sail"',
            "Lanterns are lit when the boats sail.",
            "Boats carry lanterns.",
        ),
        (
            '"lanterns are lit when boats sail" is that from the prophet',
            "Lanterns are lit when boats sail.",
            "Boats sail.",
        ),
        (
            'who said "he who has a lantern has all of it with him"',
            "It is said that he who has a lantern has all of it.",
            "Who has all of them? He has a lantern with him.",
        ),
        ("من قال «القناديل توقد إذا أبحرت السفن»", "قال: القناديل توقد إذا أبحرت السفن", "أبحرت السفن ليلا"),
    ):
        assert met(question, told), question
        assert not met(question, silent), question


def test_the_verse_that_mentions_a_thing_names_it_itself() -> None:
    for question, text in (
        ("Which verse mentions lanterns?", "The lanterns of the night."),
        ("في أي آية ذكرت القناديل؟", "القناديل في الليل"),
    ):
        assert met(question, text, kind="quran")
        assert not met(question, text, kind="tafsir")


def test_a_comment_that_says_more_does_not_stand_against_the_verse() -> None:
    question = "Which verse mentions lanterns?"
    wanted = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)

    def found(kind: str, text: str, *, holds: bool) -> Candidate:
        document = Document(f"{kind}:1:1", kind, "", kind, title_en="A", text_en=text, status="approved")
        reading = read(document, wanted)
        assert reading is not None
        return Candidate(document, reading, 0, 0, meets=holds)

    comment = found("tafsir", "This verse mentions lanterns.", holds=False)
    verse = found("quran", "The lanterns of the night.", holds=True)
    other = found("quran", "This verse mentions lanterns, and it is said again.", holds=False)
    seen = Seen(route(question, LEXICON), order=LEXICON.order)
    seen.demands = demands_of(Asking(question, wanted, LEXICON))
    for texts, declined in (([comment, verse], False), ([comment], True), ([verse, other], True)):
        seen.candidates = texts
        failed = failing(seen)
        assert (failed.check if failed else None) == ("untold" if declined else None)


def test_a_text_in_the_other_language_stands_against_none() -> None:
    """What the one holds is counted by the words that texts write, what the other by a glossary."""
    question = "Which verse mentions lanterns?"
    wanted = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)

    def found(language: str, window: int, *, holds: bool) -> Candidate:
        texts = (
            {"text_en": "The lanterns of the night."}
            if language == "en"
            else {"text_ar": "القناديل في الليل"}
        )
        document = Document(f"quran:1:{window}", "quran", "", "quran", status="approved", **texts)
        reading = read(document, wanted)
        assert reading is not None
        assert reading.language == language
        return Candidate(document, replace(reading, window=window), 0, 0, meets=holds)

    seen = Seen(route(question, LEXICON), order=LEXICON.order)
    seen.demands = demands_of(Asking(question, wanted, LEXICON))
    for other, declined in (("en", True), ("ar", False)):
        seen.candidates = [found("en", 600, holds=True), found(other, 1024, holds=False)]
        failed = failing(seen)
        assert (failed.check if failed else None) == ("untold" if declined else None)


def test_a_measure_is_told_by_texts_and_the_size_of_a_shoe_is_not() -> None:
    told = "A lantern is three kilograms, and its shoe size is ten."
    assert met("How many kilograms is a lantern?", told)
    assert not met("What is the shoe size of a lantern?", told)


def test_a_name_that_the_faith_does_not_know_stands_in_the_text_as_a_name() -> None:
    question = "What is said about the lanterns of Mars?"
    assert met(question, "The lanterns of Mars are red.")
    assert not met(question, "They mar their lanterns.")
    assert met("What is said about lanterns in Ramadan?", "lanterns are lit in ramadan.")


@pytest.mark.parametrize(
    ("question", "told", "silent"),
    [
        ("ماذا قال سعيد عن القنديل؟", "قال سعيد يضاء القنديل في الليل", "قال سعيد تقندل الرجل في الليل"),
    ],
)  # fmt: skip
def test_what_is_said_about_a_thing_holds_its_very_word(question: str, told: str, silent: str) -> None:
    assert met(question, told)
    assert not met(question, silent)


@pytest.mark.parametrize(
    "question",
    [
        "Why did Moses build the Ka'bah?",
        "لماذا بنى موسى الكعبة؟",
        "Why did the Prophet Isa marry Khadijah?",
        "لماذا تزوج عيسى خديجة؟",
    ],
)
def test_a_deed_of_one_is_not_told_of_another(question: str) -> None:
    told = false_premise(question, LEXICON, "ar" if question[0] > "z" else "en")
    assert told is not None
    assert told.phrase == "false_deed"


@pytest.mark.parametrize(
    "question",
    [
        "When did Abraham build the Ka'bah?",
        "من بنى الكعبة؟",
        "When did the Prophet marry Khadijah?",
        "كيف تزوج النبي محمد خديجة؟",
    ],
)
def test_a_deed_of_its_doer_is_no_false_premise(question: str) -> None:
    assert false_premise(question, LEXICON, "ar" if question[0] > "z" else "en") is None


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Did the Prophet read and write?", ()),
        ("هل كان النبي يقرأ ويكتب؟", ()),
        ("What did the Prophet say about anger?", ("hadith",)),
        ("ماذا قال النبي عن الغضب؟", ("hadith",)),
    ],
)
def test_what_the_prophet_was_a_verse_tells_as_well_but_not_what_he_said(
    question: str, kinds: tuple[str, ...]
) -> None:
    routed = route(question, LEXICON)
    assert routed.wording is not None
    assert kinds_that_tell(sought_for(routed, LEXICON)) == kinds
