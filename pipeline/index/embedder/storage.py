"""The saved form of a static embedder: a header and three plain arrays.

    embedder.json    format, kind, dimensions, features, analyser, config
    features.txt     the features, UTF-8, sorted by their bytes, one a line
    weights.u16      one integer weight a feature, 0 to 4095
    table.i8         one vector a feature, [features, dimensions], row by row

Little-endian, no pickle. Opening maps the arrays and reads the features; it checks form and sizes, while
the snapshot's manifest vouches for the bytes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.disk.writing import write_whole
from pipeline.index.arrays import REBUILD, map_array
from pipeline.index.embedder.config import FORMAT
from schemas.errors import IndexFormatError
from schemas.tables import canonical_json

HEADER = "embedder.json"
STATIC, TRANSFORMER = "static", "transformer"  # kinds of embedder that a header may tell
FEATURES = "features.txt"
WEIGHTS = "weights.u16"
TABLE = "table.i8"
LARGEST_WEIGHT = 4095


@dataclass(frozen=True, slots=True)
class StaticModel:
    """The arrays of an embedder; the vector of feature i is weights[i] * table[i]."""

    features: tuple[str, ...]
    weights: NDArray[np.uint16]
    table: NDArray[np.int8]
    header: dict[str, object]
    folder: Path | None = None  # where it lies, for other processes to open


def quantise(
    vectors: NDArray[np.float32],
) -> tuple[NDArray[np.uint16], NDArray[np.int8]]:
    """Integer weights and int8 rows whose products stand for the vectors, up to one common factor."""
    peaks = np.abs(vectors).max(axis=1, initial=0).astype(np.float64)
    highest = peaks.max(initial=0) or 1.0
    weights = np.ceil(peaks / highest * LARGEST_WEIGHT)
    steps = np.maximum(weights, 1) * (highest / LARGEST_WEIGHT / 127)
    rows = np.rint(vectors.astype(np.float64) / steps[:, None])
    return weights.astype("<u2"), np.clip(rows, -127, 127).astype(np.int8)


def save_header(folder: Path, kind: str, fields: dict[str, object]) -> None:
    """Write the header; it comes last, so a folder with a header is whole."""
    write_whole(folder / HEADER, canonical_json({"format": FORMAT, "kind": kind, **fields}) + b"\n")


def save_model(
    folder: Path, features: tuple[str, ...], vectors: NDArray[np.float32], fields: dict[str, object]
) -> None:
    """Quantise and write an embedder; `vectors` has one row a feature."""
    weights, table = quantise(vectors)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FEATURES, "".join(f"{name}\n" for name in features).encode())
    write_whole(folder / WEIGHTS, weights.tobytes())
    write_whole(folder / TABLE, table.tobytes())
    save_header(folder, STATIC, {**fields, "features": len(features), "dimensions": int(vectors.shape[1])})


def read_header(folder: Path) -> dict[str, object]:
    """The header, or `IndexFormatError`."""
    path = folder / HEADER
    try:
        header = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise IndexFormatError(
            "the embedder has no readable header", found=str(error), where=str(path), remedy=REBUILD
        ) from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise IndexFormatError(
            "the embedder is of another format version",
            expected=str(FORMAT),
            found=str(header.get("format") if isinstance(header, dict) else header)[:80],
            where=str(path),
            remedy=REBUILD,
        )
    return header


def _size(header: dict[str, object], name: str, path: Path) -> int:
    value = header.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 1 << 31:
        raise IndexFormatError(
            f"the embedder's header states no sound “{name}”",
            found=str(value),
            where=str(path),
            remedy=REBUILD,
        )
    return value


def _read_features(path: Path, count: int) -> tuple[str, ...]:
    try:
        features = tuple(path.read_bytes().decode("utf-8").split("\n")[:-1])
    except (OSError, UnicodeDecodeError) as error:
        raise IndexFormatError(
            "the features of the embedder cannot be read", found=str(error), where=str(path), remedy=REBUILD
        ) from error
    if len(features) != count or len(set(features)) != count:
        raise IndexFormatError(
            "the embedder lists other features than its header says",
            expected=f"{count} different ones",
            found=f"{len(features)}, {len(set(features))} different",
            where=str(path),
            remedy=REBUILD,
        )
    return features


def open_model(folder: Path) -> StaticModel:
    """Map a saved embedder; raises `IndexFormatError` when it is not one."""
    header = read_header(folder)
    count, dimensions = (_size(header, name, folder / HEADER) for name in ("features", "dimensions"))
    return StaticModel(
        _read_features(folder / FEATURES, count),
        map_array(folder / WEIGHTS, np.dtype("<u2"), (count,)),
        map_array(folder / TABLE, np.dtype("i1"), (count, dimensions)),
        header,
        folder,
    )
