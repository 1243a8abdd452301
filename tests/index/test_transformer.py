"""Ready-made models of BERT's shape, made here at random, in place of the trained table."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedder_documents import toy_documents, write_documents
from hypothesis import given
from hypothesis import strategies as st
from tiny_model import save_model

from pipeline.index import Index
from pipeline.index.build import build_index
from pipeline.index.embedder import VECTOR_LENGTH
from pipeline.index.encoders import open_encoder
from pipeline.index.transformer import TransformerEncoder, arithmetic, conversion, convert
from pipeline.index.transformer.weights import Products, rows_to_int8
from schemas.errors import ConfigurationError, IndexFormatError

pytest.importorskip("sentence_transformers", reason="needs the build extra")

TEXTS = ["mercy of the night", "prayer in a journey", "زكاه ذهب", "صلاه ليل", "alms of gold"]
SHAPES = ["bert", "bert-first", "xlm-roberta"]


@pytest.fixture(scope="module", params=SHAPES)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a model as its library saves it."""
    kind = request.param.removesuffix("-first")
    pooling = "mean" if kind == request.param else "cls"
    return save_model(tmp_path_factory.mktemp("model"), kind, pooling=pooling)


@pytest.fixture(scope="module")
def converted(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a converted model."""
    folder = tmp_path_factory.mktemp("converted")
    convert(str(model), folder)
    return folder


def test_vectors_are_those_of_the_models_own_library(model: Path, converted: Path) -> None:
    from sentence_transformers import SentenceTransformer

    library: Any = SentenceTransformer(str(model), device="cpu")
    theirs = library.encode(TEXTS, normalize_embeddings=True)
    ours = open_encoder(converted).encode(TEXTS)
    assert ours.dtype == np.int8
    alike = (ours / VECTOR_LENGTH * theirs).sum(axis=1)
    assert alike.min() > 0.995
    off_diagonal = (theirs @ theirs.T)[~np.eye(len(TEXTS), dtype=bool)]
    assert off_diagonal.max() < 0.98, "texts that are all alike would show nothing"


def test_a_text_has_one_vector_in_any_batch_and_thread(converted: Path) -> None:
    encoder = open_encoder(converted)
    together = encoder.encode(TEXTS)
    with ThreadPoolExecutor(4) as threads:
        apart = list(threads.map(lambda text: encoder.encode([text])[0], TEXTS * 4))
    assert np.array_equal(np.stack(apart), np.tile(together, (4, 1)))
    assert np.array_equal(TransformerEncoder.open(converted).encode(TEXTS), together)
    assert encoder.encode([]).shape == (0, together.shape[1])


@pytest.mark.parametrize("text", ["", " ", "\ud800", "\x00", "漢字", "prayer " * 4000], ids=range(6))
def test_any_text_has_a_vector(converted: Path, text: str) -> None:
    vector = open_encoder(converted).encode([text])[0]
    assert np.linalg.norm(vector.astype(float)) == pytest.approx(VECTOR_LENGTH, rel=0.1)


def test_what_follows_the_last_token_is_not_read(converted: Path) -> None:
    encoder = open_encoder(converted)
    long, longer = "prayer " * 22 + "gold", "prayer " * 22 + "mercy night"
    assert np.array_equal(encoder.encode([long]), encoder.encode([longer]))


def test_it_is_asked_without_the_library_that_made_it(
    converted: Path, without_library: Callable[[str], None]
) -> None:
    before = open_encoder(converted).encode(TEXTS)
    without_library("sentence_transformers")
    without_library("torch")
    assert np.array_equal(open_encoder(converted).encode(TEXTS), before)


def test_without_a_library_the_message_says_what_to_install(
    model: Path, tmp_path: Path, without_library: Callable[[str], None]
) -> None:
    without_library("sentence_transformers")
    with pytest.raises(ConfigurationError, match="not installed") as caught:
        convert(str(model), tmp_path)
    assert "pip install '.[build]'" in caught.value.remedy


def test_a_model_that_is_not_there_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        convert(str(tmp_path / "nowhere"), tmp_path / "out")


@pytest.mark.parametrize("settings", [{"hidden_act": "relu"}, {"pooling": "max"}], ids=["relu", "max"])
def test_another_shape_is_refused(tmp_path: Path, settings: dict[str, str]) -> None:
    model = save_model(tmp_path, "bert", **settings)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="not of the shape") as caught:
        convert(str(model), tmp_path / "out")
    assert settings.popitem()[1] in caught.value.found
    assert not (tmp_path / "out").exists()


def test_a_model_that_computes_otherwise_is_refused_and_left_out(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = conversion._weights

    def turned(*given: Any) -> Any:
        weights = real(*given)
        return weights._replace(narrowed_norm=-weights.narrowed_norm)

    monkeypatch.setattr(conversion, "_weights", turned)
    with pytest.raises(ConfigurationError, match="does not compute here") as caught:
        convert(str(model), tmp_path / "out")
    assert "cosine" in caught.value.expected
    with pytest.raises(IndexFormatError, match="no readable header"):
        open_encoder(tmp_path / "out")


def test_a_damaged_folder_is_refused(converted: Path, tmp_path: Path) -> None:
    def damaged(name: str, content: bytes) -> Path:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        for path in sorted(converted.rglob("*")):
            if path.is_file():
                target = folder / path.relative_to(converted)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content if str(path.relative_to(converted)) == name else path.read_bytes())
        return folder

    header = json.loads((converted / "embedder.json").read_bytes())
    described = json.loads((converted / "weights/header.json").read_bytes())
    tokens = json.loads((converted / "tokenizer.json").read_bytes())
    tokens["model"]["vocab"]["beyond"] = 100_000
    marked = json.loads((converted / "tokenizer.json").read_bytes())
    marked["post_processor"]["special_tokens"]["[CLS]"]["ids"] = [3_000_000_000]
    fewer = described | {"arrays": described["arrays"] | {"first_norm": {"dtype": "<f4", "shape": [4, 32]}}}
    for name, content, told in (
        ("embedder.json", json.dumps(header | {"heads": "four"}).encode(), "what its model is"),
        ("embedder.json", json.dumps(header | {"heads": 5}).encode(), "do not fit one another"),
        *(
            ("embedder.json", json.dumps(header | {"most_tokens": most}).encode(), "do not fit its weights")
            for most in (1, 10_000, 10**400)  # one leaves no room for the marks around a text
        ),
        ("embedder.json", b"[" * 100_000, "no readable header"),
        ("embedder.json", json.dumps(header | {"kind": "oracle"}).encode(), "does not know"),
        ("weights/asked.bin", b"short", "asked.bin"),
        ("weights/header.json", json.dumps(fewer).encode(), "do not fit one another"),
        ("tokenizer.json", b"{", "tokens of the embedder cannot be read"),
        ("tokenizer.json", json.dumps(tokens).encode(), "do not fit its weights"),
        ("tokenizer.json", json.dumps(marked).encode(), "do not fit its weights"),
    ):
        with pytest.raises(IndexFormatError) as caught:
            open_encoder(damaged(name, content))
        assert told in str(caught.value), name


def test_an_index_finds_by_a_ready_made_model(converted: Path, tmp_path: Path) -> None:
    documents = write_documents(tmp_path / "documents.arrow", toy_documents(12))
    encoder = open_encoder(converted)
    counts = build_index(documents, tmp_path / "index", glossary={"concepts": []}, embedder=encoder)
    assert counts["vectors"] > 0
    index = Index.open(tmp_path / "index", encoder)
    index.warm()
    assert any(hit.dense > 0 for hit in index.search("mercy of the night").hits)


@given(st.floats(-200, 0, width=32))
def test_exp_is_that_of_mathematics(x: float) -> None:
    found = float(arithmetic.exponential(np.float32(x)))
    assert found == pytest.approx(math.exp(x), rel=3e-7, abs=1e-37)


@given(st.floats(-30, 30, width=32))
def test_gelu_is_that_of_mathematics(x: float) -> None:
    wanted = x * 0.5 * (1 + math.erf(x / math.sqrt(2)))
    assert float(arithmetic.gelu(np.float32(x))) == pytest.approx(wanted, rel=1e-5, abs=1e-6 * max(1, abs(x)))


@given(st.floats(-60, 60, width=32))
def test_tanh_is_that_of_mathematics(x: float) -> None:
    values = np.array([x, -x], np.float32)
    arithmetic.squash(values)
    assert values[0] == pytest.approx(math.tanh(x), rel=1e-5, abs=3e-7)
    assert values[1] == -values[0]


@pytest.mark.parametrize("size", [3, 384, 1536, 4096])
def test_products_of_whole_numbers_are_exact(size: int) -> None:
    generator = np.random.default_rng(size)
    values = np.stack([generator.standard_normal(size), np.ones(size), np.zeros(size)]).astype(np.float32)
    matrix = np.stack([generator.integers(-127, 128, size), np.full(size, 127)]).astype(np.int8)
    whole, scales = np.empty(values.shape, np.int16), np.empty(len(values), np.float32)
    arithmetic.to_whole(values, whole, scales)
    assert np.allclose(whole * scales[:, None], values, atol=2e-3)
    out, one = np.empty((3, 2), np.float32), np.ones(2, np.float32)
    arithmetic.multiply(whole, scales, Products(matrix[None], one[None], one[None]), 0, out)
    sums = whole.astype(np.int64) @ matrix.astype(np.int64).T
    assert np.abs(sums).max() < 2**31
    assert np.array_equal(out, sums.astype(np.float32) * scales[:, None] + 1)


@pytest.mark.parametrize("seed", range(40))
def test_products_of_any_sizes_are_those_of_plain_integers(seed: int) -> None:
    generator = np.random.default_rng(seed)
    tokens, rows, columns = (int(generator.integers(1, most)) for most in (9, 20, 100))
    whole = generator.integers(-8191, 8192, (tokens, columns)).astype(np.int16)
    matrices = generator.integers(-127, 128, (2, rows, columns)).astype(np.int8)
    scales, bias = (generator.standard_normal((2, rows)).astype(np.float32) for _ in range(2))
    of_token = generator.standard_normal(tokens).astype(np.float32)
    out = np.full((tokens + 2, rows), 7, np.float32)
    arithmetic.multiply(whole, of_token, Products(matrices, scales, bias), 1, out[1:-1])
    sums = (whole.astype(np.int64) @ matrices[1].astype(np.int64).T).astype(np.float32)
    assert np.array_equal(out[1:-1], sums * (of_token[:, None] * scales[1]) + bias[1])
    assert np.all(out[[0, -1]] == 7), "nothing is written beside it"


@pytest.mark.parametrize("columns", [1, 16, 2063, 2064])
@pytest.mark.parametrize("number", [8191, -8191])
@pytest.mark.parametrize("weight", [127, -127])
def test_the_largest_sums_fit(columns: int, number: int, weight: int) -> None:
    assert abs(number * weight * columns) < 2**31 < 8191 * 127 * 2065
    whole, matrix = np.full((3, columns), number, np.int16), np.full((1, 5, columns), weight, np.int8)
    ones, out = np.ones((1, 5), np.float32), np.empty((3, 5), np.float32)
    arithmetic.multiply(whole, ones[0, :3], Products(matrix, ones, 0 * ones), 0, out)
    assert np.all(out == np.float32(number * weight * columns))


@pytest.mark.parametrize(
    ("tokens", "start", "heads", "width"),
    [(1, 0, 1, 3), (2, 0, 3, 16), (15, 0, 2, 33), (16, 8, 4, 1), (40, 0, 2, 32), (40, 39, 2, 32)],
)
def test_attention_adds_in_the_written_order(tokens: int, start: int, heads: int, width: int) -> None:
    size = heads * width
    generator = np.random.default_rng(tokens)
    projected = generator.standard_normal((tokens, 3 * size)).astype(np.float32)
    out = np.empty((tokens - start, size), np.float32)
    arithmetic.attend(projected, heads, start, out)
    asked, keys, values = (projected[:, part * size : (part + 1) * size] for part in range(3))
    for token in range(start, tokens):
        for first in range(0, size, width):
            logits = np.zeros(tokens, np.float32)
            for column in range(first, first + width):
                logits += asked[token, column] * keys[:, column]
            shares = [np.float32(arithmetic.exponential(logit)) for logit in logits - logits.max()]
            total, taken = np.float32(0), np.zeros(width, np.float32)
            for share in shares:
                total += share
            for share, value in zip(shares, values[:, first : first + width], strict=True):
                taken += share / total * value
            assert np.array_equal(out[token - start, first : first + width], taken)


def test_rows_of_zeros_stay_zeros() -> None:
    rows, scales = rows_to_int8(np.array([[0.0, 0.0], [1.0, -2.0]]))
    assert rows.tolist() == [[0, 0], [64, -127]]
    assert scales.tolist() == [0.0, pytest.approx(2 / 127)]
    out = np.empty(2, np.int8)
    arithmetic.to_length(np.zeros(2, np.float32), 256.0, out)
    assert out.tolist() == [0, 0]
