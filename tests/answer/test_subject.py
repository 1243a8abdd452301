"""Whether a question is of this subject, by what it means, and what the gate makes of it."""

from __future__ import annotations

import base64
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.gate import GateModel
from pipeline.answer.gate_fit import Sample, fit_gate
from pipeline.answer.subject import FEWEST, LIKEST, Subject, subject_of, told_of
from pipeline.answer.words.units import ONE
from pipeline.index.inquiries import SAME
from schemas.errors import IndexFormatError

COMPONENTS, LENGTH = 16, 256


def meanings(count: int, place: int, seed: int) -> list[bytes]:
    """Vectors of one length that lie about one component."""
    vectors = np.random.default_rng(seed).normal(size=(count, COMPONENTS))
    vectors[:, place] += 8
    vectors *= LENGTH / 2 / np.linalg.norm(vectors, axis=1, keepdims=True)
    return [row.tobytes() for row in np.rint(vectors).astype(np.int8)]


OWN, STRANGE = meanings(40, 0, seed=1), meanings(40, 1, seed=2)


def known(own: list[bytes], strange: list[bytes]) -> Subject:
    subject = subject_of(own, strange)
    assert subject is not None
    return subject


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


def test_a_question_is_of_the_side_that_it_is_like() -> None:
    subject = known(OWN, STRANGE)
    assert all(subject.of(one) > 0 for one in meanings(30, 0, seed=3))
    assert all(subject.of(one) < 0 for one in meanings(30, 1, seed=4))


def test_it_is_held_against_the_likest_of_each_side() -> None:
    subject = known(OWN, STRANGE)
    for one in [*meanings(5, 0, seed=3), *meanings(5, 2, seed=4)]:
        vector = np.frombuffer(one, np.int8).astype(int)
        likest = [
            sum(sorted(int(vector @ np.frombuffer(other, np.int8).astype(int)) for other in side)[-LIKEST:])
            for side in (OWN, STRANGE)
        ]
        assert subject.of(one) == (likest[0] - likest[1]) * ONE // (SAME * LIKEST)


def test_a_question_is_not_held_against_itself() -> None:
    subject = known(OWN, STRANGE)
    for one in (OWN[7], STRANGE[7]):
        rest = known([own for own in OWN if own != one], [strange for strange in STRANGE if strange != one])
        assert subject.of(one) == rest.of(one)


def test_products_of_the_longest_vectors_are_whole() -> None:
    components = 384
    longest = np.full(components, -128, np.int8).tobytes()
    other = np.full(components, 127, np.int8)
    own = [
        np.roll(other - np.arange(components) % 2, place).astype(np.int8).tobytes() for place in range(FEWEST)
    ]
    assert known(own, own).of(longest) == 0
    vector = np.frombuffer(longest, np.int8).astype(int)
    least = sorted(int(vector @ np.frombuffer(one, np.int8).astype(int)) for one in own)[-LIKEST:]
    near = [longest[:-1] + bytes([place]) for place in range(FEWEST)]
    most = sorted(int(vector @ np.frombuffer(one, np.int8).astype(int)) for one in near)[-LIKEST:]
    assert known(near, own).of(longest) == (sum(most) - sum(least)) * ONE // (SAME * LIKEST)


def test_too_few_questions_of_a_side_stand_for_nothing() -> None:
    few, enough = meanings(FEWEST - 1, 0, seed=1), meanings(FEWEST, 1, seed=2)
    unknown = [b"", bytes(COMPONENTS)] * FEWEST
    assert subject_of(few, enough) is None
    assert subject_of(enough, [*few, *unknown]) is None
    assert subject_of([*enough, b""], enough) is not None


@given(st.permutations(range(len(OWN))))
def test_the_order_of_questions_changes_nothing(order: list[int]) -> None:
    assert subject_of([OWN[place] for place in order], STRANGE) == subject_of(OWN, STRANGE)


def test_a_meaning_that_is_not_known_tells_nothing() -> None:
    subject = known(OWN, STRANGE)
    assert told_of(subject, bytes(COMPONENTS)) == {"subject": 0}
    assert told_of(subject, b"") == told_of(None, OWN[0]) == {"subject": 0}


def test_a_vector_of_another_model_is_refused() -> None:
    with pytest.raises(IndexFormatError, match="another model"):
        known(OWN, STRANGE).of(b"\x01\x02")


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


def test_to_fit_the_gate_no_question_is_held_against_those_of_its_topic() -> None:
    """Meanings that tell nothing but which questions are paraphrases of one another, of which each topic has six."""
    chance = np.random.default_rng(7)
    topics = chance.integers(-60, 61, (20, 64))
    made = [
        replace(
            one,
            meaning=(topics[place // 6] + chance.integers(-3, 4, 64)).astype(np.int8).tobytes(),
            group=f"topic-{place // 6}",
        )
        for place, one in enumerate(questions(60))
    ]
    within = known(*([one.meaning for one in made if one.in_scope is side] for side in (True, False)))
    assert all((within.of(one.meaning) > 0) == one.in_scope for one in made), "as if it told everything"
    assert (
        fit_gate(made).scope.weights.get("subject", 0) < fit_gate(questions(60)).scope.weights["subject"] // 4
    )


def test_a_subject_is_read_back_as_it_was_written() -> None:
    gate = fit_gate(questions(80))
    again = GateModel.from_dict(json.loads(gate.to_bytes()))
    assert again.subject == gate.subject
    assert again.to_bytes() == gate.to_bytes()


def test_a_gate_without_a_subject_knows_nothing_of_meaning() -> None:
    gate = fit_gate(questions(80, told=False)).to_dict()
    assert "subject" not in gate
    assert GateModel.from_dict(gate).subject is None


def packed(count: int, components: int) -> str:
    return base64.b64encode(bytes(count * components)).decode()


@pytest.mark.parametrize(
    "subject",
    [
        None,
        [],
        {"components": 4, "own": packed(9, 4)},
        {"components": 4, "own": packed(9, 4), "strangers": "no base64!"},
        {"components": 4, "own": packed(9, 4), "strangers": packed(3, 3)},
        {"components": 4, "own": packed(9, 4), "strangers": packed(LIKEST - 1, 4)},
        {"components": 0, "own": "", "strangers": ""},
        {"components": -4, "own": packed(9, 4), "strangers": packed(9, 4)},
    ],
)
def test_a_subject_that_cannot_be_read_is_refused(subject: object) -> None:
    with pytest.raises(IndexFormatError, match="cannot be read"):
        GateModel.from_dict(GateModel.default().to_dict() | {"subject": subject})
