"""What was learnt -> the folder of the reader that a snapshot carries, int8, read without torch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.transformer.reader import Head, Shape, write_reader
from pipeline.index.transformer.weights import Products, Weights, rows_to_int8
from schemas.errors import BuildError
from training.learnt import Learnt, open_learnt
from training.settings import KEPT_PLACES, QUESTION_PIECES, READ_PIECES

EPSILON = 1e-12  # as in `training.model`, which needs torch

Floats = NDArray[np.float32]


def export(learnt: Path, out: Path) -> None:
    """Write the reader; raises `BuildError` where the folder holds no whole weights."""
    kept = open_learnt(learnt)
    body = {name: array.astype(np.float32) for name, array in kept.body.items()}
    try:
        weights, head = weights_of(kept, body), head_of(body)
    except (KeyError, ValueError) as error:
        raise BuildError(
            "the weights of the reader are not whole",
            found=f"{type(error).__name__}: {error}"[:200],
            where=str(learnt),
            remedy="write them anew with `python -m training learn`",
        ) from error
    shape = Shape(
        heads=kept.heads,
        epsilon=EPSILON,
        most_tokens=min(READ_PIECES, len(weights.positions)),
        most_asked=QUESTION_PIECES,
    )
    write_reader(out, weights, head, shape, kept.tokenizer)


def weights_of(kept: Learnt, body: Mapping[str, Floats]) -> Weights:
    """The layers, as the kernels take them: queries are divided by the root of a head's size beforehand."""
    layers = 1 + max(int(name.split(".")[1]) for name in body if name.startswith("layers."))
    size = kept.words.shape[1]

    def stacked(name: str) -> NDArray[np.float64]:
        return np.stack([body[f"layers.{layer}.{name}"] for layer in range(layers)]).astype(np.float64)

    def product(name: str) -> Products:
        return _product(stacked(f"{name}.weight"), stacked(f"{name}.bias"))

    def norm(name: str) -> Floats:
        both = np.stack([stacked(f"{name}.weight"), stacked(f"{name}.bias")], axis=1)
        return both.astype(np.float32)

    asked, bias = stacked("asked.weight"), stacked("asked.bias")
    root = np.sqrt(size // kept.heads)
    asked[:, :size] /= root
    bias[:, :size] /= root
    return Weights(
        words=kept.words,
        word_scales=kept.word_scales[:, 0],
        positions=body["places.weight"][:KEPT_PLACES] + body["kinds.weight"][0],
        first_norm=np.stack([body["norm.weight"], body["norm.bias"]]),
        asked=_product(asked, bias),
        joined=product("joined"),
        joined_norm=norm("joined_norm"),
        widened=product("widened"),
        narrowed=product("narrowed"),
        narrowed_norm=norm("narrowed_norm"),
    )


def head_of(body: Mapping[str, Floats]) -> Head:
    """What is beyond the layers."""
    kinds = body["kinds.weight"]
    return Head(
        second=kinds[1] - kinds[0],
        dense=body["answer_dense.weight"],
        dense_bias=body["answer_dense.bias"],
        out=body["answer_out.weight"][0],
        out_bias=float(body["answer_out.bias"][0]),
    )


def _product(matrix: NDArray[np.float64], bias: NDArray[np.float64]) -> Products:
    rows, scales = rows_to_int8(matrix)
    return Products(rows, scales, bias.astype(np.float32))
