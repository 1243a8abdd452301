"""Vectors to a dense index. The same vectors and settings give the same bytes on every machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import write_arrays
from pipeline.index.dense.layout import KIND, LARGEST_DIMENSIONS, VERSION, DenseConfig
from pipeline.index.dense.signs import new_signs
from pipeline.index.dense.vectors import write_vectors
from schemas.errors import BuildError


def build_dense(vectors: NDArray[np.int8], out: Path, config: DenseConfig | None = None) -> None:
    """Write the index of int8 vectors [n, d] into the folder `out`; row i is found as ordinal i.

    Raises:
        BuildError: these are no vectors for a dense index.
    """
    config = config or DenseConfig()
    _check(vectors)
    out.mkdir(parents=True, exist_ok=True)
    facts = {"config": config.as_dict(), "vectors": write_vectors(vectors, out)}
    write_arrays(out, KIND, VERSION, {"signs": new_signs(vectors, config)}, facts)


def _check(vectors: NDArray[np.int8]) -> None:
    if vectors.ndim != 2 or vectors.dtype != np.int8 or not 0 < vectors.shape[1] <= LARGEST_DIMENSIONS:
        raise BuildError(
            "these are no vectors for a dense index",
            expected=f"int8 [vectors, 1 to {LARGEST_DIMENSIONS} dimensions]",
            found=f"{vectors.dtype} {list(vectors.shape)}",
            remedy="choose an embedder with fewer dimensions",
        )
