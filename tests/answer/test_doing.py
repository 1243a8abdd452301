"""Whether somebody did something is told of him: the doer, the deed behind him, what it was done to, in one clause."""

from __future__ import annotations

import pytest

from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from schemas.document import Document

LEXICON = default_lexicon()


def _met(question: str, text: str, title: str = "A", kind: str = "hadith") -> bool:
    wanted = asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)
    document = Document(
        f"{kind}:sample:1", kind, "sample", "sample", title_en=title, text_en=text, status="approved"
    )
    reading = read(document, wanted)
    assert reading is not None
    return meets(kind, reading, demands_of(question, wanted, LEXICON), wanted, LEXICON)


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
    assert _met(question, told)


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
    assert not _met(question, beside)


def test_an_answer_to_that_question_need_not_say_it_again() -> None:
    question, text = "Did Moses ride a donkey?", "There is no proof of it."
    assert _met(question, text, title="Did Moses ride a donkey?", kind="fatwa")
