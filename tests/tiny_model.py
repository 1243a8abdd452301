"""Models with random weights, made where no network is needed: one of sentence-transformers with a package that holds
it, and a reader."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WORDS = "mercy night prayer fasting alms gold journey رحمه ليل صلاه صيام زكاه ذهب سفر is the of in a".split()
LETTERS = "abcdefghijklmnopqrstuvwxyzابتثجحخدذرزسشصضطظعغفقكلمنهوي؟?.,"


def tiny_tokenizer() -> Tokenizer:
    """What cuts texts into the words above and single letters."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    special = ["[UNK]", "[PAD]", "[CLS]", "[SEP]"]
    names = [*special, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    tokenizer = Tokenizer(
        models.WordPiece({name: place for place, name in enumerate(names)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def known_to(tokenizer: Tokenizer) -> int:
    """The size of a table of its words; one of them stands above twice."""
    return max(tokenizer.get_vocab().values()) + 1


def save_model(folder: Path, kind: str, *, pooling: str = "mean", **settings: object) -> Path:
    """A model with random weights over the words above and single letters, saved where no network is needed."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from tokenizers import processors
    from transformers import AutoModel, BertConfig, PreTrainedTokenizerFast, XLMRobertaConfig

    tokenizer = tiny_tokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.manual_seed(7)
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 96}
    common = {
        "vocab_size": known_to(tokenizer),
        "max_position_embeddings": 40,
        "initializer_range": 0.2,
        **sizes,
    }
    config = (BertConfig if kind == "bert" else XLMRobertaConfig)(**{**common, **settings, "pad_token_id": 1})
    inner = folder / "inner"
    AutoModel.from_config(config).save_pretrained(inner)
    marks = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **marks).save_pretrained(inner)
    transformer = Transformer(str(inner), max_seq_length=24)
    pooled = Pooling(sizes["hidden_size"], pooling_mode=pooling)
    SentenceTransformer(modules=[transformer, pooled], device="cpu").save(str(folder / "model"))
    return folder / "model"


def save_reader(folder: Path, *, tokenizer: bytes | None = None, bias: float = 0.5, **shape: Any) -> Path:
    """A reader with random weights over the same words; returns its folder.

    Args:
        tokenizer: in place of its own.
        bias: what the logit is without the texts.
        shape: what its header tells otherwise.
    """
    from pipeline.index.transformer.reader import Head, Shape, write_reader
    from pipeline.index.transformer.weights import Products, Weights, rows_to_int8

    chance, own = np.random.default_rng(7), tiny_tokenizer()
    size, wide, layers, places = 64, 96, 2, 40

    def some(*sizes: int) -> np.ndarray:
        return chance.normal(0, 0.2, sizes).astype(np.float32)

    def products(rows: int, columns: int) -> Products:
        return Products(*rows_to_int8(some(layers, rows, columns)), some(layers, rows))

    def norms(*before: int) -> np.ndarray:
        return some(*before, 2, size) + np.array([[1], [0]], np.float32)

    weights = Weights(
        *rows_to_int8(some(known_to(own), size)),
        positions=some(places, size),
        first_norm=norms(),
        asked=products(3 * size, size),
        joined=products(size, size),
        joined_norm=norms(layers),
        widened=products(wide, size),
        narrowed=products(size, wide),
        narrowed_norm=norms(layers),
    )
    head = Head(some(size), some(size, size), some(size), some(size), bias)
    told = {"heads": 4, "epsilon": 1e-12, "most_tokens": places, "most_asked": 12, "texts": 2, **shape}
    write_reader(folder, weights, head, Shape(**told), tokenizer or own.to_str().encode())
    return folder


def model_package(mirror: Path, model: Path) -> dict[str, str]:
    """A made-up package of a model in a mirror folder; returns what a profile says of it."""
    mirror.mkdir(parents=True, exist_ok=True)
    path = mirror / "tinymodel-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            zipfile.ZipInfo("tinymodel/__init__.py"), "raise AssertionError('it is never imported')"
        )
        for file in sorted(model.rglob("*")):
            if file.is_file():
                name = f"tinymodel/data/{file.relative_to(model).as_posix()}"
                archive.writestr(zipfile.ZipInfo(name), file.read_bytes())
    return {
        "type": "pypi",
        "name": "tinymodel",
        "version": "1.0",
        "sha256": sha256(path.read_bytes()).hexdigest(),
        "member": "tinymodel/data/modules.json",
    }
