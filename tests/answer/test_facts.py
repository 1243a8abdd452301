"""A question of fact in Arabic is answered by a text that names what it asks of, and tells the fact."""

from __future__ import annotations

import pytest
from demanded import demands, met


@pytest.mark.parametrize(
    ("question", "told", "beside"),
    [
        ("متى زرع البستاني النخلة", "زرع البستاني النخلة في الربيع", "زرع البستاني في الربيع"),
        ("أين سد الملك", "سد الملك بين جبلين", "خرج الملك إلى الجبل"),
    ],
)
def test_a_fact_is_told_by_a_text_that_names_all_it_is_of(question: str, told: str, beside: str) -> None:
    assert met(question, told)
    assert not met(question, beside)


@pytest.mark.parametrize(
    "question", ["لماذا زرع البستاني النخلة", "متى زرع البستاني النخلة والعنب والتين والزيتون"]
)
def test_why_and_a_long_question_may_be_told_in_other_words(question: str) -> None:
    assert "fact" not in demands(question)


@pytest.mark.parametrize("kind", ["quran", "tafsir", "fatwa"])
def test_scripture_says_it_and_a_mufti_has_his_own_words(kind: str) -> None:
    assert met("متى زرع البستاني النخلة", "زرع البستاني في الربيع", kind=kind)


def test_the_mother_of_somebody_is_told_of_by_that() -> None:
    question = "أم موسى ماذا أوحي لها"
    assert met(question, "وأوحينا إلى أم موسى أن أرضعيه", kind="quran")
    assert not met(question, "وأوحينا إلى موسى أن ألق عصاك", kind="quran")
    assert "kin" not in demands("أم سلمة ماذا روت")


def test_the_wife_of_somebody_goes_by_either_word_for_her() -> None:
    assert met("قصة زوجة نوح", "ضرب الله مثلا امرأة نوح", kind="quran")


def test_a_verse_does_not_tell_why_it_was_revealed() -> None:
    question = "سبب نزول عبس وتولى"
    assert not met(question, "عبس وتولى", kind="quran")
    assert met(question, "أنزل عبس وتولى في ابن أم مكتوم")
    for asked in (
        "سبب آية القنديل",
        "قصة آيات القنديل",
        "the story of the verse of lanterns",
        "reason for verse of lanterns",
    ):
        assert "why-revealed" in demands(asked)
    assert "why-revealed" not in demands("the reason of verse 255")


def test_what_a_thing_was_made_of_is_told_by_a_stuff() -> None:
    assert met("فراش النبي من أي شيء", "كان فراش النبي من أدم حشوه ليف")
    assert not met("فراش النبي من أي شيء", "نام النبي على فراشه")
    assert met("الملائكة تتأذى من أي شيء", "الملائكة تتأذى مما يتأذى منه الناس"), "of harm, and of no stuff"


@pytest.mark.parametrize("question", ["عمر الملك لما تزوج", "اسم المرأة وكم عمرها"])
def test_an_age_is_asked_for_in_everyday_words(question: str) -> None:
    assert "how-old" in demands(question)


@pytest.mark.parametrize("question", ["اسم التاجر", "اسم أخت موسى"])
def test_a_name_is_asked_for_without_the_word_that_asks(question: str) -> None:
    assert {"name", "her-name"} & set(demands(question))


def test_where_is_told_by_a_place() -> None:
    question = "أين دفن البستاني"
    assert met(question, "دفن البستاني في غار")
    assert not met(question, "دفن البستاني ليلا وحزن الناس")
    assert met("وين خسف بقارون", "فخسفنا به وبداره الأرض", kind="quran")  # a verse says "it"


def test_who_some_people_are_is_not_told_by_whose_kin_one_of_them_is() -> None:
    assert met("من هم القداحون", "القداحون قوم يقدحون النار")
    assert not met("من هم القداحون", "جاء عم الأحنف إلى القداحين")
