"""One's own case is told by a text that names most of it, what is before something by one that says so, and what an
Arabic question sets in a time or a place by one that names that."""

from __future__ import annotations

import pytest
from demanded import demands, met

WOKE = "I woke up after Fajr and did not pray Witr"


def test_a_case_of_ones_own_is_told_by_scripture_that_names_most_of_it() -> None:
    assert met(WOKE, "If one of you woke up after Fajr and had not prayed Witr, let him pray it.")
    assert not met(WOKE, "He used to pray Witr last, and then came the call to Fajr.")


def test_a_mufti_was_asked_a_case_in_other_words() -> None:
    question = "stoning on behalf of my bedridden mother"
    assert not met(question, "We stoned on behalf of the children.")
    assert met(question, "Whoever is sick may appoint another for stoning.", kind="fatwa")


@pytest.mark.parametrize(
    "question",
    [
        "Can I delay Isha until midnight?",  # of anybody
        "hadith my mercy precedes my wrath",  # the words of whom a text quotes
        "verse when I am sick He heals me",
        "What did the Prophet say about me and the Hour?",
    ],
)
def test_what_anybody_may_do_and_quoted_words_are_no_case(question: str) -> None:
    assert "case" not in demands(question)


@pytest.mark.parametrize(
    ("question", "told", "reversed_or_missed"),
    [
        (
            "leaving Arafah before sunset",
            "Nobody left Arafah before sunset.",
            "He left Arafah when the sunset had come.",
        ),
        (
            "menses before the Tawaf al-Ifadah",
            "She had her menses before Tawaf.",
            "She had her menses after Tawaf.",
        ),
        (
            "sleeping after Asr",
            "They were sleeping when they had prayed Asr.",
            "They were sleeping until the call to Asr.",
        ),
    ],
)
def test_a_narration_says_what_is_before_or_after(question: str, told: str, reversed_or_missed: str) -> None:
    assert met(question, told)
    assert not met(question, reversed_or_missed)


def test_verses_and_muftis_may_tell_it_without_the_word() -> None:
    question, text = "sleeping after Asr", "Sleeping in the time of Asr is allowed."
    assert met(question, text, kind="fatwa")
    assert met(question, text, kind="quran")


def test_what_is_before_a_sale_or_in_a_narration_that_is_sought_is_told_in_other_words() -> None:
    assert "timed" not in demands("milking a sheep before sale")
    assert "timed" in demands("brushing the teeth before prayer")
    assert "timed" not in demands("hadith about brushing the teeth before prayer")


@pytest.mark.parametrize(
    ("question", "told", "elsewhere"),
    [
        ("زيارة البستان يوم العيد", "زاروا البستان يوم العيد", "نهاهم عن زيارة البستان ثم أذن فيها"),
        ("هل يجوز الضحك في السوق", "الضحك في السوق مكروه", "الضحك مكروه"),
        ("النوم بعد العصر", "كره النوم بعد العصر", "كان ينام قبل الظهر"),
        ("بيع التمر وقت المطر", "باعوا التمر في المطر", "بيع التمر حلال"),
    ],
)
def test_scripture_names_the_time_and_the_place_of_what_is_judged(
    question: str, told: str, elsewhere: str
) -> None:
    assert met(question, told)
    assert not met(question, elsewhere)
    assert met(question, elsewhere, title=question, kind="fatwa")


@pytest.mark.parametrize(
    "question",
    [
        "ماذا قال النبي في السوق",  # what happened, its teller says in his own words
        "كيف نام في السفينة",
        "رؤية القمر في المنام",  # no place
        "ما حكم النوم بعد أن يأكل",
    ],
)
def test_a_question_of_fact_a_dream_and_a_clause_set_nothing(question: str) -> None:
    assert "set" not in demands(question)
