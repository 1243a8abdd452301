"""What is said of one case (women, without an excuse, by mistake) is told by no text on another alone."""

from __future__ import annotations

import pytest
from demanded import LEXICON, demands, read_for
from test_sentence_that_answers import quoted

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.contrast import contrasted_in
from pipeline.answer.lexicon.contrasts import is_at_odds, is_named

CONTRASTS = LEXICON.contrasts
MEN_LED = "It is not correct for a woman to lead men in prayer."
WOMEN_LED = "It is correct for a woman to lead women in prayer."


def told(question: str, text: str, title: str = "", kind: str = "hadith") -> bool:
    """Whether a text may be on the case that a question names."""
    text_read = read_for(question, text, title, kind)
    contrasted = contrasted_in(Asking(question, text_read.question, LEXICON))
    assert contrasted is not None
    return contrasted.told_by(text_read)


@pytest.mark.parametrize(
    ("cases", "said", "at_odds"),
    [
        ("women", "men", True),
        ("women", "men women", False),
        ("women women", "women men", True),
        ("women men", "men women", True),
        ("women men", "women", False),
        ("women men", "women women", False),
        ("women", "", False),
    ],
)
def test_what_is_at_odds_says_another_case_or_turns_them_round(cases: str, said: str, at_odds: bool) -> None:
    assert is_at_odds(cases.split(), said.split()) is at_odds
    assert not (at_odds and is_named(cases.split(), said.split()))


@pytest.mark.parametrize(
    ("text", "language", "named"),
    [
        ("a non-Muslim man", "en", {"faith": ["others"], "sex": ["men"]}),
        ("praying with no excuse", "en", {"excuse": ["unexcused"]}),
        ("الصلاة بغير عذر للمرأة", "ar", {"excuse": ["unexcused"], "sex": ["women"]}),
        ("وأحل لإناثهم وحرم على ذكورها", "ar", {"sex": ["women", "men"]}),
        ("كفارة اليمين وذكر الله", "ar", {}),  # no disbelievers, and no males
    ],
)
def test_cases_are_known_by_their_words(text: str, language: str, named: dict[str, list[str]]) -> None:
    found = CONTRASTS.named_in(text, language)
    assert {name: found[name] for name in ("sex", "faith", "excuse") if name in found} == named


def test_who_names_a_muslim_alone_means_anybody() -> None:
    assert not CONTRASTS.asked_in("Can a Muslim enter a church?", "en")
    assert CONTRASTS.asked_in("Can a Muslim inherit from a Christian?", "en") == {
        "faith": ["believers", "others"]
    }


@pytest.mark.parametrize(
    ("question", "on_it", "of_another"),
    [
        ("Can a woman lead other women in prayer?", WOMEN_LED, MEN_LED),
        ("Can a woman lead men in prayer?", MEN_LED, "It is allowed for a man to lead a woman in prayer."),
        (
            "Is it allowed to pray sitting without an excuse?",
            "Who prays sitting without an excuse, his prayer is not allowed.",
            "Who prays sitting with a valid excuse, his prayer is allowed.",
        ),
        ("هل تؤم المرأة النساء؟", "لا بأس أن تؤم المرأة النساء", "لا تؤم المرأة الرجال"),
        ("هل يرث الكافر المسلم؟", "لا يرث المسلم الكافر ولا يرث الكافر المسلم", "لا يرث المسلم الكافر"),
        ("هل يجوز إخراج القصم قبل موعده؟", "لا بأس بتعجيل إخراج القصم", "لا بأس بتأخير إخراج القصم"),
        ("ما حكم الأكل في رمضان عمدا؟", "من تعمد الأكل في رمضان قضاه", "من نسي فلا شيء في الأكل في رمضان"),
    ],
)  # fmt: skip
def test_a_text_on_another_case_tells_nothing(question: str, on_it: str, of_another: str) -> None:
    assert told(question, on_it)
    assert not told(question, of_another)


