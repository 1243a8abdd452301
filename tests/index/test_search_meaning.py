"""Words and meaning together: an encoder that knows three topics stands for a real one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.index import Filters, Index
from pipeline.index.build import build_index
from pipeline.index.config import MOST_VOICES, IndexConfig
from pipeline.index.fusion import (
    DENSE_ONE,
    EXPECTED_AT_LEAST,
    EXPECTED_OF_MEANING,
    LEXICAL_ONE,
    ONE,
    Passages,
    Voices,
    best_passages,
    best_rows,
    fused_scores,
    heard_cubes,
    own_scores,
)
from schemas.document import Document
from schemas.errors import IndexFormatError
from schemas.tables import DOCUMENTS

TOPICS = (("fast", "صوم", "ramadan"), ("gold", "ذهب", "zakat"), ("travel", "سفر", "journey"))


class Topics:
    """A vector of one component a topic, and of one that tells texts apart a little."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        rows = [[60 * any(word in text.lower() for word in topic) for topic in TOPICS] for text in texts]
        rows = [[*row, len(text) % 5] for row, text in zip(rows, texts, strict=True)]
        return np.array(rows, np.int8).reshape(-1, len(TOPICS) + 1)


class TopicWords(Topics):
    """Knows the topics of single words, too."""

    def word_vectors(self, tokens: Sequence[str]) -> NDArray[np.int8]:
        return self.encode(tokens)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("meaning")
    documents = [
        Document(f"fatwa:house:{number}", "fatwa", "house", "house", text_ar=arabic, text_en=english)
        for number, (arabic, english) in enumerate(
            [
                ("من أفطر في صوم", None),
                (None, "Gold that is worn"),
                ("قصر الصلاة في سفر", "Prayer on a journey"),
            ]
        )
    ]
    rows = pa.Table.from_pylist([document.as_row() for document in documents], DOCUMENTS)
    with pa.OSFile(str(path / "in.arrow"), "wb") as stream, pa.ipc.new_file(stream, DOCUMENTS) as writer:
        writer.write_table(rows)
    counts = build_index(path / "in.arrow", path / "out", glossary={"concepts": []}, embedder=TopicWords())
    assert counts["vectors"] == counts["passages"] == 4
    return path / "out"


def test_an_english_question_finds_an_arabic_text_by_meaning(folder: Path) -> None:
    index = Index.open(folder, Topics())
    (hit, *_) = index.search("ramadan").hits
    assert (hit.reference, hit.lexical, hit.dense > 0) == ("fatwa:house:0", 0, True)
    vector = Topics().encode(["ramadan"])[0].astype(int)
    passage = index.lookup_passage(hit.passage)
    stored = Topics().encode([f"{passage.heading}\n{passage.text}"])[0].astype(int)
    assert hit.dense == int(vector @ stored)


def test_words_are_compared_where_the_encoder_knows_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Index.open(folder, Topics()).alike is None
    index = Index.open(folder, TopicWords())
    index.warm()
    hits = {hit.reference: hit for hit in index.search("ramadan gold").hits}
    assert hits["fatwa:house:1"].alike > hits["fatwa:house:0"].alike > 0
    monkeypatch.setattr(index, "config", IndexConfig(compared=1))
    assert sum(hit.alike > 0 for hit in index.search("ramadan gold").hits) == 1
    monkeypatch.setattr(index, "config", IndexConfig(alike_weight=0))
    assert not any(hit.alike for hit in index.search("ramadan gold").hits)


def test_filters_hold_for_meaning_too(folder: Path) -> None:
    index = Index.open(folder, Topics())
    for hit in index.search("travel", filters=Filters(languages=("en",))).hits:
        assert index.lookup_passage(hit.passage).language == "en"
    assert index.search("travel", filters=Filters(kinds=("quran",))).hits == ()


def test_without_an_encoder_words_alone_decide(folder: Path) -> None:
    index = Index.open(folder)
    assert index.search("ramadan").hits == ()
    assert [hit.dense for hit in index.search("journey").hits] == [0]


def test_an_encoder_of_another_size_is_refused(folder: Path) -> None:
    class Wide(Topics):
        def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
            return np.ones((len(texts), 7), np.int8)

    with pytest.raises(IndexFormatError, match="vector"):
        Index.open(folder, Wide()).search("gold")


