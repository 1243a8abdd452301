"""Two snapshots asked the same: by which text an answer speaks, and which answers are not the same."""

from __future__ import annotations

import pytest
from small_world import FakeIndex, answer_of, asking

from pipeline.evaluate.beside import FATES, Count, beside, fate
from pipeline.evaluate.run import Evaluation, evaluate
from schemas.question import Question

READ = asking(id="read", references=("quran:1:1", "quran:1:2"), wrong=("quran:9:9",))
UNKNOWN = asking(id="unknown", references=(), wrong=("quran:9:9",))
STRANGE = asking(id="strange", kind="out-of-scope", expect="decline", references=())


def _evaluated(said: dict[str, tuple[str, ...]], *questions: Question) -> Evaluation:
    """What becomes of questions that are answered from some texts, those that are not named declined."""

    def answer(_: object, question: str) -> object:
        return answer_of(said.get(question, ()))

    return evaluate(FakeIndex({}), questions, answer)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "sources", "expected"),
    [
        (READ, ("quran:1:2", "quran:9:9"), "right"),
        (READ, ("quran:7:7", "quran:1:1"), "behind"),
        (READ, ("quran:9:9", "quran:1:1"), "wrong"),
        (READ, ("quran:7:7",), "unread"),
        (READ, (), "missed"),
        (UNKNOWN, ("quran:9:9",), "wrong"),
        (UNKNOWN, ("quran:7:7",), "unread"),
        (UNKNOWN, (), "declined"),
        (STRANGE, (), "declined"),
        (STRANGE, ("quran:7:7",), "false"),
    ],
)
def test_an_answer_speaks_by_its_first_text(
    question: Question, sources: tuple[str, ...], expected: str
) -> None:
    (outcome,) = _evaluated({question.question: sources}, question).outcomes
    assert fate(outcome) == expected
    assert expected in FATES


def test_what_fell_deepest_is_told_first_and_what_stayed_is_not_told() -> None:
    names = ("fell", "rose", "same", "stayed wrong")
    asked = [
        READ.model_copy(update={"id": name.replace(" ", "-"), "question": name, "language": language})
        for name, language in zip(names, ("en", "ar", "en", "en"), strict=True)
    ]
    before = _evaluated(
        {"fell": ("quran:1:1",), "same": ("quran:1:1",), "stayed wrong": ("quran:9:9",)}, *asked
    )
    after = _evaluated(
        {
            "fell": ("quran:9:9",),
            "rose": ("quran:1:1",),
            "same": ("quran:1:1",),
            "stayed wrong": ("quran:9:9", "quran:7:7"),
        },
        *asked,
    )
    found = beside(before, after)
    assert [one.after.question.id for one in found.changes] == ["fell", "stayed-wrong", "rose"]
    assert found.changes[0].fates == ("right", "wrong")
    assert (found.questions, found.alone) == (4, 0)
    assert found.counts == (
        Count("ar", "right", 0, 1),
        Count("ar", "missed", 1, 0),
        Count("en", "right", 2, 1),
        Count("en", "wrong", 1, 2),
    )
    assert beside(after, after).changes == ()


def test_a_question_that_one_cannot_be_asked_is_counted_apart() -> None:
    found = beside(_evaluated({}, READ), _evaluated({}, READ, STRANGE))
    assert (found.questions, found.alone) == (1, 1)
    assert {one.language for one in found.counts} == {READ.language}


def test_it_can_be_written_as_json() -> None:
    found = beside(_evaluated({}, READ), _evaluated({READ.question: ("quran:1:1",)}, READ)).as_dict()
    assert found["changes"] == [{"id": "read", "fates": ["missed", "right"], "sources": [[], ["quran:1:1"]]}]
    assert found["counts"] == [
        {"language": "en", "fate": "right", "before": 0, "after": 1},
        {"language": "en", "fate": "missed", "before": 1, "after": 0},
    ]
