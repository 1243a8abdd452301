"""The model card says what the code does, and which bytes it is about."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from pipeline.index.transformer.weights import open_weights
from pipeline.sources.origins.digest import folder_digest
from training.judged import questions_of
from training.settings import (
    CONTRASTS,
    LESSON_WEIGHTS,
    LESSONS_A_QUESTION,
    PAIR_PIECES,
    QUESTION_PIECES,
    READ_PIECES,
    RECIPE,
)

ROOT = Path(__file__).parents[2]
CARD = (ROOT / "docs" / "reader.md").read_text("utf-8")
JUDGED, IN_STAGE_3 = 17_818, 7_188  # texts that taught the reader, and those of them that its third stage had


def rows(heading: str) -> dict[str, str]:
    """The first two columns of the tables under a heading."""
    section = CARD.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^\| `([^`|]+)` \| ([^|]+?) \|", section, re.MULTILINE))


def written(value: float) -> str:
    """A number as the card writes it."""
    return f"{value:,}" if isinstance(value, int) else f"{value:.5f}".rstrip("0")


def test_every_setting_is_listed_with_its_value() -> None:
    settings = {
        f"{name}.{one.name}": written(getattr(getattr(RECIPE, name), one.name))
        for name in ("reading", "answering", "judging", "verifying")
        for one in fields(getattr(RECIPE, name))
    }
    assert rows("Settings") == {"seed": str(RECIPE.seed), **settings}


def test_every_kind_of_lesson_is_listed_with_its_weight_and_the_counts_add_up() -> None:
    assert rows("What it learns from") == {kind: f"{weight:g}" for kind, weight in LESSON_WEIGHTS.items()}
    counts = re.findall(r"^\| `[^`]+` \| [\d.]+ \| ([\d,]+) \|", CARD, re.MULTILINE)
    total = sum(int(count.replace(",", "")) for count in counts)
    assert f"| lessons | {total:,} |" in CARD


def test_the_steps_of_the_last_stages_are_those_that_their_texts_make() -> None:
    assert f"| judged texts | {JUDGED:,} |" in CARD
    assert f"stage 3 had the first {IN_STAGE_3:,}" in CARD
    assert f"; {RECIPE.judging.steps(IN_STAGE_3)} steps" in CARD
    closely = len(questions_of("closely"))
    assert f"| questions on one text | {closely:,} |" in CARD
    assert f"; {RECIPE.verifying.steps(closely)} steps" in CARD


@pytest.mark.parametrize(
    "said",
    [
        f"the first {QUESTION_PIECES} pieces of a question and\n{READ_PIECES} of both",
        f"It read {PAIR_PIECES} pieces of a pair",
        f"at most {LESSONS_A_QUESTION} lessons",
        {8: "up to eight"}[CONTRASTS],
    ],
)
def test_the_numbers_in_the_text_are_those_of_the_code(said: str) -> None:
    assert said in CARD


def test_the_product_is_the_one_that_the_card_is_about() -> None:
    folder = ROOT / "data" / "reader"
    assert f"`{folder_digest(folder)}`" in CARD, "taught anew: measure it, and say so on the card"
    weights = open_weights(folder, 12)
    pieces, size = weights.words.shape
    assert f"{len(weights.asked.rows)} layers, {size} numbers a piece, 12 heads, {pieces:,} pieces" in CARD


def test_the_start_model_is_the_one_that_the_profile_pins() -> None:
    pinned = yaml.safe_load((ROOT / "data/profiles/full.yaml").read_text("utf-8"))["inquiries"]["model"]
    assert f"{pinned['name']} {pinned['version']}" in CARD
    assert f"`{pinned['sha256']}`" in CARD
