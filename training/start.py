"""The English model that the reader begins as: its weights as arrays, of the pieces that are kept.

    words [pieces, size] int8, word_scales [pieces, 1]      the vectors of the kept pieces
    places [192, size], kinds [2, size]                     of places in a text, and of token types
    norm [2, size]                                          gain and bias, as in all norms
    asked [layers, 3 * size, size], asked_bias              queries, keys, values
    joined, widened, narrowed, each with its bias           the other products of a layer
    joined_norm, narrowed_norm [layers, 2, size]

All but `words` and its scales are float16: a copy that is enough to begin from. The pieces' vectors are kept as the
reader's own are kept in the end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.errors import BuildError
from training.settings import PLACES

WEIGHTS, SETTINGS = "model.safetensors", "config.json"
_REMEDY = "name the unpacked folder of the model that data/profiles/full.yaml pins"
_PRODUCTS = {"joined": "attention.output", "widened": "intermediate", "narrowed": "output"}

Tensors = Mapping[str, NDArray[np.float32]]


def rows_as_int8(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Rows as int8 and a scale each [rows, 1], whose products stand for them."""
    scales = np.abs(rows).max(axis=1, keepdims=True) / 127
    return np.rint(rows / np.maximum(scales, 1e-12)).astype(np.int8), scales.astype(np.float32)


def start_of(folder: Path, kept: Sequence[int]) -> tuple[dict[str, NDArray[Any]], int]:
    """The arrays of a model of BERT's shape, and how many heads it has.

    Args:
        kept: its numbers of the pieces that the reader knows, in the reader's order.

    Raises:
        BuildError: the folder holds no such model.
    """
    settings, tensors = _read(folder)
    try:
        return _arrays(tensors, int(settings["num_hidden_layers"]), kept), int(
            settings["num_attention_heads"]
        )
    except (KeyError, IndexError, ValueError) as error:
        raise _no_model(folder, f"{type(error).__name__}: {error}") from error


def _read(folder: Path) -> tuple[dict[str, Any], Tensors]:
    from safetensors.numpy import load_file

    try:
        settings = json.loads((folder / SETTINGS).read_text("utf-8"))
        tensors = load_file(folder / WEIGHTS)
    except Exception as error:  # the library raises nothing narrower
        raise _no_model(folder, str(error)) from error
    return settings, {name.removeprefix("bert."): tensor for name, tensor in tensors.items()}


def _arrays(tensors: Tensors, layers: int, kept: Sequence[int]) -> dict[str, NDArray[Any]]:
    def stacked(name: str) -> NDArray[np.float32]:
        return np.stack([tensors[f"encoder.layer.{layer}.{name}"] for layer in range(layers)])

    def norms(name: str) -> NDArray[np.float32]:
        return np.stack([stacked(f"{name}.LayerNorm.weight"), stacked(f"{name}.LayerNorm.bias")], axis=1)

    def asked(part: str) -> NDArray[np.float32]:
        return np.concatenate(
            [stacked(f"attention.self.{role}.{part}") for role in ("query", "key", "value")], axis=1
        )

    words, scales = rows_as_int8(tensors["embeddings.word_embeddings.weight"][np.array(kept)])
    plain = {
        "places": tensors["embeddings.position_embeddings.weight"][:PLACES],
        "kinds": tensors["embeddings.token_type_embeddings.weight"],
        "norm": np.stack([tensors[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")]),
        "asked": asked("weight"),
        "asked_bias": asked("bias"),
        **{name: stacked(f"{theirs}.dense.weight") for name, theirs in _PRODUCTS.items()},
        **{f"{name}_bias": stacked(f"{theirs}.dense.bias") for name, theirs in _PRODUCTS.items()},
        "joined_norm": norms("attention.output"),
        "narrowed_norm": norms("output"),
    }
    halves = {name: array.astype(np.float16) for name, array in plain.items()}
    return {"words": words, "word_scales": scales, **halves}


def _no_model(folder: Path, found: str) -> BuildError:
    return BuildError(
        "the folder holds no English model to begin with",
        expected=f"{WEIGHTS} and {SETTINGS} of a model of BERT's shape",
        found=found[:200],
        where=str(folder),
        remedy=_REMEDY,
    )
