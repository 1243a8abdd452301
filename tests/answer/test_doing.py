"""Whether somebody did something is told of him: the doer, the deed behind him, what it was done to, in one clause."""

from __future__ import annotations

import pytest
from demanded import demands, met


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Did the Prophet ride a donkey?", "The Messenger of Allah (ﷺ) used to ride a donkey."),
        ("Did the Prophet ever ride a donkey?", "I asked whether the Prophet had ever ridden a donkey."),
        ("Did Moses have camels?", "Moses of the town had camels."),
        ("Has Moses laughed?", "Moses looked at him and laughed."),
    ],
)
def test_a_text_tells_that_somebody_did_it(question: str, told: str) -> None:
    assert met(question, told)


@pytest.mark.parametrize(
    ("question", "beside"),
    [
        ("Did the Prophet ride a donkey?", "The Prophet said: whoever rides a donkey is humble."),
        ("Did the Prophet ride a donkey?", "A man rode a donkey and came to the Prophet."),
        ("Did the Prophet ride a donkey?", "The Prophet told us not to ride a donkey."),
        ("Did the Prophet ride a donkey?", "The Prophet rode a camel. Behind him was a donkey."),
        ("Did Moses have camels?", "The camels were seen by Moses."),
    ],
)
def test_what_is_said_of_the_deed_or_done_by_another_does_not_tell_it(question: str, beside: str) -> None:
    assert not met(question, beside)


def test_an_answer_to_that_question_need_not_say_it_again() -> None:
    question, text = "Did Moses ride a donkey?", "There is no proof of it."
    assert met(question, text, title="Did Moses ride a donkey?", kind="fatwa")


def test_what_he_said_in_so_many_words_is_told_by_a_text_that_has_them_close() -> None:
    """Of fewer words one must say that he said them: they hang together by chance."""
    asked = "Did the Prophet really say that sailors carry lanterns in harbours?"
    assert met(asked, "Sailors should carry their lanterns when they are in harbours.")
    apart = "The sailors came. " + "They spoke of the road and of the market that day. " * 9
    assert not met(asked, apart + "Lanterns were there, and they carry them to other harbours.")
    assert not met(
        "Did the Prophet say that lanterns are blue?", "Light your lanterns, said the man in the blue coat."
    )


@pytest.mark.parametrize(
    ("question", "told", "of_another"),
    [
        ("Why did Ali strike Umar?", "Ali struck Umar at the gate.", "Umar struck a man; Ali was there."),
        ("Which companion killed Bilal?", "The companion Wahb killed Bilal.", "Bilal killed the companion Wahb."),
        ("By whom was Bilal killed?", "Bilal was killed by a rider.", "A rider was killed by Bilal."),
        ("Where was Umar buried?", "Umar was buried at the gate.", "Umar buried a rider at the gate."),
        ("How did Umar die?", "Umar was stabbed at dawn.", "Umar heard that a rider died."),
        ("How did Umar die at Tabuk?", "Umar died at Tabuk.", "He was at Tabuk and died before Umar came."),
        ("When did Aisha marry Ali?", "Ali married Aisha in year two.", "Aisha said: Ali was married in year two."),
        ("Why did Aisha become a queen?", "Aisha became a queen.", "A queen came to Aisha."),
        ("What happened when Umar left Tabuk?", "Umar left Tabuk in spring.", "A rider left Tabuk; Umar stayed."),
        ("Why did Umar weep?", 'Umar said: "I wept for a rider."', 'Umar said: "A rider wept."'),
        ("Who killed Abu Talha?", "A rider killed Abu Talha.", "A rider killed Talha."),
        ("Why did Umar travel?", "Umar travelled for the market.", "Ibn Umar travelled for the market."),
        ("لماذا ضرب عثمان بلالا؟", "ضرب عثمان بلالا عند الباب", "ضرب رجل غلاما عند عثمان وجاء بلال"),
        ("من الذي قتل حمزة؟", "قتل رجل من القوم يوما ثم قتل حمزة", "قتل رجل فقال حمزة هذا أخي"),
        ("من قتل حمزة؟", "لما قتل حمزة حزن الناس", "خرج حمزة فقتل رجلا"),
        ("أين دفن عثمان؟", "دفن عثمان عند الباب", "سمع عثمان أن رجلا دفن عند الباب"),
        ("ماذا رأى يوسف؟", "قال يوسف لأبيه: إني رأيت جملا", "قال رجل ليوسف: رأيت جملا"),
        ("عثمان أين دفن؟", "دفن عثمان عند الباب", "سمع عثمان أن رجلا دفن عند الباب"),
        ("معاذ بن جبل لماذا بكى؟", "بكى معاذ عند الباب", "جاء معاذ. وبكى رجل عند الباب"),
        ("لماذا بكى عبد الله بن مسعود؟", "بكى ابن مسعود", "بكى رجل، وقال عبد الله بن مسعود: اصبر"),
        ("متى تزوجت حفصة بلالا؟", "تزوج بلال حفصة في شوال", "تزوج رجل امرأة وحفصة وبلال عنده"),
    ],
)  # fmt: skip
def test_a_deed_is_told_of_the_very_person(question: str, told: str, of_another: str) -> None:
    assert met(question, told)
    assert not met(question, of_another)


def test_how_somebody_did_something_is_a_story_of_many_clauses() -> None:
    assert "said of" not in demands("كيف أسلم عمر؟")
    assert "said of" in demands("كيف مات عمر؟")
    assert "said of" in demands("عمر كيف مات؟")


def test_who_narrates_what_was_done_to_him_is_named_before_it() -> None:
    question = "متى تزوج بلال حفصة؟"
    assert met(question, "عن حفصة قالت تزوجني بلال في شوال")
    assert not met(question, "عن عائشة قالت تزوجني بلال في شوال")


def test_a_verse_may_tell_it_of_him_in_another_clause_and_by_no_name() -> None:
    question = "Why did Moses laugh at Midian?"
    assert met(question, "And recall Moses at Midian. He saw it; then he laughed.", kind="quran")
    assert not met(question, "And recall Moses at Midian. He saw it; then he laughed.")
    assert met(question, "He came to Midian. Then he laughed.", kind="quran")
    assert not met(question, "He came to the gate. Then he laughed.", kind="quran")
    assert not met(question, "Adam came to Midian. Then he laughed.", kind="quran")


@pytest.mark.parametrize(
    "question",
    [
        "What did Umar say about the market?",
        "Who was Umar?",
        "Why is fasting on Friday disliked?",
        "Why did the Prophet travel?",
        "How did Jonah get out of the whale?",  # another verb than to get
        "من هو بلال؟",
        "ماذا قال عثمان عن السوق؟",
        "لماذا سافر النبي؟",
    ],
)
def test_what_somebody_said_or_was_is_no_deed(question: str) -> None:
    assert "said of" not in demands(question)


def test_what_stands_before_a_deed_is_text_whatever_its_signs() -> None:
    assert met("متى تزوج بلال حفصة؟", "قال \\1 حفصة قالت تزوجني بلال في شوال")
    assert not met("متى تزوج بلال حفصة؟", "عن رجل \\ قالت تزوجني بلال في شوال")