def test_a_text_that_names_no_case_or_both_may_answer() -> None:
    question = "Can a woman wear gold?"
    assert told(question, "Gold may be worn.")
    assert told(question, "Gold is unlawful for men to wear, and women may wear gold.")
    assert not told(question, "Gold is unlawful for men to wear.")


def test_what_is_said_beside_what_is_asked_makes_it_no_other_case() -> None:
    text = "Gold may be worn. A man came to the market and sold his camel there."
    assert told("Can a woman wear gold?", text)


def test_the_title_tells_the_case_of_an_answer() -> None:
    question = "Is it allowed to pray sitting with an excuse?"
    text = "Praying sitting is not allowed in his situation."
    assert not told(question, text, "Praying sitting with no excuse", "fatwa")
    assert told(question, text, "Praying sitting with an excuse", "fatwa")


def test_what_a_book_prints_as_asked_tells_the_case_of_its_answer() -> None:
    question, answer = "هل يجوز إخراج القصم قبل موعده؟", "الجواب:\nلا بأس بذلك لمصلحة القصم."
    late = f"السؤال:\nهل يجوز تأخير إخراج القصم عن شهره المعتاد؟\n{answer}"
    early = f"السؤال:\nهل يجوز تعجيل إخراج القصم عن شهره المعتاد؟\n{answer}"
    assert [told(question, text, kind="book") for text in (late, early)] == [False, True]


def test_a_story_may_be_told_from_either_side() -> None:
    assert told("الرجل الذي قبل امرأة في المدينة", "قبل امرأة في المدينة ذلك الرجل")


@pytest.mark.parametrize(
    ("question", "left", "done"),
    [
        (
            "Is it a sin not to give charity?",
            "Whoever withholds charity has a sin to give.",
            "To give charity wipes out sin.",
        ),
        ("هل يأثم من لم يصم رمضان؟", "من ترك أن يصم رمضان يأثم", "يصم رمضان كل مسلم ولا يأثم"),
    ],
)
def test_what_is_left_is_told_by_a_text_that_says_so(question: str, left: str, done: str) -> None:
    assert "contrast" in demands(question)
    assert told(question, left)
    assert not told(question, done)


def test_what_is_allowed_or_not_is_no_deed_that_is_left() -> None:
    assert "contrast" not in demands("Why is it not allowed to give charity?")


def test_who_asks_who_does_not_do_something_judges_nobody() -> None:
    assert told("من لا يدخل الجنة؟", "يدخل الجنة كل من آمن")


@pytest.mark.parametrize("women_first", [True, False])
def test_the_sentence_on_the_case_is_quoted(women_first: bool) -> None:
    both = (WOMEN_LED, MEN_LED) if women_first else (MEN_LED, WOMEN_LED)
    assert quoted("Can a woman lead other women in prayer?", " ".join(both), "Leading prayers") == WOMEN_LED


@pytest.mark.parametrize(
    ("title", "question", "apart"),
    [
        ("Women visiting graves", "Is it permissible to visit graves?", True),
        ("Women visiting graves", "Can a man visit graves?", True),
        ("Women visiting graves", "Can women visit graves?", False),
        ("Women travelling alone", "May my wife travel alone?", False),
        ("Ruling on visiting graves", "Is it permissible to visit graves?", False),
        ("Greeting a Christian neighbour", "How do I greet a neighbour?", True),
        ("حكم زيارة القبور للنساء", "ما حكم زيارة القبور؟", True),
        ("حكم زيارة القبور للنساء", "هل تزور المرأة القبور؟", False),
        ("حكم تهنئة الكفار", "ما حكم التهنئة؟", True),
    ],
)
def test_a_title_on_a_case_that_stands_apart(title: str, question: str, apart: bool) -> None:
    language = "ar" if title > "\u0600" else "en"
    assert LEXICON.contrasts.sets_apart(title, question, language) == apart
