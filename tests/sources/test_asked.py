"""What a text prints as asked above its answer (pipeline.sources.asked)."""

from __future__ import annotations

import pytest

from pipeline.sources.asked import answer, question

LETTER = "Answered by Shaykh Nobody\nQuestion: From my understanding, gumleaf is lawful at night. Is it?\nAnswer: {}"
RULED = "Gumleaf is not lawful at any hour of the day. It harms who chews it."
NOT_LAWFUL = "لا يحل مضغه."


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        (LETTER.format(RULED), RULED),
        ("Question 12: Is gumleaf lawful?\n\nAnswer 12: It is not.", "It is not."),
        ("السؤال: هل يحل مضغ الورق ليلا؟ الجواب: لا يحل مضغه.", NOT_LAWFUL),
        ("12 . السؤال :\nزوجي يمضغ الورق ليلا، فهل يحل له؟\nالجواب :-\nلا يحل مضغه.", NOT_LAWFUL),
        ("س7: هل يحل مضغ الورق؟ ج: لا يحل مضغه.", NOT_LAWFUL),
        ("وسئل حفظه الله: عن مضغ الورق\n* فأجاب بقوله: لا يحل مضغه.", NOT_LAWFUL),
        ("( سئل ) عن مضغ الورق ( فأجاب ) لا يحل مضغه.", NOT_LAWFUL),
        ("مسألة في مضغ الورق، هل يحل؟\n((الجواب)): لا يحل مضغه.", NOT_LAWFUL),
        ("يقول: ظننت الورق حلالا ثم شككت. فهل يحل؟\nلا يحل مضغه.", NOT_LAWFUL),
        ("هل يحل مضغ الورق؟\nوهل يحل ليلا؟\nالجواب\nلا يحل مضغه.", NOT_LAWFUL),
    ],
)
def test_a_question_above_its_answer_is_parted_from_it(text: str, answered: str) -> None:
    assert answer(text) == answered
    assert text.startswith(question(text))
    assert not text.removeprefix(question(text)).removesuffix(answered).strip(" \n:-")  # nothing is lost


@pytest.mark.parametrize(
    "text",
    [
        "Gumleaf is not lawful.\nQuestion: and at night?\nAnswer: nor then.",  # he goes on
        "The question: is it lawful? I say: no.",
        "السؤال عن الورق كثير والجواب عنه معروف",
        "هل يحل مضغ الورق؟ لا يحل مضغه.",
        "الورق معروف. فهل يحل؟\nلا يحل مضغه.",
        "(مسألة 6): إذا مضغ الورق وجب الجواب، وهو أنه لا يحل.",
        "السؤال: هل يحل مضغ الورق؟ الجواب:",  # nobody answers
        "هل يحل مضغ الورق؟\n***\n",
    ],
)
def test_what_asks_nothing_above_an_answer_stays_whole(text: str) -> None:
    assert (question(text), answer(text)) == ("", text)
