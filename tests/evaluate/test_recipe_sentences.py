"""The weights of what is quoted are fitted to answers whose sentence was marked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.weights import Weights, rewritten
from pipeline.answer.words.units import ONE
from pipeline.evaluate.recipes.sentences import SET, TARGET, Told, alike, fitted, quotes, shared
from schemas.errors import QuestionError

RUN = st.tuples(st.integers(0, 50), st.integers(1, 50)).map(lambda one: (one[0], one[0] + one[1]))


def invented(count: int = 12) -> list[Told]:
    """Answers in which a sentence that concludes was marked, beside one that covers more of the question."""
    covers, concludes = {"held": ONE}, {"held": ONE // 4, "concludes": ONE, "verdict": ONE}
    return [Told((covers, concludes), (0.0, 1.0)) for _ in range(count)]


def test_what_was_marked_is_chosen_and_the_weights_are_the_same_each_time() -> None:
    weights = fitted(invented())
    assert weights == fitted(invented())
    (covers, concludes), _ = invented()[0].marks, None
    assert weights.total(concludes) > weights.total(covers)
    assert weights.values["concludes"] > round(SET["concludes"] * 64)


def test_a_weight_keeps_its_sign_and_what_no_answer_tells_stays() -> None:
    weights = fitted([Told(one.marks, one.alike[::-1]) for one in invented()])
    assert all(weight * SET[name] > 0 for name, weight in weights.values.items())
    assert weights.values["asking"] == round(SET["asking"] * 64)


def test_no_answer_is_told_kindly() -> None:
    with pytest.raises(QuestionError, match="no answers to fit"):
        fitted([])


@given(RUN, RUN)
def test_runs_are_as_alike_as_what_both_hold(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert 0 <= alike(one, other) == alike(other, one) <= 1
    assert alike(one, one) == 1
    assert shared(one, other) == len(set(range(*one)) & set(range(*other)))
    assert quotes(one, [one, other])


def test_a_list_of_weights_is_written_as_it_is_read() -> None:
    in_use = default_lexicon()
    before = TARGET.read_text("utf-8")
    assert rewritten(before, in_use.sentences) == before
    other = in_use.quoting_by(Weights({"held": 1}))
    assert other.sentences == Weights({"held": 1})
    assert other.order == in_use.order


def test_a_folder_without_an_index_is_told_in_a_sentence(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "pipeline.evaluate.recipes", "sentences", str(tmp_path / "absent")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert "absent" in told.stderr
    assert "Traceback" not in told.stderr