def passages(lexical: list[int], dense: list[int], alike: list[int] | None = None) -> Passages:
    rows = np.arange(len(lexical), dtype=np.int64)
    values = (np.array(scores, np.int64) for scores in (lexical, dense, alike or [0] * len(lexical)))
    return Passages(rows, rows // 2, *values, possible=LEXICAL_ONE)


def test_components_are_brought_to_one_scale() -> None:
    config = IndexConfig(lexical_weight=300, dense_weight=100, alike_weight=400)
    whole, half = LEXICAL_ONE, LEXICAL_ONE // 2
    both = own_scores(passages([half, half, 9 * whole], [-3, DENSE_ONE // 2, 0]), config)
    assert both.tolist() == [ONE * 3 // 8, ONE // 2, ONE * 3 // 4]
    assert own_scores(passages([half, 0], [0, 0], [whole, whole]), config).tolist() == [
        ONE // 2 * 300 // 700 + ONE * 400 // 700,
        ONE * 400 // 700,
    ]
    assert own_scores(passages([0, 0], [-1, -2]), config).tolist() == [0, 0]
    assert best_rows(np.array([5, 9, 9, 1], np.int64), 2).tolist() == [1, 2]
    assert best_rows(np.array([5, 9, 9, 5], np.int64), 3).tolist() == [0, 1, 2]


def test_a_likeness_that_was_not_measured_is_what_words_and_meaning_let_expect() -> None:
    config = IndexConfig(lexical_weight=0, dense_weight=0, alike_weight=100)
    whole = LEXICAL_ONE
    scores = passages([whole // 2, 0, whole, 0], [0, DENSE_ONE // 2, DENSE_ONE, 0], [0, 0, 0, whole])
    expected = [
        ONE // 2 + ONE * EXPECTED_AT_LEAST // 100,
        ONE * (EXPECTED_OF_MEANING // 2 + EXPECTED_AT_LEAST) // 100,
    ]
    assert own_scores(scores, config).tolist() == [*expected, ONE, ONE]
    none = passages([whole // 2, 0], [0, DENSE_ONE // 2])
    assert own_scores(none, config).tolist() == [
        0,
        0,
    ]  # an index without words to compare: nothing is expected


def test_the_earlier_of_two_equal_passages_stands_for_a_document() -> None:
    documents = np.array([2, 2, 4, 4, 9], np.int64)
    assert best_passages(documents, np.array([1, 3, 7, 7, 0], np.int64)).tolist() == [1, 2, 4]


def voices(*told: tuple[int, int, int]) -> Voices:
    return Voices(*np.array(told, np.int64).reshape(-1, 3).T)


def cubes(spoken: Voices, config: IndexConfig) -> dict[int, int]:
    documents = np.unique(spoken.targets)
    return dict(zip(documents.tolist(), heard_cubes(documents, spoken, config).tolist(), strict=True))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)), max_size=40))
def test_the_best_passage_of_each_document_is_the_one_of_a_plain_search(told: list[tuple[int, int]]) -> None:
    documents, own = np.array(sorted(told), np.int64).reshape(-1, 2).T
    own = np.random.default_rng(len(told)).permutation(own)
    best: dict[int, int] = {}
    for place, (document, score) in enumerate(zip(documents.tolist(), own.tolist(), strict=True)):
        if document not in best or score > own[best[document]]:
            best[document] = place
    assert best_passages(documents, own).tolist() == [place for _, place in sorted(best.items())]


@given(
    st.lists(st.integers(0, 12), unique=True),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3), st.integers(0, ONE)), max_size=30),
)
def test_what_reaches_a_document_is_what_was_said_of_it(
    documents: list[int], told: list[tuple[int, int, int]]
) -> None:
    spoken = voices(*told)
    said = cubes(spoken, IndexConfig())
    heard = heard_cubes(np.array(sorted(documents), np.int64), spoken, IndexConfig())
    assert heard.tolist() == [said.get(document, 0) for document in sorted(documents)]


def test_a_collection_speaks_once_and_the_strongest_voices_add_up() -> None:
    spoken = voices((0, 5, 400), (0, 5, 240), (0, 6, 200), (0, 7, 100), (7, 6, 200))
    told = cubes(spoken, IndexConfig(linked_weight=100, voices=2))
    assert told == {0: 100**3 + 50**3, 7: 50**3}
    assert cubes(spoken, IndexConfig(linked_weight=100, voices=1))[0] == 100**3
    assert cubes(spoken, IndexConfig(linked_weight=0)) == {0: 0, 7: 0}
    assert cubes(voices(), IndexConfig()) == {}


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(0, ONE))), st.integers(1, 4))
def test_voices_add_up_as_a_plain_count_of_them_does(told: list[tuple[int, int, int]], most: int) -> None:
    plain: dict[int, dict[int, int]] = {}
    for target, collection, score in told:
        of_target = plain.setdefault(target, {})
        of_target[collection] = max(of_target.get(collection, 0), score)
    expected = {
        target: sum(sorted(((score >> 2) ** 3 // 100 * 70 for score in best.values()), reverse=True)[:most])
        for target, best in plain.items()
    }
    assert cubes(voices(*told), IndexConfig(linked_weight=70, voices=most)) == expected


@given(st.integers(0, ONE), st.integers(0, MOST_VOICES * 10 * (ONE >> 2) ** 3))
def test_joined_scores_are_exact_cube_roots(own: int, cubes: int) -> None:
    fused = int(fused_scores(np.array([own], np.int64), np.array([cubes], np.int64))[0])
    root = fused >> 2
    total = (own >> 2) ** 3 + cubes
    assert fused >= own
    if cubes:
        assert root**3 <= total < (root + 1) ** 3 or fused == own
    else:
        assert fused == own
