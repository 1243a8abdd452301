"""What a question says of the Prophet, or of Allah, though it is unworthy."""

from __future__ import annotations

import pytest
from demanded import LEXICON, demands, met

from pipeline.answer.routing.route import route

_SAID = [
    ("Why did the Prophet drink wine?", "Wine was forbidden, and the Prophet said: drink water."),
    ("why did prophet muhammad commit adultery", "Maiz came to the Prophet and had committed adultery."),
    ("Why did the Prophet abandon prayer?", "You would abandon the practice of your Prophet in prayer."),
    ("Did the Prophet lie?", "The Prophet said: do not lie."),
    ("Why would the Prophet ever lie?", "The Prophet said: do not lie."),
    ("Did Muhammad really take usury?", "Muhammad cursed the one who takes usury."),
    ("لماذا شرب النبي الخمر؟", "يا أيها الذين آمنوا إنما الخمر رجس"),
    ("لماذا ترك النبي الصلاة؟", "قال لو تركتم سنة نبيكم في الصلاة لضللتم"),
    ("هل كان النبي يشرب الخمر؟", "سئل النبي عن الخمر يشربها الرجل"),
    ("هل صحيح أن النبي سجد لصنم؟", "قال النبي لا تسجدوا لصنم"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "text"), _SAID)
def test_no_text_tells_it_but_an_answer_to_it(question: str, text: str) -> None:
    assert "unworthy" in demands(question)
    assert not met(question, text)
    assert met(question, text, title=question, kind="fatwa")


@pytest.mark.parametrize(
    "question",
    [
        "Does Allah get sick?", "Why does Allah regret things?", "Is God evil?", "how big is allah",
        "When was Allah born?", "Was Muhammad a terrorist?", "هل الله يمرض", "هل يندم الله", "هل الله ذكر ام انثى",
        "هل كان محمد يهوديا", "هل اغتصب النبي",
    ],
)  # fmt: skip
def test_texts_on_its_words_do_not_tell_it(question: str) -> None:
    assert "unworthy" in demands(question)
    assert not met(question, question, title="أحكام المريض guidance of the sick from Allah", kind="fatwa")


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Does Allah have a wife?", "allah-has-no-companion"), ("Can God die?", "allah-does-not-die"),
        ("هل الله يخطئ", "allah-forgets-not"), ("هل لله ولد", "allah-begets-not"), ("هل يضحك الله", "allah-laughs"),
    ],
)  # fmt: skip
def test_what_texts_say_of_allah_has_its_verse(question: str, name: str) -> None:
    found = route(question, LEXICON).wording
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    "question",
    [
        "Does Allah forgive adultery?", "Does Allah love the patient?", "Does Allah hear our prayers?",
        "هل الله يغفر الزنا", "هل يحب الله الصابرين", "هل نام النبي عن الصلاة",
    ],
)  # fmt: skip
def test_what_is_worthy_is_asked_as_anything_is(question: str) -> None:
    assert "unworthy" not in demands(question)


@pytest.mark.parametrize("question", [question for question, _ in _SAID])
def test_it_is_no_common_question_on_that_matter(question: str) -> None:
    assert route(question, LEXICON).wording is None


@pytest.mark.parametrize(
    "question",
    [
        "Why did the Prophet lie down after the dawn prayer?", "Why did the Prophet drink water while he stood?",
        "Why did the Prophet forbid wine?", "Why did the Prophet leave taraweeh in congregation?",
        "لماذا حرم النبي الخمر؟",
        "لماذا كذب قريش النبي؟", "لماذا شرب النبي وهو قائم؟", "لماذا ترك النبي صلاة التراويح جماعة؟",
        "هل كان النبي يشرب اللبن؟", "متى كفر النبي عن يمينه؟",
    ],
)  # fmt: skip
def test_what_he_may_have_done_is_told_by_any_text_that_tells_of_it(question: str) -> None:
    assert not {"unworthy", "said of"}.intersection(demands(question))


@pytest.mark.parametrize(
    "question", ["Did the Prophet Musa lie?", "Did Abu Bakr drink wine?", "هل كذب موسى؟"]
)
def test_of_another_it_is_asked_as_any_deed_is(question: str) -> None:
    assert demands(question)[0] == "said of"
