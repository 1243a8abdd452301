"""The model card says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.index.embedder import VECTOR_LENGTH, EmbedderConfig
from pipeline.index.embedder.config import WORDS_PER_TEXT
from pipeline.index.embedder.features import FEATURES_PER_WORD
from pipeline.index.embedder.pairs import WEIGHTS
from pipeline.index.embedder.storage import FEATURES, HEADER, LARGEST_WEIGHT, TABLE
from pipeline.index.embedder.storage import WEIGHTS as WEIGHTS_FILE

CARD = (Path(__file__).parents[2] / "docs" / "embedder.md").read_text("utf-8")


def rows(heading: str) -> dict[str, str]:
    """The first two columns of the table under a heading."""
    section = CARD.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^\| `([^`|]+)` \| ([^|]+?) \|", section, re.MULTILINE))


def test_every_setting_is_listed_with_its_default() -> None:
    assert rows("Settings") == {name: f"{value:,}" if isinstance(value, int) else str(value)
                                for name, value in EmbedderConfig().as_dict().items()}  # fmt: skip


def test_every_kind_of_pair_is_listed_with_its_weight() -> None:
    assert rows("What it learns from") == {name: f"{weight:g}" for name, weight in WEIGHTS.items()}


def test_every_file_is_listed() -> None:
    assert set(rows("Files")) == {HEADER, FEATURES, WEIGHTS_FILE, TABLE}


def test_the_numbers_in_the_text_are_those_of_the_code() -> None:
    for number in (VECTOR_LENGTH, VECTOR_LENGTH**2, WORDS_PER_TEXT, LARGEST_WEIGHT):
        assert f"{number:,}" in CARD
    assert f"at most {FEATURES_PER_WORD} features" in CARD.replace("three", "3")
