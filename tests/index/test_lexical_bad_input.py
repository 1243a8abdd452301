"""Queries and disks that nobody wishes for: the lexical engine answers, or says what is wrong."""

from __future__ import annotations

import errno
import os
import random
import shutil
import tempfile
from collections import Counter
from contextlib import suppress
from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.index.lexical import LexicalIndex, build_lexical
from pipeline.index.lexical.classes import norm_classes
from pipeline.index.lexical.layout import CODES, MID_ODD
from pipeline.text import analyse, analyse_query
from schemas.errors import IndexFormatError

ROOT = Path(__file__).parents[2]
TEXTS = ["the ruling on fasting while travelling", "صيام رمضان فريضة", "prayer at night", "زكاة الفطر"]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    folder = tmp_path_factory.mktemp("bad")
    build_lexical([analyse(text) for text in TEXTS], folder)
    return LexicalIndex.open(folder)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("fasting " * 500, [0]),  # 4,000 characters
        (" ".join(f"word{number}" for number in range(399)) + " zakat prayer", [2]),
        ("xyzzy plugh", []),
        ("the of and is in", []),  # stop words alone
        ("в чём смысл поста", []),
        ("断食の規則", []),
        ("", []),
        ("\x00\ud800 \u202e", []),
    ],
)
def test_a_question_of_any_kind(index: LexicalIndex, question: str, found: list[int]) -> None:
    terms = analyse_query(question) if "\ud800" not in question else [question]
    assert index.search(terms, 5)[0].tolist() == found
    assert len(index.score(terms, [0, 1, 2, 3])) == 4


def test_a_third_script_is_found_like_any_other(tmp_path: Path) -> None:
    build_lexical([["пост"], ["断食", "пост"]], tmp_path)
    assert LexicalIndex.open(tmp_path).search(["断食"], 5)[0].tolist() == [1]


def test_a_disk_that_is_full_leaves_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def full(number: int) -> None:
        written.append(number)
        if len(written) > 5:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        build_lexical([["a"], ["b"]], tmp_path)
    assert not (tmp_path / "header.json").exists()
    with pytest.raises(IndexFormatError):
        LexicalIndex.open(tmp_path)


def test_files_of_two_indexes_exchanged(tmp_path: Path) -> None:
    """Sizes that differ are refused; equal ones give an answer or an error, never a crash."""
    for name, words in (("a", "xy"), ("b", "pq"), ("c", "pqr")):
        build_lexical([list(words), [words[0]]] * 40, tmp_path / name)
    for path in sorted((tmp_path / "a").glob("*.bin")):
        copy = Path(shutil.copytree(tmp_path / "a", tmp_path / f"with-{path.name}"))
        for other in ("b", "c"):
            shutil.copy(tmp_path / other / path.name, copy / path.name)
            with suppress(IndexFormatError):
                assert len(LexicalIndex.open(copy).search(["x", "y", "p"], 3)[0]) <= 3


TOKENS = st.sampled_from(["a", "b", "ب", "ت", "word"])


def plain_bm25(
    passages: list[list[str]], query: dict[str, float], mask: list[bool]
) -> list[tuple[float, int]]:
    """BM25 as it stands in the books, in plain Python."""
    average = sum(map(len, passages)) / len(passages) or 1.0
    df = Counter(term for passage in passages for term in set(passage))
    found = []
    for place, passage in enumerate(passages):
        norm, score = 0.9 * (1 - 0.4) + (0.9 * 0.4 / average) * len(passage), 0.0
        for term in sorted(query, key=str.encode):
            tf = passage.count(term)
            if tf and query[term]:
                idf = log(1 + (len(passages) - df[term] + 0.5) / (df[term] + 0.5))
                score += (query[term] * idf) * (tf / (tf + norm))
        if score > 0 and mask[place]:
            found.append((-score, place))
    return sorted(found)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.lists(TOKENS, max_size=40), min_size=1, max_size=30),
    st.dictionaries(TOKENS, st.sampled_from([0.0, 0.5, 1.0]), max_size=5),
    st.integers(1, 40),
    st.randoms(use_true_random=False),
)
def test_the_engine_and_bm25_in_twenty_lines(
    passages: list[list[str]], query: dict[str, float], k: int, chance: random.Random
) -> None:
    mask = [chance.random() < 0.7 for _ in passages]
    with tempfile.TemporaryDirectory() as folder:
        build_lexical(passages, Path(folder))
        index = LexicalIndex.open(Path(folder))
    wanted = plain_bm25(passages, query, mask)[:k]
    found = index.search(list(query), k, np.array(mask, np.uint8), list(query.values()))
    assert found[0].tolist() == [place for _, place in wanted]
    assert found[1].tolist() == [-score for score, _ in wanted]


@given(
    st.lists(st.integers(0, 60_000), min_size=1, max_size=1500, unique=True),
    st.sampled_from([0.0, 0.003, 0.05]),
)
@settings(max_examples=25)
def test_classes_of_norms_are_few_and_near(lengths: list[int], slope: float) -> None:
    given_lengths = np.array(lengths, np.uint32)
    codes, shares, difference = norm_classes(given_lengths, 0.54, slope)
    norms = 0.54 + slope * given_lengths
    table = shares.reshape(16, CODES)
    for count in range(1, MID_ODD):
        exact = count / (count + norms)
        told = table[count, codes[: len(lengths)]]
        assert np.abs(told / 65535 - exact).max() <= difference + 1 / 65535
    assert difference < 0.01
    assert (len(set(lengths)) > CODES) or difference < 1e-12
