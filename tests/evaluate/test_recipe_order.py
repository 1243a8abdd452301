"""The weights of the order are fitted to questions whose answers are known, and written in place."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.answer.finding.signals import SIGNALS
from pipeline.answer.lexicon.weights import UNIT, Weights, rewritten
from pipeline.evaluate.recipes.order import HELD, TARGET, Told, crossed, fitted, rank
from schemas.errors import QuestionError


def text(**values: int) -> dict[str, int]:
    """The signals of a text, nothing but what is named."""
    return dict.fromkeys(SIGNALS, 0) | values


def invented(count: int = 16) -> list[Told]:
    """Questions whose right text the search finds second, after one whose answer stands late in a long text."""
    wrong = text(fused=1024, late=900, book=1024)
    other = text(fused=500, window=300)
    return [
        Told(f"topic-{n}", 1.0, (wrong, text(fused=950 - n, window=800), other), (False, True, False))
        for n in range(count)
    ]


def test_weights_put_right_texts_first_and_are_the_same_each_time() -> None:
    told = invented()
    order = fitted(told)
    assert order == fitted(invented())
    assert [rank(one, Weights({"fused": UNIT})) for one in told] == [2] * len(told)
    assert [rank(one, order) for one in told] == [1] * len(told)
    assert crossed(told) == (len(told), len(told))


def test_a_weight_keeps_its_sign_and_what_was_set_by_reading_stays() -> None:
    backwards = [
        replace(one, right=(True, False, False)) for one in invented()
    ]  # late texts of books are right
    for order in (fitted(invented()), fitted(backwards)):
        assert all(SIGNALS[name] * weight >= 0 for name, weight in order.values.items())
        assert {name: order.values[name] for name in HELD} == {
            name: round(value * UNIT) for name, value in HELD.items()
        }
    assert "late" not in fitted(backwards).values
    assert fitted(invented()).values["late"] < 0


def test_a_question_that_counts_more_decides() -> None:
    backwards = [replace(one, right=(True, False, False), share=50.0) for one in invented(2)]
    assert rank(backwards[0], fitted([*invented(), *backwards])) == 1


def test_no_question_is_told_kindly() -> None:
    with pytest.raises(QuestionError, match="no questions to fit"):
        fitted([])


def test_weights_are_written_under_what_stands_above_them() -> None:
    before = TARGET.read_text("utf-8")
    after = rewritten(before, Weights({"fused": 300, "late": -20}))
    assert yaml.safe_load(after) == {"weights": {"fused": 300, "late": -20}}
    assert after.startswith(before.split("weights:")[0])
    assert rewritten(before, Weights(yaml.safe_load(before)["weights"])) == before


@settings(max_examples=20)
@given(st.permutations(range(8)))
def test_the_order_of_questions_changes_no_rank(places: list[int]) -> None:
    told = invented(8)
    order = fitted([told[place] for place in places])
    assert [rank(one, order) for one in told] == [1] * len(told)
