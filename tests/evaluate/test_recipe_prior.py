"""The prior gate is written by its recipe, weighs what is seen today, and follows no single corpus."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from pipeline.answer.gate import SCOPE_SIGNS, SUPPORT_SIGNS, GateModel
from pipeline.answer.gate_fit import Sample
from pipeline.evaluate.recipes.prior import LEFT_OUT, as_text, prior_of
from schemas.errors import QuestionError


def samples(count: int = 240) -> list[Sample]:
    """Questions whose domain tells their scope and whose window tells whether they are answered."""
    chance = random.Random(3)
    made = []
    for place in range(count):
        kind = place % 3
        features = dict.fromkeys({*SCOPE_SIGNS, *SUPPORT_SIGNS}, 0)
        features["domain"] = chance.randrange(600, 1024) if kind else chance.randrange(300)
        features["window"] = chance.randrange(700, 1024) if kind == 1 else chance.randrange(500)
        language = "ar" if place % 2 else "en"
        made.append(
            Sample(f"q-{place}", features, "general", language, kind != 0, kind == 1, "fit", f"q-{place}")
        )
    return made


def test_a_prior_is_pulled_to_nothing_and_holds_no_threshold_of_an_intent() -> None:
    prior = prior_of(samples())
    assert prior.origin == "prior"
    assert set(prior.scope.weights) == {"domain"}
    assert prior.support.weights["window"] > 0
    assert all("/" not in name for name in prior.thresholds)


def test_what_vectors_say_is_left_to_the_gates_of_snapshots() -> None:
    told = [
        replace(one, features={**one.features, "dense_best": 1024 * one.in_scope, "domain": 0})
        for one in samples()
    ]
    assert not set(prior_of(told).scope.weights) & set(LEFT_OUT)


def test_what_meanings_tell_of_the_subject_is_left_to_them_too() -> None:
    told = [replace(one, meaning=bytes([1 + one.in_scope, 1, 1, 1])) for one in samples()]
    prior = prior_of(told)
    assert prior.subject is None
    assert "subject" not in prior.scope.weights


def test_a_prior_is_read_back_as_it_is_written() -> None:
    text = as_text(prior_of(samples()))
    assert text == as_text(prior_of(samples()))
    assert as_text(GateModel.from_dict(json.loads(text))) == text


def test_the_prior_beside_the_code_was_written_by_the_recipe() -> None:
    prior = GateModel.default()
    assert not {*prior.scope.weights, *prior.support.weights} & set(LEFT_OUT)
    assert set(prior.thresholds) == {"ar", "default", "en"}


def test_a_prior_needs_questions() -> None:
    with pytest.raises(QuestionError):
        prior_of([])
