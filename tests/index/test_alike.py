"""The likeness of single words: an oracle in plain Python, damage, and what takes part in a search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.index.alike import IDF_BITS, MOST_WORDS, SAME, Alike, build_alike
from schemas.errors import IndexFormatError

TERMS = [b"fast", b"gold", b"journey", b"ship", "ذهب".encode(), "سفر".encode()]
VECTORS = {
    "fast": (256, 0, 0), "gold": (0, 200, 60), "journey": (0, 0, 250), "ذهب": (0, 210, 50), "سفر": (-20, 10, 240)
}  # fmt: skip


class Words:
    """Vectors of a few words."""

    def word_vectors(self, tokens: Sequence[str]) -> NDArray[np.int8]:
        return (
            np.array([VECTORS.get(token, (0, 0, 0)) for token in tokens], np.int64)
            .reshape(-1, 3)
            .clip(-127, 127)
            .astype(np.int8)
        )


def expected(passage: Sequence[int], tokens: Sequence[str], idfs: Sequence[float]) -> int:
    vectors = Words().word_vectors([term.decode() for term in TERMS]).astype(int)
    score = 0
    for token, vector, idf in zip(tokens, Words().word_vectors(tokens).astype(int), idfs, strict=True):
        likeness = [
            SAME if TERMS[word].decode() == token else int(vectors[word] @ vector) for word in passage
        ]
        score += max([0, *likeness]) * round(idf * (1 << IDF_BITS)) >> IDF_BITS
    return score


def written(passages: Sequence[Sequence[int]], out: Path) -> Alike:
    flat = np.array([word for passage in passages for word in passage], np.int32)
    starts = np.cumsum([0, *map(len, passages)], dtype=np.int64)
    build_alike(flat, starts, TERMS, Words(), out)
    return Alike.open(out, len(passages), Words())


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(0, len(TERMS) - 1), max_size=6), min_size=1, max_size=5),
    st.lists(st.sampled_from([*(term.decode() for term in TERMS), "unknown"]), max_size=4),
)
def test_scores_are_those_of_an_oracle(
    tmp_path_factory: pytest.TempPathFactory, passages: list[list[int]], tokens: list[str]
) -> None:
    alike = written(passages, tmp_path_factory.mktemp("alike"))
    idfs = [1.5 + 0.25 * place for place in range(len(tokens))]
    rows = np.arange(len(passages), dtype=np.int64)[::-1].copy()
    found = alike.score(rows, tokens, idfs).tolist()
    assert found == [expected(passages[row], tokens, idfs) for row in rows.tolist()]
    assert alike.score(rows, tokens, idfs).tolist() == found


def test_a_word_of_the_other_language_is_met(tmp_path: Path) -> None:
    alike = written([[0], [1], [2], []], tmp_path)
    gold = alike.score(np.arange(4), ["ذهب"], [2.0]).tolist()
    assert gold[1] > max(gold[0], gold[2])
    assert gold[3] == 0


def test_words_that_are_like_others_are_found_in_either_language(tmp_path: Path) -> None:
    alike = written([[0], [1]], tmp_path)
    words = ["fast", "gold", "journey", "nowhere"]
    assert alike.near(["ذهب", "سفر"], words, 19_000) == [frozenset({"gold"}), frozenset()]
    assert alike.near(["ذهب"], ["nowhere"], 1) == [frozenset()]
    assert alike.near([], words, 1) == []


def test_a_rare_word_is_wholly_like_itself(tmp_path: Path) -> None:
    assert "ship" not in VECTORS
    assert written([[3], [0]], tmp_path).score(np.arange(2), ["ship"], [1.0]).tolist() == [SAME, 0]


def test_equal_words_give_equal_bytes_and_only_the_most_frequent_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert np.iinfo(np.uint16).max >= MOST_WORDS
    passages = [[0, 0, 1], [1, 2], [1, 2, 3]]
    written(passages, tmp_path / "one")
    written(passages, tmp_path / "two")
    for file in sorted((tmp_path / "one").iterdir()):
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
    monkeypatch.setattr("pipeline.index.alike.MOST_WORDS", 2)
    kept = written(passages, tmp_path / "few")
    assert kept.score(np.arange(3), ["fast"], [1.0]).tolist() == [0, 0, 0]
    assert (tmp_path / "few" / "term_bytes.bin").read_bytes() == b"goldjourney"


def test_damage_is_told(tmp_path: Path) -> None:
    written([[0], [1]], tmp_path)
    with pytest.raises(IndexFormatError, match="do not fit the passages"):
        Alike.open(tmp_path, 3, Words())
    terms = tmp_path / "term_bytes.bin"
    held = terms.read_bytes()
    terms.write_bytes(b"\xff" + held[1:])
    with pytest.raises(IndexFormatError, match="are not text"):
        Alike.open(tmp_path, 2, Words())
    terms.write_bytes(held)
    words = tmp_path / "words.bin"
    words.write_bytes(b"\xff\xff" * 2)
    assert Alike.open(tmp_path, 2, Words()).score(np.arange(2), ["fast"], [1.0]).tolist() == [0, 0]
    words.write_bytes(b"")
    with pytest.raises(IndexFormatError):
        Alike.open(tmp_path, 2, Words())


def test_vectors_of_another_embedder_are_told(tmp_path: Path) -> None:
    class Longer(Words):
        def word_vectors(self, tokens: Sequence[str]) -> NDArray[np.int8]:
            return np.zeros((len(tokens), 4), np.int8)

    written([[0], [1]], tmp_path)
    alike = Alike.open(tmp_path, 2, Longer())
    with pytest.raises(IndexFormatError, match="4 components"):
        alike.score(np.arange(2), ["ship"], [1.0])
    with pytest.raises(IndexFormatError, match="4 components"):
        alike.near(["ship"], ["fast"], 1)


def test_no_question_and_no_passage(tmp_path: Path) -> None:
    alike = written([[0]], tmp_path)
    assert alike.score(np.arange(1), [], []).tolist() == [0]
    assert alike.score(np.empty(0, np.int64), ["fast"], [1.0]).tolist() == []
