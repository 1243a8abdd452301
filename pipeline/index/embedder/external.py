"""A ready-made sentence-transformers model instead of the trained table.

A folder whose header says `sentence-transformers` holds no weights, only the name or the path of a model;
the library and the model must be at hand wherever the snapshot is built and wherever it is asked. Vectors
are brought to the same int8 form. They come from float arithmetic, so the promise of equal bytes on any
machine is that of the model's own library, no longer ours; texts are encoded one at a time, since a
batch's padding changes the last bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedder.encoder import VECTOR_LENGTH, Encoder
from pipeline.index.embedder.storage import read_header, save_header
from pipeline.index.types import Encodes
from schemas.errors import ConfigurationError, IndexFormatError

KIND = "sentence-transformers"


def _load(name: str) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ConfigurationError(
            "this embedder is a sentence-transformers model, and that library is not installed",
            found=str(error),
            where=name,
            remedy="install the build extra (pip install 'isnad[build]'), or build with the static embedder",
        ) from error
    try:
        return SentenceTransformer(name, device="cpu")
    except Exception as error:  # the library raises whatever its parts raise
        raise ConfigurationError(
            "the sentence-transformers model cannot be loaded",
            found=str(error)[:300],
            where=name,
            remedy="name a model that is on this machine by its path, or one that its hub can be asked for",
        ) from error


def floats_to_int8(vectors: NDArray[np.floating]) -> NDArray[np.int8]:
    """Float rows [texts, dimensions] brought to length `VECTOR_LENGTH` and rounded; zero rows stay zero."""
    wide = vectors.astype(np.float64)
    lengths = np.sqrt((wide * wide).sum(axis=1, keepdims=True))
    scaled = np.rint(wide * VECTOR_LENGTH / np.where(lengths > 0, lengths, 1))
    return np.clip(scaled, -127, 127).astype(np.int8)


class SentenceTransformerEncoder:
    """Any sentence-transformers model, by name or local path."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._model = _load(name)
        self._dimensions = int(self._model.encode([""], show_progress_bar=False).shape[1])

    def encode(self, texts: Iterable[str]) -> NDArray[np.int8]:
        """Vectors [texts, dimensions], in the order of the texts."""
        rows = [self._model.encode([text], show_progress_bar=False)[0] for text in texts]
        if not rows:
            return np.empty((0, self._dimensions), dtype=np.int8)
        return floats_to_int8(np.stack(rows))

    def save(self, folder: Path) -> None:
        """Write the header that names this model, for `open_encoder`."""
        folder.mkdir(parents=True, exist_ok=True)
        save_header(folder, KIND, {"model": self.name, "dimensions": self._dimensions})


def open_encoder(folder: Path) -> Encodes:
    """Open what a folder holds: the static embedder, or the ready-made model that its header names."""
    header = read_header(folder)
    if header.get("kind") == "static":
        return Encoder.open(folder)
    if header.get("kind") == KIND and isinstance(header.get("model"), str):
        return SentenceTransformerEncoder(str(header["model"]))
    raise IndexFormatError(
        "the embedder is of a kind that this reader does not know",
        expected=f"static or {KIND}",
        found=str(header.get("kind")),
        where=str(folder),
        remedy="build the snapshot again with this version",
    )
