"""A sentence-transformers model with random weights, saved where no network is needed, and a package that holds it."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

WORDS = "mercy night prayer fasting alms gold journey رحمه ليل صلاه صيام زكاه ذهب سفر is the of in a".split()
LETTERS = "abcdefghijklmnopqrstuvwxyzابتثجحخدذرزسشصضطظعغفقكلمنهوي؟?.,"


def save_model(folder: Path, kind: str, *, pooling: str = "mean", **settings: object) -> Path:
    """A model with random weights over the words above and single letters, saved where no network is needed."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import AutoModel, BertConfig, PreTrainedTokenizerFast, XLMRobertaConfig

    special = ["[UNK]", "[PAD]", "[CLS]", "[SEP]"]
    names = [*special, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    tokenizer = Tokenizer(
        models.WordPiece({name: place for place, name in enumerate(names)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.manual_seed(7)
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 96}
    common = {"vocab_size": len(names), "max_position_embeddings": 40, "initializer_range": 0.2, **sizes}
    config = (BertConfig if kind == "bert" else XLMRobertaConfig)(**{**common, **settings, "pad_token_id": 1})
    inner = folder / "inner"
    AutoModel.from_config(config).save_pretrained(inner)
    marks = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **marks).save_pretrained(inner)
    transformer = Transformer(str(inner), max_seq_length=24)
    pooled = Pooling(sizes["hidden_size"], pooling_mode=pooling)
    SentenceTransformer(modules=[transformer, pooled], device="cpu").save(str(folder / "model"))
    return folder / "model"


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
