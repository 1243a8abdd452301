"""The dense index: exact integers, one order, and nothing damaged goes unnoticed."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import faiss
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from short_files import short_files

from pipeline.index.arrays import HEADER
from pipeline.index.dense import Allowed, DenseConfig, DenseIndex, build_dense
from pipeline.index.dense.agreement import GROUP
from pipeline.index.dense.signs import WINDOW, agreements, bits_of, new_signs
from pipeline.index.dense.vectors import write_vectors
from schemas.errors import BuildError, IndexFormatError

VECTORS, SIGNS = "vectors.faiss", "signs.bin"

COARSE_CONFIG = DenseConfig(signs_from=1, least_candidates=200)


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


@settings(max_examples=60)
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
def test_many_threads_at_once_find_what_one_finds(
    name: str, vectors: np.ndarray, request: pytest.FixtureRequest
) -> None:
    opened: DenseIndex = request.getfixturevalue(name)
    rows = [vectors[row] for row in range(40)]
    alone = [[part.tolist() for part in opened.search(row, 30)] for row in rows]
    with ThreadPoolExecutor(4) as threads:
        together = threads.map(lambda row: [part.tolist() for part in opened.search(row, 30)], rows)
    assert list(together) == alone


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


@pytest.mark.parametrize(
    "mask",
    [
        np.ones(2999, bool),
        np.ones(3001, bool),
        np.ones((3000, 1), bool),
        np.ones(3000, np.int64),
        np.ones(3000),
    ],
    ids=["short", "long", "a table", "int64", "float64"],
)
def test_a_mask_that_does_not_fit_is_refused(
    index: DenseIndex, vectors: np.ndarray, mask: np.ndarray
) -> None:
    """Its places would be read as places of vectors, behind the last one too."""
    with pytest.raises(IndexError, match="a mask has 3000 values"):
        index.search(vectors[0], 10, mask)


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


def counted(vectors: np.ndarray, query: np.ndarray) -> np.ndarray:
    """Agreements as the module's text says them, one component after another."""
    groups = -(-len(query) // (3 * GROUP))
    strongest = np.argsort(-np.abs(query.astype(int)), kind="stable")[: groups * GROUP]
    weights = np.where(np.arange(len(strongest)) < groups // 4 * GROUP, 2, 1)
    return ((vectors[:, strongest] >= 0) == (query[strongest] >= 0)) @ weights


@pytest.mark.parametrize("dimensions", [15, 16, 31, 64, 90, 256, 384, 1024])
@pytest.mark.parametrize("count", [1, 63, 64, 700])
def test_candidates_agree_most_in_the_strongest_components(dimensions: int, count: int) -> None:
    generator = np.random.default_rng(dimensions + count)
    vectors = generator.integers(-128, 128, (count, dimensions)).astype(np.int8)
    signs = new_signs(vectors, COARSE_CONFIG)
    for query in generator.integers(-128, 128, (5, dimensions)).astype(np.int8):
        agreeing, numbers = agreements(signs, query), counted(vectors, query)
        for mask in (np.ones(count, bool), generator.random(count) < 0.3):
            for wanted in (1, 10, 300, 2000):
                left = numbers[mask]
                least = np.sort(left)[::-1][min(wanted, len(left)) - 1] if len(left) else 0
                found = agreeing.best(wanted, bits_of(mask.view(np.uint8)))
                assert found.tolist() == np.flatnonzero(mask & (numbers >= least)).tolist()


def test_candidates_are_found_in_every_window() -> None:
    count = 2 * WINDOW + 70
    vectors = np.random.default_rng(4).integers(-128, 128, (count, 16)).astype(np.int8)
    signs, query = new_signs(vectors, COARSE_CONFIG), vectors[-1]
    assert len(signs) == 3
    numbers = counted(vectors, query)
    found = agreements(signs, query).best(1000, bits_of(np.ones(count, np.uint8)))
    least = np.sort(numbers)[-1000]
    assert found.tolist() == np.flatnonzero(numbers >= least).tolist()
    assert found[0] < WINDOW
    assert found[-1] == count - 1


@given(data=st.data())
@settings(max_examples=30)
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
    scan = coarse.scan(query)
    for k, mask in asked:
        ordinals, scores = scan.best(k, None if mask is None else Allowed(mask.view(np.uint8)))
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


def test_the_same_vectors_give_the_same_bytes(vectors: np.ndarray, tmp_path: Path) -> None:
    for folder in (tmp_path / "a", tmp_path / "b"):
        build_dense(vectors, folder, COARSE_CONFIG)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == [HEADER, SIGNS, VECTORS]
    for name in files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("missing", [1, 3000])
def test_vectors_whose_end_finds_no_room_are_told_and_leave_nothing(
    vectors: np.ndarray, tmp_path: Path, missing: int
) -> None:
    """FAISS's own file would hold up to 4096 bytes until it is closed, and lose them without a word."""
    build_dense(vectors, tmp_path / "whole")
    size = (tmp_path / "whole" / VECTORS).stat().st_size
    (tmp_path / "short").mkdir()
    with short_files(size - missing), pytest.raises(OSError, match="too large"):
        write_vectors(vectors, tmp_path / "short")
    assert list((tmp_path / "short").iterdir()) == []


LEVELS = [getattr(faiss, f"SIMDLevel_{name}") for name in ("NONE", "AVX2", "AVX512", "ARM_NEON")]


def test_faiss_opens_the_vectors_and_finds_the_same_at_every_simd_level(
    vectors: np.ndarray, index: DenseIndex, tmp_path: Path
) -> None:
    build_dense(vectors, tmp_path)
    held = faiss.read_index(str(tmp_path / VECTORS), faiss.IO_FLAG_MMAP_IFC)
    rows = np.arange(0, 3000, 97)
    ours = [index.search(vectors[row], 25)[1].tolist() for row in rows]
    config, before = faiss.SIMDConfig, faiss.SIMDConfig.get_level()
    tried = list(filter(config.is_simd_level_available, LEVELS))
    assert tried
    try:
        for level in tried:
            config.set_level(level)
            scores, ordinals = held.search(vectors[rows].astype(np.float32), 25)
            assert scores.tolist() == ours  # sums of whole numbers below 2^24: exact in any order
            for row, found, wanted in zip(rows, ordinals, ours, strict=True):
                assert index.score(vectors[row], found).tolist() == wanted
    finally:
        config.set_level(before)


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
        if damage == "flipped" and name == SIGNS:
            pytest.skip("any bytes are signs: the manifest vouches for them")
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


@pytest.mark.parametrize("said", [None, {}, {"count": 50}, {"count": -1, "dimensions": 64, "head": 9}, 7])
def test_facts_about_vectors_that_cannot_be_read_are_refused(said: object, tmp_path: Path) -> None:
    build_dense(clustered(50), tmp_path)
    header = json.loads((tmp_path / HEADER).read_text())
    header["facts"]["vectors"] = said
    (tmp_path / HEADER).write_text(json.dumps(header))
    with pytest.raises(IndexFormatError, match="vectors of the dense index"):
        DenseIndex.open(tmp_path)


@pytest.mark.parametrize("facts", [{}, {"config": {}}, {"config": {"signs_from": -1}}, {"config": 3}])
def test_settings_that_cannot_be_read_are_refused(facts: dict[str, object], tmp_path: Path) -> None:
    build_dense(clustered(50), tmp_path)
    header = json.loads((tmp_path / HEADER).read_text())
    (tmp_path / HEADER).write_text(json.dumps({**header, "facts": facts}))
    with pytest.raises(IndexFormatError, match="settings"):
        DenseIndex.open(tmp_path)


@pytest.mark.parametrize("shape", [[2, 64, 512], [1, 63, 512], [1, 64, 511]])
def test_signs_that_do_not_fit_the_vectors_are_refused(shape: list[int], tmp_path: Path) -> None:
    build_dense(clustered(300), tmp_path, COARSE_CONFIG)
    header = json.loads((tmp_path / HEADER).read_text())
    header["arrays"]["signs"]["shape"] = shape
    (tmp_path / HEADER).write_text(json.dumps(header))
    (tmp_path / SIGNS).write_bytes(bytes(8 * shape[0] * shape[1] * shape[2]))
    with pytest.raises(IndexFormatError, match="do not fit"):
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
