"""The dense index: exact integers, one order, and nothing damaged goes unnoticed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import faiss
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.index.arrays import HEADER
from pipeline.index.dense import DenseConfig, DenseIndex, build_dense
from pipeline.index.dense.layout import SIGNS
from pipeline.index.dense.signs import open_signs, rank
from schemas.errors import BuildError, IndexFormatError

VECTORS = "vectors.bin"

COARSE_CONFIG = DenseConfig(signs_from=1, least_candidates=200)
LEVELS = [getattr(faiss, f"SIMDLevel_{name}") for name in ("NONE", "AVX2", "AVX512", "ARM_NEON")]


def clustered(count: int, dimensions: int = 64, seed: int = 3) -> np.ndarray:
    """int8 vectors about 40 centres, with some rows repeated, as real passages are."""
    generator = np.random.default_rng(seed)
    centres = generator.standard_normal((40, dimensions))
    rows = centres[generator.integers(0, 40, count)] + 0.6 * generator.standard_normal((count, dimensions))
    vectors = np.clip(np.rint(rows * 256 / np.linalg.norm(rows, axis=1, keepdims=True)), -127, 127)
    vectors[count // 2 : count // 2 + count // 10] = vectors[: count // 10]
    return vectors.astype(np.int8)


def brute(vectors: np.ndarray, query: np.ndarray, k: int, mask: np.ndarray | None = None):
    scores = vectors.astype(np.int64) @ query.astype(np.int64)
    allowed = np.arange(len(vectors)) if mask is None else np.flatnonzero(mask)
    order = allowed[np.lexsort((allowed, -scores[allowed]))][:k]
    return order.tolist(), scores[order].tolist()


@pytest.fixture(scope="module")
def vectors() -> np.ndarray:
    return clustered(3000)


@pytest.fixture(scope="module")
def index(vectors: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> DenseIndex:
    folder = tmp_path_factory.mktemp("exact")
    build_dense(vectors, folder)
    return DenseIndex.open(folder)


@pytest.fixture(scope="module")
def coarse(vectors: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> DenseIndex:
    folder = tmp_path_factory.mktemp("coarse")
    build_dense(vectors, folder, COARSE_CONFIG)
    return DenseIndex.open(folder)


def test_a_search_equals_an_exhaustive_one_in_integers(vectors: np.ndarray, index: DenseIndex) -> None:
    for row in range(0, 3000, 97):
        ordinals, scores = index.search(vectors[row], 25)
        assert (ordinals.tolist(), scores.tolist()) == brute(vectors, vectors[row], 25)
        assert ordinals.dtype == scores.dtype == np.int32


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_small_collection_and_any_mask(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    count = data.draw(st.integers(1, 60))
    # few values, so that ties are everywhere
    seed = data.draw(st.integers(0, 1000))
    vectors = np.random.default_rng(seed).integers(-2, 3, (count, 8)).astype(np.int8)
    query = np.array(data.draw(st.lists(st.integers(-127, 127), min_size=8, max_size=8)), dtype=np.int8)
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)))
    k = data.draw(st.integers(1, 70))
    folder = tmp_path_factory.mktemp("any")
    build_dense(vectors, folder)
    opened = DenseIndex.open(folder)
    if not query.any():
        assert opened.search(query, k)[0].size == 0
        return
    for chosen in (None, mask):
        ordinals, scores = opened.search(query, k, chosen)
        assert (ordinals.tolist(), scores.tolist()) == brute(vectors, query, k, chosen)


def test_equal_scores_go_to_the_smaller_ordinal_even_across_the_last_place(tmp_path: Path) -> None:
    same = np.tile(np.array([[3, -4, 5, 0]], dtype=np.int8), (500, 1))
    build_dense(same, tmp_path)
    ordinals, scores = DenseIndex.open(tmp_path).search(same[0], 7)
    assert ordinals.tolist() == list(range(7))
    assert set(scores.tolist()) == {50}


def test_extreme_vectors_are_summed_exactly(tmp_path: Path) -> None:
    generator = np.random.default_rng(5)
    vectors = generator.choice(np.array([-128, -127, 127], dtype=np.int8), (200, 1024))
    build_dense(vectors, tmp_path)
    opened = DenseIndex.open(tmp_path)
    for query in (vectors[0], vectors[7]):
        ordinals, scores = opened.search(query, 20)
        assert (ordinals.tolist(), scores.tolist()) == brute(vectors, query, 20)


def test_score_gives_the_same_integers_as_search(vectors: np.ndarray, index: DenseIndex) -> None:
    ordinals, scores = index.search(vectors[11], 50)
    shuffled = np.random.default_rng(1).permutation(50)
    assert index.score(vectors[11], ordinals[shuffled]).tolist() == scores[shuffled].tolist()
    assert index.score(vectors[11], np.empty(0, np.int32)).size == 0


@pytest.mark.parametrize("name", ["index", "coarse"])
def test_thread_count_changes_nothing(name: str, vectors: np.ndarray, request: pytest.FixtureRequest) -> None:
    opened: DenseIndex = request.getfixturevalue(name)
    before = faiss.omp_get_max_threads()
    found = []
    try:
        for threads in (1, 2):
            faiss.omp_set_num_threads(threads)
            found.append([[part.tolist() for part in opened.search(vectors[row], 30)] for row in range(40)])
    finally:
        faiss.omp_set_num_threads(before)
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["index", "coarse"])
def test_the_order_of_questions_changes_nothing(
    name: str, vectors: np.ndarray, request: pytest.FixtureRequest
) -> None:
    opened: DenseIndex = request.getfixturevalue(name)
    forwards = {row: opened.search(vectors[row], 10)[0].tolist() for row in range(60)}
    backwards = {row: opened.search(vectors[row], 10)[0].tolist() for row in reversed(range(60))}
    assert forwards == backwards


def test_candidates_are_ranked_by_exact_scores(vectors: np.ndarray, coarse: DenseIndex) -> None:
    right = 0
    for row in range(0, 3000, 61):
        ordinals, scores = coarse.search(vectors[row], 10)
        assert scores.tolist() == coarse.score(vectors[row], ordinals).tolist()
        pairs = list(zip((-scores).tolist(), ordinals.tolist(), strict=True))
        assert pairs == sorted(pairs)
        right += len(set(ordinals.tolist()) & set(brute(vectors, vectors[row], 10)[0]))
    assert right / (10 * len(range(0, 3000, 61))) > 0.95


def test_a_narrow_mask_is_searched_exactly_even_where_candidates_are_coarse(
    vectors: np.ndarray, coarse: DenseIndex
) -> None:
    mask = np.zeros(len(vectors), dtype=bool)
    mask[5::700] = True
    ordinals, scores = coarse.search(vectors[0], 10, mask)
    assert (ordinals.tolist(), scores.tolist()) == brute(vectors, vectors[0], 10, mask)
    assert coarse.search(vectors[0], 10, np.zeros(len(vectors), dtype=bool))[0].size == 0


def test_a_wide_mask_lets_through_what_it_allows_and_nothing_else(
    vectors: np.ndarray, coarse: DenseIndex
) -> None:
    mask = np.arange(len(vectors)) % 3 > 0
    right = 0
    for row in range(0, 3000, 61):
        ordinals, scores = coarse.search(vectors[row], 10, mask)
        assert mask[ordinals].all()
        assert scores.tolist() == coarse.score(vectors[row], ordinals).tolist()
        right += len(set(ordinals.tolist()) & set(brute(vectors, vectors[row], 10, mask)[0]))
    assert right / (10 * len(range(0, 3000, 61))) > 0.95


def test_a_shorter_ranking_by_signs_is_the_beginning_of_a_longer_one(
    vectors: np.ndarray, tmp_path: Path
) -> None:
    build_dense(vectors, tmp_path, COARSE_CONFIG)
    facts = json.loads((tmp_path / HEADER).read_text())["facts"]["signs"]
    signs = open_signs(tmp_path / SIGNS, facts, *vectors.shape)
    for row in range(0, 3000, 101):
        longer = [rank(signs, vectors[row], length) for length in (700, 2999, 3000, 9000)]
        for wanted in (1, 3, 20, 21, 300, 699, 700):
            alone = rank(signs, vectors[row], wanted).best(wanted).tolist()
            assert len(alone) < wanted
            assert all(ranked.best(wanted).tolist() == alone for ranked in longer)
        assert longer[-1].best(9000).tolist() == list(range(3000))


@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_what_is_asked_together_is_found_as_if_asked_alone(
    data: st.DataObject, vectors: np.ndarray, coarse: DenseIndex
) -> None:
    generator = np.random.default_rng(data.draw(st.integers(0, 1000)))
    query = vectors[data.draw(st.integers(0, 2999))]
    near = vectors.astype(np.int32) @ query.astype(np.int32)
    masks = [
        None,
        generator.random(3000) < data.draw(st.floats(0, 1)),
        near < np.quantile(near, data.draw(st.floats(0, 1))),  # lies where the question does not
        np.zeros(3000, bool),
    ]
    asked = [
        (k, masks[place])
        for k, place in data.draw(st.lists(st.tuples(st.integers(0, 120), st.integers(0, 3)), max_size=5))
    ]
    together = coarse.search_all(query, asked)
    assert len(together) == len(asked)
    for (k, mask), (ordinals, scores) in zip(asked, together, strict=True):
        alone = coarse.search(query, k, mask)
        assert (ordinals.tolist(), scores.tolist()) == (alone[0].tolist(), alone[1].tolist())
        assert mask is None or mask[ordinals].all()
        assert len(ordinals) == min(k, 3000 if mask is None else int(mask.sum()))
        assert scores.tolist() == near[ordinals].tolist()


def test_where_all_signs_tie_the_search_is_exact(tmp_path: Path) -> None:
    generator = np.random.default_rng(8)
    vectors = generator.integers(1, 100, (4000, 16)).astype(np.int8)  # all components positive: one sign
    build_dense(vectors, tmp_path, COARSE_CONFIG)
    opened = DenseIndex.open(tmp_path)
    ordinals, scores = opened.search(vectors[9], 10)
    assert (ordinals.tolist(), scores.tolist()) == brute(vectors, vectors[9], 10)


def test_candidates_are_the_same_at_every_simd_level_of_faiss(vectors: np.ndarray, tmp_path: Path) -> None:
    build_dense(vectors, tmp_path, COARSE_CONFIG)
    facts = json.loads((tmp_path / HEADER).read_text())["facts"]["signs"]
    signs = open_signs(tmp_path / SIGNS, facts, *vectors.shape)
    config, before = faiss.SIMDConfig, faiss.SIMDConfig.get_level()
    found = []
    try:
        for level in filter(config.is_simd_level_available, LEVELS):
            config.set_level(level)
            found.append([rank(signs, vectors[row], 200).best(200).tolist() for row in range(0, 3000, 17)])
    finally:
        config.set_level(before)
    assert found
    assert all(other == found[0] for other in found)


def test_the_same_vectors_give_the_same_bytes(vectors: np.ndarray, tmp_path: Path) -> None:
    digests = []
    before = faiss.omp_get_max_threads()
    try:
        for threads in (1, 2):
            faiss.omp_set_num_threads(threads)
            build_dense(vectors, tmp_path / str(threads), COARSE_CONFIG)
            files = sorted((tmp_path / str(threads)).iterdir())
            assert [path.name for path in files] == [HEADER, SIGNS, VECTORS]
            digests.append([hashlib.sha256(path.read_bytes()).hexdigest() for path in files])
            assert faiss.omp_get_max_threads() == threads
    finally:
        faiss.omp_set_num_threads(before)
    assert digests[0] == digests[1]


def test_an_empty_collection_finds_nothing(tmp_path: Path) -> None:
    build_dense(np.empty((0, 16), np.int8), tmp_path)
    opened = DenseIndex.open(tmp_path)
    assert len(opened) == 0
    assert opened.search(np.ones(16, np.int8), 5)[0].size == 0


@pytest.mark.parametrize("name", [HEADER, VECTORS, SIGNS])
@pytest.mark.parametrize("damage", ["truncated", "missing", "flipped", "longer"])
def test_damage_is_an_index_format_error(name: str, damage: str, tmp_path: Path) -> None:
    build_dense(clustered(300), tmp_path, COARSE_CONFIG)
    path = tmp_path / name
    data = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        if damage == "flipped" and name == VECTORS:
            pytest.skip("any bytes are vectors: the manifest vouches for them")
        flipped = bytes([data[0] ^ 0xFF]) + data[1:]
        path.write_bytes({"truncated": data[:-9], "flipped": flipped, "longer": data + b"x"}[damage])
    with pytest.raises(IndexFormatError) as caught:
        DenseIndex.open(tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert "build the index anew" in str(caught.value)


def test_another_format_version_is_refused(tmp_path: Path) -> None:
    build_dense(clustered(50), tmp_path)
    header = json.loads((tmp_path / HEADER).read_text())
    (tmp_path / HEADER).write_text(json.dumps({**header, "version": 99}))
    with pytest.raises(IndexFormatError, match="format version"):
        DenseIndex.open(tmp_path)


@pytest.mark.parametrize("facts", [{}, {"config": {}}, {"config": {"signs_from": -1}}, {"config": 3}])
def test_settings_that_cannot_be_read_are_refused(facts: dict[str, object], tmp_path: Path) -> None:
    build_dense(clustered(50), tmp_path)
    header = json.loads((tmp_path / HEADER).read_text())
    (tmp_path / HEADER).write_text(json.dumps({**header, "facts": facts}))
    with pytest.raises(IndexFormatError, match="settings"):
        DenseIndex.open(tmp_path)


def test_every_single_flipped_byte_of_the_structure_is_noticed(tmp_path: Path) -> None:
    build_dense(clustered(20, 16), tmp_path, COARSE_CONFIG)
    path = tmp_path / SIGNS
    data = path.read_bytes()
    structure = json.loads((tmp_path / HEADER).read_text())["facts"]["signs"]["structure"]
    assert structure == len(data) - 32 * 16 // 8
    for place in range(structure):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(IndexFormatError):
            DenseIndex.open(tmp_path)


def test_swapped_files_are_refused(tmp_path: Path) -> None:
    build_dense(clustered(300), tmp_path / "a", COARSE_CONFIG)
    build_dense(clustered(300, 32), tmp_path / "b", COARSE_CONFIG)
    for name in (VECTORS, SIGNS):
        content = (tmp_path / "a" / name).read_bytes()
        (tmp_path / "a" / name).write_bytes((tmp_path / "b" / name).read_bytes())
        with pytest.raises(IndexFormatError):
            DenseIndex.open(tmp_path / "a")
        (tmp_path / "a" / name).write_bytes(content)


def test_a_vector_of_another_embedder_is_refused(index: DenseIndex) -> None:
    with pytest.raises(IndexFormatError, match="does not fit"):
        index.search(np.ones(32, np.int8), 5)


@pytest.mark.parametrize(
    "vectors", [np.zeros((3, 4), np.float32), np.zeros((2, 1025), np.int8), np.zeros(4, np.int8)]
)
def test_what_are_no_vectors_is_a_build_error(vectors: np.ndarray, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="no vectors"):
        build_dense(vectors, tmp_path)
