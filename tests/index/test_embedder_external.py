"""A ready-made sentence-transformers model, made here at random, in place of the trained table."""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pipeline.index.embedder import VECTOR_LENGTH, SentenceTransformerEncoder, open_encoder
from pipeline.index.embedder.external import floats_to_int8
from schemas.errors import ConfigurationError, IndexFormatError

pytest.importorskip("sentence_transformers", reason="needs the build extra")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static model over ten words, saved where no network is needed."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = ["[UNK]", "mercy", "night", "prayer", "رحمة", "ليل", "صلاة"]
    tokenizer = Tokenizer(
        models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    weights = np.random.default_rng(6).standard_normal((len(words), 24)).astype(np.float32)
    folder = tmp_path_factory.mktemp("model")
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_weights=weights)], device="cpu").save(
        str(folder)
    )
    return folder


def test_a_model_by_its_path_gives_int8_vectors(model: Path) -> None:
    encoder = SentenceTransformerEncoder(str(model))
    vectors = encoder.encode(["mercy night", "صلاة ليل", "mercy night"])
    assert vectors.dtype == np.int8
    assert vectors.shape == (3, 24)
    assert np.array_equal(vectors[0], vectors[2])
    assert np.array_equal(vectors[1], encoder.encode(["صلاة ليل"])[0])
    assert np.linalg.norm(vectors[0].astype(float)) == pytest.approx(VECTOR_LENGTH, rel=0.1)
    assert encoder.encode([]).shape == (0, 24)


def test_a_snapshot_names_the_model_and_opens_it_again(model: Path, tmp_path: Path) -> None:
    made = SentenceTransformerEncoder(str(model))
    made.save(tmp_path)
    opened = open_encoder(tmp_path)
    assert isinstance(opened, SentenceTransformerEncoder)
    assert np.array_equal(opened.encode(["mercy"])[0], made.encode(["mercy"])[0])


def test_a_model_that_is_not_there_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        SentenceTransformerEncoder(str(tmp_path / "nowhere"))


def test_without_the_library_the_message_says_what_to_install(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., object] = builtins.__import__

    def without(name: str, *rest: object, **named: object) -> object:
        if name.startswith("sentence_transformers"):
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ConfigurationError, match="not installed") as caught:
        SentenceTransformerEncoder(str(model))
    assert "build extra" in caught.value.remedy


def test_a_header_without_a_model_is_refused(tmp_path: Path) -> None:
    header = {"format": 1, "kind": "sentence-transformers"}
    (tmp_path / "embedder.json").write_text(json.dumps(header))
    with pytest.raises(IndexFormatError, match="does not know"):
        open_encoder(tmp_path)


def test_zero_rows_stay_zero() -> None:
    assert floats_to_int8(np.zeros((2, 4), np.float32)).tolist() == [[0] * 4] * 2
    assert floats_to_int8(np.array([[0.0, 3.0, 4.0]])).tolist() == [[0, 127, 127]]
