"""Where the questions of this subject lie by meaning, and what the gate makes of it."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.answer.gate import GateModel
from pipeline.answer.gate_fit import Sample, fit_gate
from pipeline.answer.subject import FEWEST, FINER, Subject, subject_of, told_of
from schemas.errors import IndexFormatError

DIMENSIONS, LENGTH = 16, 256


def meanings(count: int, place: int, seed: int) -> list[bytes]:
    """Vectors of one length that lie about one component."""
    vectors = np.random.default_rng(seed).normal(size=(count, DIMENSIONS))
    vectors[:, place] += 8
    vectors *= LENGTH / 2 / np.linalg.norm(vectors, axis=1, keepdims=True)
    return [row.tobytes() for row in np.rint(vectors).astype(np.int8)]


def questions(count: int, *, told: bool = True) -> list[Sample]:
    """Questions in scope and out of it, of which the meaning alone tells one from the other."""
    own, strange = meanings(count, 0, seed=1), meanings(count, 1, seed=2)
    rows = [*((one, True) for one in own), *((one, False) for one in strange)]
    return [
        Sample(
            f"q-{place}",
            {"window": 900 if place % 2 and inside else 100, "domain": 500},
            "general",
            "en",
            in_scope=inside,
            supported=bool(inside and place % 2),
            split="fit",
            meaning=meaning if told else b"",
        )
        for place, (meaning, inside) in enumerate(rows)
    ]


def test_a_question_lies_beyond_halfway_on_the_side_of_its_like() -> None:
    own, strange = meanings(40, 0, seed=1), meanings(40, 1, seed=2)
    subject = subject_of(own, strange)
    assert subject is not None
    assert all(subject.of(one) > 0 for one in meanings(30, 0, seed=3))
    assert all(subject.of(one) < 0 for one in meanings(30, 1, seed=4))


def test_the_line_goes_from_one_middle_to_the_other() -> None:
    own, strange = meanings(FEWEST, 0, seed=1), meanings(FEWEST + 5, 1, seed=2)

    def middle(of: list[bytes]) -> NDArray[np.float64]:
        return np.mean([np.frombuffer(one, np.int8) for one in of], axis=0)

    subject = subject_of(own, strange)
    assert subject is not None
    assert np.allclose(np.array(subject.toward) / FINER, middle(own) - middle(strange), atol=2 / FINER)
    halfway = (middle(own) + middle(strange)) / 2
    assert abs(subject.of(np.rint(halfway).astype(np.int8).tobytes())) <= 2


def test_too_few_questions_of_a_side_have_no_middle() -> None:
    few, enough = meanings(FEWEST - 1, 0, seed=1), meanings(FEWEST, 1, seed=2)
    unknown = [b"", bytes(DIMENSIONS)] * FEWEST
    assert subject_of(few, enough) is None
    assert subject_of(enough, [*few, *unknown]) is None
    assert subject_of([*enough, b""], enough) is not None


@given(st.permutations(range(FEWEST)))
def test_the_order_of_questions_changes_nothing(order: list[int]) -> None:
    own, strange = meanings(FEWEST, 0, seed=1), meanings(FEWEST, 1, seed=2)
    assert subject_of([own[place] for place in order], strange) == subject_of(own, strange)


def test_a_meaning_that_is_not_known_tells_nothing() -> None:
    subject = subject_of(meanings(40, 0, seed=1), meanings(40, 1, seed=2))
    assert told_of(subject, bytes(DIMENSIONS)) == {"subject": 0}
    assert told_of(subject, b"") == told_of(None, meanings(1, 0, seed=3)[0]) == {"subject": 0}


def test_a_vector_of_another_model_is_refused() -> None:
    subject = Subject((1, 2, 3), 0)
    with pytest.raises(IndexFormatError, match="another model"):
        subject.of(b"\x01\x02")


def test_a_gate_learns_what_is_of_the_subject_from_meaning_alone() -> None:
    gate = fit_gate(questions(80))
    blind = fit_gate(questions(80, told=False))
    assert gate.subject is not None
    assert gate.scope.weights["subject"] > 0
    assert blind.subject is None
    assert "subject" not in blind.scope.weights
    threshold = gate.thresholds["en"].scope
    of_subject, strange = (
        [gate.scope.score({"domain": 500, **told_of(gate.subject, one)}) for one in meanings(30, place, 5)]
        for place in (0, 1)
    )
    assert min(of_subject) > threshold > max(strange)


def test_a_question_is_never_measured_from_a_middle_it_is_part_of() -> None:
    """Meanings that tell nothing: with itself in its middle each question would lie nearer to its own side."""
    chance = np.random.default_rng(7)
    noise = chance.integers(-60, 61, (120, 512)).astype(np.int8)
    made = [replace(one, meaning=vector.tobytes()) for one, vector in zip(questions(60), noise, strict=True)]
    assert fit_gate(made).scope.weights.get("subject", 0) < fit_gate(questions(60)).scope.weights["subject"]
    near, far = (
        [vector for one, vector in zip(made, noise, strict=True) if one.in_scope is side]
        for side in (True, False)
    )
    within = subject_of([one.tobytes() for one in near], [one.tobytes() for one in far])
    assert within is not None
    # So well they would seem to be told apart by a middle that holds them.
    assert sum(within.of(one.tobytes()) > 0 for one in near) > 0.9 * len(near)
    told = fit_gate(made).measured["fit"]["en"]
    assert told["answered"] < told["answerable"]


def test_a_subject_is_read_back_as_it_was_written() -> None:
    gate = fit_gate(questions(80))
    again = GateModel.from_dict(json.loads(gate.to_bytes()))
    assert again.subject == gate.subject
    assert again.to_bytes() == gate.to_bytes()


def test_a_gate_of_before_knows_nothing_of_meaning() -> None:
    before = {
        key: value for key, value in fit_gate(questions(80, told=False)).to_dict().items() if key != "subject"
    }
    assert GateModel.from_dict(before | {"format": 3}).subject is None


@pytest.mark.parametrize("subject", [{"toward": "x", "halfway": 0}, {"toward": [1]}, [], None])
def test_a_line_that_cannot_be_read_is_refused(subject: object) -> None:
    with pytest.raises(IndexFormatError, match="cannot be read"):
        GateModel.from_dict(GateModel.default().to_dict() | {"subject": subject})
