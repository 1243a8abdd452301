"""The small world of these tests, as a fixture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from small_world import FakeIndex, answer_of, asking

from schemas.answer import Answer
from schemas.question import Question


@pytest.fixture
def small() -> tuple[FakeIndex, list[Question], Callable[[object, str], Answer]]:
    """One question of every outcome, and a twin."""
    questions = [
        asking(id="right", references=("quran:1:1", "quran:1:2")),
        asking(id="wrong", references=("quran:2:1",), language="ar"),
        asking(id="missed", references=("quran:3:1",)),
        asking(id="lookup", question="4:1", kind="lookup", references=("quran:4:1",)),
        asking(id="miss-false", kind="near-miss", expect="decline", twin="right", language="ar"),
        asking(id="miss-declined", kind="near-miss", expect="decline", twin="missed"),
        asking(id="hello", kind="greeting", expect="decline", split="fit"),
    ]
    index = FakeIndex(
        {
            "right?": ("quran:9:9", "quran:1:2"),
            "wrong?": ("quran:9:1",),
            "missed?": ("quran:3:1",),
            "miss-false?": ("quran:1:1",),
        }
    )
    answers = {
        "right?": answer_of(("quran:1:2",), 0.9),
        "wrong?": answer_of(("quran:9:1",), 0.8),
        "missed?": answer_of((), -0.3),
        "4:1": answer_of(("quran:4:1",)),
        "miss-false?": answer_of(("quran:1:1",), 0.7),
        "miss-declined?": answer_of((), -0.2),
        "hello?": answer_of(),
    }
    return index, questions, lambda _, question: answers[question]
