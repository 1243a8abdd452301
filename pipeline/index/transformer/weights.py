"""The arrays of a converted model, and their folder `weights/`.

    words [words, size]              word_scales [words]          positions [places, size]: with that of token type 0
    first_norm [2, size]             gain and bias
    asked [layers, 3 * size, size]   queries, keys, values        asked_scales, asked_bias [layers, 3 * size]
    joined [layers, size, size]      after attention              with scales and bias; joined_norm [layers, 2, size]
    widened [layers, wide, size]     narrowed [layers, size, wide]    with scales and bias; narrowed_norm

Matrices are int8, each row times its scale; all else is float32.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays, write_arrays
from schemas.errors import IndexFormatError

KIND = "isnad-transformer"
VERSION = 1
FOLDER = "weights"

Matrix = NDArray[np.int8]
Floats = NDArray[np.float32]


class Products(NamedTuple):
    """What turns the numbers of a token into others, for all layers."""

    rows: Matrix  # [layers, n out, n in]
    scales: Floats  # [layers, n out]
    bias: Floats


class Weights(NamedTuple):
    """All arrays of a model; the kernels take them as one."""

    words: Matrix
    word_scales: Floats
    positions: Floats
    first_norm: Floats
    asked: Products
    joined: Products
    joined_norm: Floats
    widened: Products
    narrowed: Products
    narrowed_norm: Floats


_OF_LAYERS = ("asked", "joined", "widened", "narrowed")
_PARTS = ("", "_scales", "_bias")  # of products, behind their name
_NORMED = ("joined", "narrowed")
ARRAYS = {
    "words": ("|i1", 2),
    "word_scales": ("<f4", 1),
    "positions": ("<f4", 2),
    "first_norm": ("<f4", 2),
    **dict.fromkeys(_OF_LAYERS, ("|i1", 3)),
    **{f"{name}{part}": ("<f4", 2) for name in _OF_LAYERS for part in _PARTS[1:]},
    **{f"{name}_norm": ("<f4", 3) for name in _NORMED},
}


def rows_to_int8(matrix: NDArray[np.floating]) -> tuple[Matrix, Floats]:
    """The rows of matrices as int8 and a scale each, whose products stand for them."""
    wide = matrix.astype(np.float64)
    scales = np.abs(wide).max(axis=-1) / 127
    rows = np.rint(wide / np.where(scales > 0, scales, 1)[..., None])
    return rows.astype(np.int8), scales.astype(np.float32)


def write_weights(folder: Path, weights: Weights) -> None:
    """Write the arrays beside a header; what a model is beyond them stands in `embedder.json`."""
    arrays = weights._asdict()
    for name in _OF_LAYERS:
        arrays |= dict(zip((f"{name}{part}" for part in _PARTS), arrays[name], strict=True))
    write_arrays(folder / FOLDER, KIND, VERSION, arrays, {})


def open_weights(folder: Path, heads: int) -> Weights:
    """Map them; raises `IndexFormatError` where they do not fit one another."""
    arrays, _ = open_arrays(folder / FOLDER, KIND, range(1, VERSION + 1), ARRAYS)
    fields: dict[str, Any] = dict(arrays)
    for name in _OF_LAYERS:
        fields[name] = Products(*(fields.pop(f"{name}{part}") for part in _PARTS))
    weights = Weights(**fields)
    if (found := {name: array.shape for name, array in arrays.items()}) != _shapes(weights) or (
        weights.words.shape[1] % max(1, heads)
    ):
        raise IndexFormatError(
            "the weights of the embedder do not fit one another",
            expected=f"those of one model with {heads} heads",
            found=", ".join(f"{name} {list(shape)}" for name, shape in sorted(found.items())),
            where=str(folder / FOLDER),
            remedy=REBUILD,
        )
    return weights


def _shapes(weights: Weights) -> dict[str, tuple[int, ...]]:
    """The shapes that arrays of these sizes have."""
    words, size = weights.words.shape
    layers, wide = weights.widened.rows.shape[:2]
    shapes: dict[str, tuple[int, ...]] = {"words": (words, size), "word_scales": (words,)}
    shapes |= {"positions": (weights.positions.shape[0], size), "first_norm": (2, size)}
    for name, rows, columns in (
        ("asked", 3 * size, size),
        ("joined", size, size),
        ("widened", wide, size),
        ("narrowed", size, wide),
    ):
        shapes |= {
            name: (layers, rows, columns),
            f"{name}_scales": (layers, rows),
            f"{name}_bias": (layers, rows),
        }
    return shapes | {f"{name}_norm": (layers, 2, size) for name in _NORMED}
