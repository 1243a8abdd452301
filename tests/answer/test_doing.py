"""Whether somebody did something is told of him: the doer, the deed behind him, what it was done to, in one clause."""

from __future__ import annotations

import pytest
from demanded import met


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
