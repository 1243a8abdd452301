"""A judgement names the very thing that was asked about; two things are told apart by a text that does so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest
from demanded import met

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.naming import naming_of, nothing_near
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.family import Near
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from pipeline.text import analyse
from schemas.document import Document

LEXICON = default_lexicon()
FAR = (
    " The lamps were lit and the people went home to their houses and slept in them until the morning came."
    * 6
)


def _names(held: frozenset[str], word: str, near: Near = nothing_near) -> bool:
    thing = asked(word, None, lambda _: 5.0, lambda _: True, frozenset()).units[0]
    return naming_of([thing], held, near).names(held, thing)


@pytest.mark.parametrize(
    ("question", "told", "neighbour"),
    [
        (
            "Does touching a lantern break wudu?",
            "Touching a lantern does not break wudu.",
            "Touching a kettle does not break wudu.",
        ),
        (
            "What is the ruling on eating the meat of crocodiles?",
            "Eating the meat of crocodiles is allowed.",
            "Eating the meat of camels is allowed.",
        ),
        (
            "What did the Prophet say about killing lizards?",
            "The Prophet ordered the killing of lizards.",
            "The Prophet ordered the killing of scorpions.",
        ),
        ("هل لمس القنديل ينقض الوضوء؟", "لمس القنديل لا ينقض الوضوء", "لمس الإبريق لا ينقض الوضوء"),
        ("ما حكم قتل القنفذ؟", "نهى عن قتل القنفذ", "نهى عن قتل الضفدع"),
    ],
)
def test_a_judgement_on_a_neighbour_is_another_judgement(question: str, told: str, neighbour: str) -> None:
    for kind in ("hadith", "fatwa"):
        assert met(question, told, kind=kind)
        assert not met(question, neighbour, kind=kind)


@pytest.mark.parametrize(
    ("question", "told", "part"),
    [
        (
            "Is it allowed to eat meat at the market?",
            "They used to eat meat at the market in those days.",
            "Bread stood for meat. After the market they would eat it with their hands.",
        ),
        (
            "Kaffara for broken lanterns?",
            "The kaffara for broken lanterns is a fast.",
            "The kaffara is a fast, or ten meals for the poor.",
        ),
        (
            "Can a lantern light a ship?",
            "A lantern may light the ship at night.",
            "A lantern is a lamp. They light it.",
        ),
    ],
)
def test_one_sentence_names_most_of_what_is_judged(question: str, told: str, part: str) -> None:
    assert met(question, told)
    assert not met(question, part)


@pytest.mark.parametrize(
    ("word", "of_it", "another"),
    [("pray", "prayer", "prayerbook"), ("head", "heads", "headscarf"), ("bath", "bathing", "bathroom")],
)
def test_an_english_word_of_another_ends_as_words_do(word: str, of_it: str, another: str) -> None:
    assert _names(frozenset(analyse(of_it)), word)
    assert not _names(frozenset(analyse(another)), word)


def test_a_mufti_may_name_the_thing_in_the_title_alone() -> None:
    question = "Does touching a lantern break wudu?"
    assert met(question, "It does not break it.", title="Touching a lantern after wudu", kind="fatwa")
    assert not met(question, "It does not break it.", title="Touching a kettle after wudu", kind="fatwa")


def test_another_text_names_everything_where_it_speaks_of_the_question() -> None:
    question = "Does touching a lantern break wudu?"
    scattered = f"Touching him breaks the wudu.{FAR} A lantern hung there."
    assert not met(question, scattered)
    assert not met(question, scattered, kind="fatwa")


@pytest.mark.parametrize(
    ("question", "told", "of_another_state"),
    [
        ("Does cupping break wudu?", "Cupping breaks no wudu.", "Cupping breaks the fast of who fasts."),
        ("هل الحجامة تنقض الوضوء؟", "الحجامة لا تنقض الوضوء", "الحجامة لا تفطر الصائم"),
    ],
)
def test_what_undoes_a_state_of_worship_names_that_state(
    question: str, told: str, of_another_state: str
) -> None:
    assert met(question, told)
    assert not met(question, of_another_state)


def test_words_of_judgement_and_long_questions_demand_no_name() -> None:
    assert met("Does a lantern invalidate the fast?", "A lantern does no harm to the fast.")
    long = "May a traveller sell the old lantern of his neighbour to a merchant in the market?"
    assert met(long, "A traveller may sell the lantern of his neighbour to a merchant.")


def test_a_translation_or_another_form_names_the_thing_and_a_neighbour_in_meaning_does_not() -> None:
    likeness = {"كلب": 60_000, "cat": 30_000}

    def near(tokens: Sequence[str], others: Collection[str], least: int) -> list[frozenset[str]]:
        return [frozenset(one for one in others if likeness.get(one, 0) >= least) for _ in tokens]

    assert _names(frozenset(("كلب", "حرام")), "dog", near)
    assert not _names(frozenset(("cat", "forbidden")), "dog", near)
    assert not _names(frozenset(("كلب",)), "dog")
    assert _names(frozenset(analyse("impure")), "impurity")
    assert _names(frozenset(analyse("تصبغ شعرها")), "صبغ")


@pytest.mark.parametrize(
    ("question", "text", "tells"),
    [
        ("What is the difference between a lantern and a lamp?", "A lantern differs from a lamp in its glass.", True),
        ("What is the difference between a lantern and a lamp?", "A lantern is glass; a lamp is a flame.", True),
        ("What is the difference between a lantern and a lamp?", "There is a difference between oil and water.", False),
        (
            "What is the difference between a lantern and a lamp?",
            "After the lantern, the guide left. This is a lamp for you.",
            False,
        ),
        (
            "What is the difference between a lantern and a lamp?",
            f"There is a difference between oil and water.{FAR} A lantern stood by a lamp.",
            False,
        ),
        ("ما الفرق بين القنديل والمصباح؟", "الفرق بين القنديل والمصباح هو الزجاج", True),
        ("ما الفرق بين القنديل والمصباح؟", "القنديل والمصباح في البيت", False),
        ("ما الفرق بين القنديل والمصباح؟", "القنديل يختلف عن المصباح", True),
        ("ما الفرق بين القنديل والمصباح؟", "القنديل والمصباح والفرق بينهما الزجاج", True),
        ("ما الفرق بين القنديل والمصباح؟", "حمل القنديل ففرق بين الرجلين فقال أحدهما أين المصباح", False),
    ],
)  # fmt: skip
def test_how_two_things_differ_is_told_of_both(question: str, text: str, tells: bool) -> None:
    assert met(question, text) is tells


def test_two_sides_of_one_concept_are_told_apart_by_their_own_words() -> None:
    lamp = frozenset(analyse("القنديل")), frozenset(analyse("المصباح"))
    question = "ما الفرق بين القنديل والمصباح؟"
    wanted = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    units = tuple(
        replace(unit, forms=lamp, concept="lamp") if unit.tokens[0] in lamp[0] | lamp[1] else unit
        for unit in wanted.units
    )
    asking = Asking(question, replace(wanted, units=units), LEXICON)
    (demand,) = [one for one in demands_of(asking) if one.name == "compared"]
    for text, told in (("القنديل يختلف عن القنديل", False), ("القنديل يختلف عن المصباح", True)):
        reading = read(Document("hadith:x:1", "hadith", "x", "x", text_ar=text), wanted)
        assert reading is not None
        assert meets(Read("hadith", reading, wanted, LEXICON), [demand]) is told


def test_a_common_question_that_compares_is_told_by_what_tells_apart() -> None:
    question = "What is the difference between zakat and sadaqah?"
    wording = LEXICON.wordings.wording(question)
    assert wording is not None
    wanted = asked(wording.words["en"], None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    (demand,) = demands_of(Asking(question, wanted, LEXICON, worded=True))
    tells, names = ("Zakah is a duty; sadaqah is a gift.", "He gave zakah and sadaqah to the voluntary poor.")
    for text, told in ((tells, True), (names, False)):
        reading = read(Document("hadith:x:1", "hadith", "x", "x", text_en=text), wanted)
        assert reading is not None
        assert meets(Read("hadith", reading, wanted, LEXICON), [demand]) is told


def test_the_title_of_an_answer_may_tell_two_things_apart() -> None:
    question = "What is the difference between a lantern and a lamp?"
    assert met(question, "The glass.", title="The difference between a lantern and a lamp", kind="fatwa")
    assert not met(question, "The glass.", title="The difference between oil and water", kind="fatwa")


@pytest.mark.parametrize(
    ("question", "own", "of_another"),
    [
        ("How many rak'ahs are in Maghrib?", "Maghrib is three rak'ahs.", "He prayed two rak'ahs after Maghrib."),
        ("كم عدد ركعات المغرب؟", "صلاة المغرب ثلاث ركعات", "صلى ركعتين بعد المغرب"),
    ],
)  # fmt: skip
def test_the_units_of_a_prayer_are_not_those_that_stand_beside_it(
    question: str, own: str, of_another: str
) -> None:
    assert met(question, own)
    assert not met(question, of_another)


def test_what_lies_beside_a_prayer_is_told_though_the_words_around_it_are_cut() -> None:
    again = "Pray two rak'ahs before the Maghrib prayer. He then said (again): Pray two rak'ahs before it."
    assert not met("How many rak'ahs are in Maghrib?", again)


def test_that_scholars_differ_tells_no_two_things_apart() -> None:
    question = "What is the difference between a lantern and a kettle?"
    assert met(question, "The difference between the lantern and the kettle lies in the handle.")
    assert met(question, "Yours is a lantern and this differs, say the smiths, from what a kettle holds.")
    assert not met(question, "If he lights the lantern near the kettle, scholars differ over the matter.")


def test_what_is_listed_stands_right_behind_its_head() -> None:
    question = "What are the conditions of lanterns?"
    assert met(question, "The conditions of lanterns are three: oil, a wick and glass.")
    assert met(question, "Among the conditions of valid lanterns is a wick.")
    assert not met(question, "A lantern is one of the conditions of reading at night.")


def test_an_ordinal_counts_noun_and_deed_in_one_place() -> None:
    question = "Who was the first woman to sail lanterns?"
    assert met(question, "The first woman who would sail lanterns was Zaynab.")
    assert not met(question, "First, a man should sail. The lanterns were for the first woman of the house.")


def test_a_virtue_is_told_of_what_the_glossary_knows_by_a_name() -> None:
    question = "What is the virtue of lighting lanterns?"
    wanted = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    known = tuple(replace(one, concept="lantern" * (one.tokens == ("lantern",))) for one in wanted.units)
    wanted = replace(wanted, units=known)
    for text, told in (
        ("Whoever lights lanterns is rewarded.", True),
        ("Whoever lights candles is rewarded.", False),
        ("Whoever carries lanterns is rewarded.", True),
    ):
        reading = read(
            Document("hadith:sample:1", "hadith", "s", "s", text_en=text, status="approved"), wanted
        )
        assert reading is not None
        assert (
            meets(Read("hadith", reading, wanted, LEXICON), demands_of(Asking(question, wanted, LEXICON)))
            is told
        )
