"""Encoding: integers alone, so that neither batch nor order nor machine changes a byte."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.index.arrays import REBUILD
from pipeline.index.embedder import VECTOR_LENGTH, Encoder
from pipeline.index.embedder.encoder import to_int8
from pipeline.index.embedder.features import skeleton, stem_features, text_features, word_features
from pipeline.index.embedder.storage import quantise, save_model
from pipeline.index.encoders import open_encoder
from pipeline.text.analyser import stem
from schemas.errors import IndexFormatError

WORDS = ["mercy", "prayer", "prayers", "fasting", "night", "رحمه", "صلاه", "صيام", "ليل", "quran"]
FEATURES = tuple(sorted({name for word in WORDS for name in text_features(word)}, key=str.encode))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("embedder")
    vectors = np.random.default_rng(1).standard_normal((len(FEATURES), 48)).astype(np.float32)
    save_model(made, FEATURES, vectors * np.linspace(0.1, 2, len(FEATURES), dtype=np.float32)[:, None], {})
    return made


@pytest.fixture(scope="module")
def encoder(folder: Path) -> Encoder:
    return Encoder.open(folder)


texts = st.lists(
    st.one_of(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join), st.text(max_size=30)), max_size=12
)


@settings(max_examples=80)
@given(batch=texts, cut=st.integers(0, 12))
def test_the_batch_changes_nothing(encoder: Encoder, batch: list[str], cut: int) -> None:
    whole = encoder.encode(batch)
    assert whole.dtype == np.int8
    assert whole.shape == (len(batch), 48)
    assert np.array_equal(whole, np.concatenate([encoder.encode(batch[:cut]), encoder.encode(batch[cut:])]))
    for row, text in enumerate(batch):
        assert np.array_equal(whole[row], encoder.encode([text])[0])


def test_many_long_texts_are_the_same_as_one_by_one(encoder: Encoder) -> None:
    generator = np.random.default_rng(3)
    long = [" ".join(generator.choice(WORDS, generator.integers(0, 900))) for _ in range(60)]
    assert np.array_equal(encoder.encode(long), np.stack([encoder.encode([text])[0] for text in long]))


def test_the_vector_is_the_rounded_sum_of_feature_vectors(encoder: Encoder, folder: Path) -> None:
    table = np.fromfile(folder / "table.i8", np.int8).reshape(len(FEATURES), 48).astype(object)
    weights = np.fromfile(folder / "weights.u16", "<u2").astype(object)
    numbers = [FEATURES.index(name) for word in ("mercy", "night", "night") for name in text_features(word)]
    sums = sum(table[number] * int(weights[number]) for number in numbers)
    length = float(np.sqrt(float(sum(int(value) ** 2 for value in sums))))
    expected = [round(int(value) * VECTOR_LENGTH / length) for value in sums]
    assert encoder.encode(["Mercy night, NIGHT"])[0].tolist() == expected


def test_the_vector_of_a_word_is_that_of_its_stem(encoder: Encoder) -> None:
    known = [name[2:] for name in encoder.model.features if name.startswith("l:")][:20]
    vectors = encoder.word_vectors([*known, "qqqqq"])
    assert vectors.dtype == np.int8
    assert not vectors[-1].any()
    assert np.array_equal(vectors[:-1], np.concatenate([encoder.word_vectors([word]) for word in known]))
    for word, vector in zip(known, vectors, strict=False):
        assert word_features(word)[1:] == stem_features(stem(word))
        assert vector.any()


def test_words_in_another_order_mean_the_same_here(encoder: Encoder) -> None:
    assert np.array_equal(encoder.encode(["prayer at night"])[0], encoder.encode(["night at prayer"])[0])


def test_a_vector_has_the_stated_length(encoder: Encoder) -> None:
    for text in WORDS:
        length = np.linalg.norm(encoder.encode([text])[0].astype(float))
        assert length == pytest.approx(VECTOR_LENGTH, rel=0.03)


@pytest.mark.parametrize("text", ["", "   ", "?!", "xyzzy plugh", "٪"])
def test_a_text_without_known_words_is_the_zero_vector(encoder: Encoder, text: str) -> None:
    assert not encoder.encode([text])[0].any()
    mixed = encoder.encode(["mercy", text, "night"])
    assert mixed[0].any()
    assert not mixed[1].any()
    assert np.array_equal(mixed[2], encoder.encode(["night"])[0])


def test_sums_of_the_longest_text_stay_inside_32_bits() -> None:
    vectors = np.full((len(FEATURES), 16), 3, dtype=np.float32)
    weights, table = quantise(vectors)
    assert weights.max() == 4095
    assert table.max() == 127
    extreme = np.full((1, 16), np.iinfo(np.int32).max, dtype=np.int32)
    assert to_int8(extreme).tolist() == [[64] * 16]
    assert to_int8(-extreme).tolist() == [[-64] * 16]


def test_quantising_keeps_directions() -> None:
    vectors = np.random.default_rng(8).standard_normal((50, 64)).astype(np.float32)
    vectors *= np.geomspace(0.01, 1, 50, dtype=np.float32)[:, None]
    weights, table = quantise(vectors)
    back = table * weights.astype(np.float64)[:, None]
    cosines = (back * vectors).sum(1) / np.linalg.norm(back, axis=1) / np.linalg.norm(vectors, axis=1)
    assert cosines.min() > 0.999
    ratio = np.linalg.norm(back, axis=1) / np.linalg.norm(vectors, axis=1)
    assert ratio.max() / ratio.min() < 1.02


def test_features_of_words() -> None:
    assert word_features("prayers") == ("w:prayers", "l:prayer")
    arabic = word_features("مكتوب")
    assert arabic[0] == "w:مكتوب"
    assert arabic[2] == "r:كتب"
    assert skeleton("كتاب") == skeleton("مكتوب")
    assert skeleton("اب") == "اب"
    assert text_features("...") == ()


@pytest.mark.parametrize("name", ["embedder.json", "features.txt", "weights.u16", "table.i8"])
@pytest.mark.parametrize("damage", ["truncated", "missing", "longer"])
def test_damage_is_an_index_format_error(folder: Path, tmp_path: Path, name: str, damage: str) -> None:
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    broken = tmp_path / name
    data = broken.read_bytes()
    if damage == "missing":
        broken.unlink()
    else:
        broken.write_bytes(data[:-3] if damage == "truncated" else data + b"w:q\n")
    with pytest.raises(IndexFormatError) as caught:
        open_encoder(tmp_path)
    assert name in caught.value.where
    assert REBUILD in caught.value.remedy


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format": 7}, "another format version"),
        ({"kind": "oracle"}, "does not know"),
        ({"features": -1}, "no sound"),
        ({"dimensions": True}, "no sound"),
    ],
)
def test_a_header_that_this_reader_cannot_use(
    folder: Path, tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    header = json.loads((folder / "embedder.json").read_text())
    (tmp_path / "embedder.json").write_text(json.dumps({**header, **change}))
    with pytest.raises(IndexFormatError, match=problem):
        open_encoder(tmp_path)
