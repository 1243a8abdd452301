"""A sentence-transformers model to the folder that `TransformerEncoder` opens.

    embedder.json      kind, what the model is, its name
    tokenizer.json     how it cuts texts, as its own library writes it
    weights/           `weights`

Taken are models of BERT's shape (BERT, RoBERTa, XLM-RoBERTa): a transformer whose tokens are pooled to their mean or to
the first. Whether a converted model computes what its library does is not argued but tried, on sentences of both
languages; one that does not is refused, and nothing is left of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.disk.writing import write_whole
from pipeline.index.embedder.encoder import VECTOR_LENGTH
from pipeline.index.embedder.storage import HEADER, TRANSFORMER, save_header
from pipeline.index.transformer.encoder import TOKENIZER, Shape, TransformerEncoder
from pipeline.index.transformer.weights import Products, Weights, rows_to_int8, write_weights
from schemas.errors import ConfigurationError
from schemas.parts import to_install

TRIED = (
    "Is the prayer of a traveller shortened?",
    "Zakat on gold that is worn, and on what is saved for a year.",
    "هل تجب الزكاة في الذهب الملبوس؟",
    "الصلاة في السفر",
)
LEAST_ALIKE = 0.98  # cosine of a sentence's vector and that of the model's own library
_KINDS = ("bert", "roberta", "xlm-roberta")
_POOLED = {"mean": False, "cls": True}

Tensors = Mapping[str, NDArray[np.float32]]


def convert(place: str, folder: Path, called: str | None = None) -> int:
    """Write a model, by its name or path, into a folder; returns the dimensions of its vectors.

    Args:
        called: what the folder and messages say that it is; left out, its name or path.

    Raises:
        ConfigurationError: it cannot be taken.
    """
    name = called or place
    model = _load(place, name)
    settings, tensors, most_tokens, of_first = _parts(model, name)
    weights = _weights(tensors, settings)
    most = min(most_tokens or len(weights.positions), len(weights.positions))
    shape = Shape(
        heads=settings.num_attention_heads,
        epsilon=settings.layer_norm_eps,
        of_first=of_first,
        most_tokens=most,
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_weights(folder, weights)
    write_whole(folder / TOKENIZER, model.tokenizer.backend_tokenizer.to_str().encode())
    told = {"model": name, "dimensions": weights.words.shape[1], **shape.model_dump()}
    save_header(folder, TRANSFORMER, told)
    try:
        _try(model, TransformerEncoder.open(folder), name)
    except BaseException:
        (folder / HEADER).unlink()  # without it the folder is none
        raise
    return int(weights.words.shape[1])


def _load(place: str, name: str) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging
    except ImportError as error:
        raise ConfigurationError(
            "this profile names a sentence-transformers model, and that library is not installed",
            found=str(error),
            where=name,
            remedy=f"{to_install('build')}; or build with the static embedder",
        ) from error
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]  # the build tells its own
    try:
        return SentenceTransformer(place, device="cpu")
    except Exception as error:  # the library raises whatever its parts raise
        raise ConfigurationError(
            "the sentence-transformers model cannot be loaded",
            found=str(error)[:300],
            where=name,
            remedy="name a model that is on this machine by its path, or one that its hub can be asked for",
        ) from error


def _parts(model: Any, name: str) -> tuple[Any, Tensors, int | None, bool]:
    """What a model is, its numbers, how many tokens it reads, and whether the first of them stands for a text."""
    parts = [type(part).__name__ for part in model]
    inner = getattr(model[0], "auto_model", None)
    settings = getattr(inner, "config", None)
    pooled = getattr(model[1], "pooling_mode", None) if len(parts) > 1 else None
    found = {
        "parts": ", ".join(parts),
        "kind": getattr(settings, "model_type", None),
        "pooling": pooled,
        "activation": getattr(settings, "hidden_act", None),
        "places": getattr(settings, "position_embedding_type", "absolute") or "absolute",
    }
    fits = parts[:2] == ["Transformer", "Pooling"] and set(parts[2:]) <= {"Normalize"}
    fits = fits and found["kind"] in _KINDS and pooled in _POOLED
    if not fits or (found["activation"], found["places"]) != ("gelu", "absolute"):
        raise ConfigurationError(
            "the model is not of the shape that can be taken into a snapshot",
            expected=f"a transformer ({', '.join(_KINDS)}; gelu, absolute places), pooled by mean or cls",
            found="; ".join(f"{what} {value}" for what, value in found.items()),
            where=name,
            remedy="name a model of this shape, or build with the static embedder",
        )
    tensors = {key: tensor.detach().float().numpy() for key, tensor in inner.state_dict().items()}  # type: ignore[union-attr]
    return settings, tensors, model.max_seq_length, _POOLED[str(pooled)]


def _weights(tensors: Tensors, settings: Any) -> Weights:
    """The arrays of a model, by the names that its library gives them."""
    layers = range(int(settings.num_hidden_layers))
    size, heads = int(settings.hidden_size), int(settings.num_attention_heads)

    def stacked(name: str) -> NDArray[np.float64]:
        return np.stack([tensors[f"encoder.layer.{layer}.{name}"] for layer in layers]).astype(np.float64)

    def norms(name: str) -> NDArray[np.float32]:
        return np.stack([stacked(f"{name}.weight"), stacked(f"{name}.bias")], axis=1).astype(np.float32)

    def projected(part: str) -> NDArray[np.float64]:
        own = {role: stacked(f"attention.self.{role}.{part}") for role in ("query", "key", "value")}
        own["query"] = own["query"] / np.sqrt(size // heads)
        return np.concatenate(list(own.values()), axis=1)

    def bias(name: str) -> NDArray[np.float32]:
        return stacked(f"{name}.bias").astype(np.float32)

    words, word_scales = rows_to_int8(tensors["embeddings.word_embeddings.weight"])
    first = [tensors[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")]
    # RoBERTa counts places from behind the number of its padding token.
    before = 0 if settings.model_type == "bert" else int(settings.pad_token_id) + 1
    places = tensors["embeddings.position_embeddings.weight"][before:]
    joined, widened, narrowed = "attention.output", "intermediate.dense", "output"
    return Weights(
        words=words,
        word_scales=word_scales,
        positions=places + tensors["embeddings.token_type_embeddings.weight"][0],
        first_norm=np.stack(first),
        asked=_products(projected("weight"), projected("bias").astype(np.float32)),
        joined=_products(stacked(f"{joined}.dense.weight"), bias(f"{joined}.dense")),
        joined_norm=norms(f"{joined}.LayerNorm"),
        widened=_products(stacked(f"{widened}.weight"), bias(widened)),
        narrowed=_products(stacked(f"{narrowed}.dense.weight"), bias(f"{narrowed}.dense")),
        narrowed_norm=norms(f"{narrowed}.LayerNorm"),
    )


def _products(matrix: NDArray[np.float64], bias: NDArray[np.float32]) -> Products:
    rows, scales = rows_to_int8(matrix)
    return Products(rows, scales, bias)


def _try(model: Any, encoder: TransformerEncoder, name: str) -> None:
    """Raise where a converted model tells sentences apart otherwise than its library does."""
    theirs = model.encode(list(TRIED), normalize_embeddings=True, show_progress_bar=False)
    ours = encoder.encode(TRIED).astype(np.float64) / VECTOR_LENGTH
    alike = (ours * theirs).sum(axis=1)
    if not alike.min() >= LEAST_ALIKE:
        raise ConfigurationError(
            "the model does not compute here what its own library computes",
            expected=f"vectors with a cosine of {LEAST_ALIKE} or more",
            found=f"{alike.min():.3f} for “{TRIED[int(alike.argmin())]}”",
            where=name,
            remedy="name another model, or build with the static embedder",
        )
